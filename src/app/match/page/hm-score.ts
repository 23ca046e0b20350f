import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { eventsThatCount } from '../../../game/log/history.js';
import { type Score, scoreOf } from '../../../game/score/score.js';
import { type ScoreFile, type ScoreNotes, scoreFile } from '../../../game/score/score-file.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { icon } from '../../ui/icon.js';
import { saveBytes } from '../../ui/save-file.js';
import { keep, kept } from '../../ui/storage.js';
import { entered } from '../state/entered.js';
import type { Playing } from '../state/game-session.js';
import { gameStyles } from './game.styles.js';
import { halfWords, lostWords, scorePage } from './score-page.js';

const KEY = 'hashmark-score-notes';
/** Entries for one match; `points` are the points of ships, by their ids. */
const NEW_MATCH = { mission: [0, 0] as ScoreNotes['mission'], isOver: false, points: {} as Readonly<Record<string, number>> };
const NO_NOTES = { table: '', names: ['', ''] as ScoreNotes['names'], ...NEW_MATCH, match: '' };

type Notes = typeof NO_NOTES;
/** Number of matches whose entries are kept. */
const MAX_MATCHES = 50;
const MAX_POINTS = 1000;

/**
 * The score of a match by its damage: points of ships and names of players are entered here, and the sheet is saved for paper or to be
 * handed in.
 */
@customElement('hm-score')
@localized()
export class HmScore extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      input[type='number'] { width: 4.5rem; }
      input[type='text'] { width: 9rem; }
      li { display: flex; flex-wrap: wrap; gap: 0.3rem 0.8rem; align-items: center; }
      .lost { margin-left: auto; font-variant-numeric: tabular-nums; }
      .agree { display: flex; gap: 0.6rem; align-items: center; min-height: 2.25rem; }
      .agree input { width: 1.3rem; height: 1.3rem; accent-color: var(--hm-accent); }
    `,
  ];

  @property({ attribute: false }) now!: Playing;
  @state() private notes: Notes = NO_NOTES;

  /** Takes the entries for its match; a new one begins with the table and names of the last. */
  protected override willUpdate(): void {
    const [begin] = eventsThatCount(this.now.history);
    const match = begin?.event.kind === 'begin' ? begin.event.seed.join(' ') : '';
    if (this.notes.match === match) return;
    const all = keptNotes();
    this.notes = all.find((one) => one.match === match) ?? { ...NO_NOTES, ...all[0], ...NEW_MATCH, match };
  }

  override render() {
    const { table, names, mission, isOver, points } = this.notes;
    const score = scoreOf(eventsThatCount(this.now.history), points);
    if (!score) return html``;
    const field = (place: 0 | 1, values: readonly [string, string], value: string): readonly [string, string] =>
      place === 0 ? [value, values[1]] : [values[0], value];
    return html`<details class="panel"><summary>${msg('Score sheet')}</summary>
      <div class="row"><label>${msg('Table')} <input type="text" name="table" maxlength="40" .value=${table} @change=${(event: Event) => this.#note({ table: entered(event).trim() })} /></label>
      ${([0, 1] as const).map((i) => html`<label>${msg(str`Player ${i + 1}`)} <input type="text" name="player-${i + 1}" maxlength="80" .value=${names[i]} @change=${(event: Event) => this.#note({ names: field(i, names, entered(event).trim()) })} /></label>`)}</div>
      <ul>${score.ships.map((ship) => this.#ship(ship))}</ul>
      <p class="quietly">${halfWords()}${this.now.state!.ships.some((ship) => ship.points !== undefined) ? ` ${translate(phrase('points-of-squads'))}` : ''}</p>
      ${score.players.map(
        (
          side,
          i,
        ) => html`<div class="row"><b>${names[i] || msg(str`Player ${side.player}`)}: ${side.unknown > 0 ? '≥ ' : ''}${side.points + mission[i]!}</b>
        <label>${msg('Mission points')} <input type="number" min="0" max=${MAX_POINTS} inputmode="numeric" .value=${String(mission[i])} @change=${(event: Event) => this.#note({ mission: i === 0 ? [pointsIn(event), mission[1]] : [mission[0], pointsIn(event)] })} /></label></div>`,
      )}
      <label class="agree"><input type="checkbox" .checked=${isOver} @change=${(event: Event) => this.#note({ isOver: (event.target as HTMLInputElement).checked })} />${msg('The match is over')}</label>
      <div class="row"><button class="do" @click=${() => this.#save(score, 'page')}>${icon('save')} ${msg('Page to print')}</button><button class="do" @click=${() => this.#save(score, 'file')}>${icon('save')} ${msg('File to hand in')}</button></div>
    </details>`;
  }

  #ship({ id, name, owner, points, whole, left, lost, scored }: Score['ships'][number]) {
    return html`<li data-ship=${id}><span class="dot owner-${owner}"></span>${name}
      <label>${msg('Points')} <input type="number" min="0" max=${MAX_POINTS} inputmode="numeric" aria-label=${msg(str`Points of ${name}`)} .value=${live(points === undefined ? '' : String(points))} @change=${(event: Event) => this.#points(id, event)} /></label>
      <span class="lost">${msg(str`${left} of ${whole} left`)} · ${msg('Lost')}: ${lostWords(lost)}${scored === undefined ? '' : ` · ${msg('Scored')}: ${scored}`}</span></li>`;
  }

  /** An empty field says nothing: the points of its squad count again, if there are any. */
  #points(id: string, event: Event): void {
    const { [id]: _, ...others } = this.notes.points;
    this.#note({ points: entered(event) === '' ? others : { ...others, [id]: pointsIn(event) } });
  }

  #note(change: Partial<Notes>): void {
    this.notes = { ...this.notes, ...change };
    keep(KEY, [this.notes, ...keptNotes().filter(({ match }) => match !== this.notes.match)].slice(0, MAX_MATCHES));
  }

  #save(score: Score, as: 'page' | 'file'): void {
    const file: ScoreFile = scoreFile(score, this.notes, new Date());
    const name = `hashmark-score-${file.writtenAt.slice(0, 19).replaceAll(':', '-')}`;
    if (as === 'page') saveBytes(scorePage(file), 'text/html', `${name}.html`);
    else saveBytes(`${JSON.stringify(file, null, 1)}\n`, 'application/json', `${name}.json`);
  }
}

/** The entries for every match, the newest first; once those of one match were kept alone. */
function keptNotes(): readonly Notes[] {
  const all = kept(KEY) ?? [];
  return (Array.isArray(all) ? all : [all]).map((one: Partial<Notes>) => ({ ...NO_NOTES, ...one }));
}

function pointsIn(event: Event): number {
  return Math.min(MAX_POINTS, Math.max(0, Math.round(Number(entered(event))) || 0));
}
