import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { eventsThatCount } from '../../../game/log/history.js';
import { matchFile } from '../../../game/log/match-file.js';
import type { GameEvent } from '../../../game/model/event.js';
import { eventWords } from '../../../game/model/event-words.js';
import type { GameState } from '../../../game/model/game-state.js';
import { parseJson } from '../../../table/documents/parse-json.js';
import type { Problem } from '../../../table/measurement.js';
import { controlStyles } from '../../ui/control.styles.js';
import { textOf } from '../../ui/file-bytes.js';
import { saveBytes } from '../../ui/save-file.js';
import '../../ui/hm-problem.js';
import { icon } from '../../ui/icon.js';
import { mayBeCleared } from '../../ui/may-be-cleared.js';
import type { GameSession, Playing } from '../state/game-session.js';
import { phaseWords } from '../state/phase-words.js';
import { unreadableLog } from '../state/resume-match.js';
import { gameStyles } from './game.styles.js';
import './hm-moves-log.js';
import { matchWords } from '../../ui/maneuver-words.js';
import './hm-score.js';

const STEP_MS = 700;

/** The whole match as a log: looked at event by event, played again, saved, and opened. */
@customElement('hm-game-log')
@localized()
export class HmGameLog extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .events { max-height: 24rem; overflow-y: auto; gap: 0.1rem; }
      .events button { width: 100%; text-align: left; padding: 0.4rem 0.6rem; border-radius: 0.5rem; line-height: 1.35; }
      .events button:hover { background: var(--hm-raised); }
      .events [aria-current='true'] { background: var(--hm-raised); color: var(--hm-accent); }
      .events small { display: block; color: var(--hm-ink-3); }
      hm-score, hm-moves-log { display: block; margin-top: 0.8rem; }
      input[type='range'] { flex: 1; padding: 0; }
    `,
  ];

  @property({ attribute: false }) now!: Playing;
  @property({ attribute: false }) play!: GameSession;
  @state() private problem: Problem | undefined;
  @state() private timer: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override updated(): void {
    this.renderRoot.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const rows = eventsThatCount(this.now.history);
    const last = rows.length - 1;
    const at = this.now.shownAt ?? last;
    return html`<section class="panel" aria-label=${msg('Log of the match')}><h2>${msg('The match so far')}</h2>
      ${this.problem ? html`<hm-problem .problem=${this.problem}></hm-problem>` : nothing}
      <div class="row">
        <button class="do" aria-disabled=${rows.length === 0} @click=${this.#save}>${icon('save')} ${msg('Save the log')}</button>
        <button class="do" @click=${() => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')!.click()}>${icon('folder')} ${msg('Open a log')}</button>
        <input hidden type="file" @change=${this.#picked} />
      </div>
      ${rows.length === 0 ? nothing : mayBeCleared()}
      ${
        rows.length === 0
          ? html`<p class="quietly">${msg('Nothing yet.')}</p>`
          : html`
        <div class="row" role="group" aria-label=${msg('Replay')}>
          <button class="quiet" aria-label=${msg('One event back')} @click=${() => this.#show(at - 1)}>${icon('chevron-left')}</button>
          <button class="quiet" aria-label=${this.timer ? msg('Pause') : msg('Play the match again')} @click=${this.#toggle}>${icon(this.timer ? 'pause' : 'play')}</button>
          <button class="quiet" aria-label=${msg('One event on')} @click=${() => this.#show(at + 1)}>${icon('chevron-right')}</button>
          <input type="range" min="0" max=${last} .value=${String(at)} aria-label=${msg('Event')} @input=${(event: Event) => this.#show(Number((event.target as HTMLInputElement).value))} />
          <span class="quietly">${msg(str`${at + 1} of ${rows.length}`)}</span>
        </div>
        <ol class="events">${rows.map(
          ({ event, state }, i) =>
            html`<li><button aria-current=${i === at ? 'true' : 'false'} @click=${() => this.#show(i)}>${happened(event, state)}</button></li>`,
        )}</ol>`
      }
    </section>
    ${rows.length === 0 ? nothing : html`<hm-score .now=${this.now}></hm-score><hm-moves-log .now=${this.now}></hm-moves-log>`}`;
  }

  #show(at: number): void {
    this.#stop();
    this.play.show(Math.max(0, at));
  }

  readonly #toggle = () => {
    if (this.timer) return this.#stop();
    const last = this.now.history.states.length - 1;
    if (this.now.shownAt === undefined) this.play.show(0);
    this.timer = setInterval(() => {
      const at = this.now.shownAt ?? last;
      if (at >= last) this.#stop();
      else this.play.show(at + 1);
    }, STEP_MS);
  };

  #stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  readonly #save = () => {
    if (this.now.history.states.length === 0) return;
    const name = `hashmark-match-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
    saveBytes(`${JSON.stringify(matchFile(this.now.history), null, 1)}\n`, 'application/json', name);
  };

  readonly #picked = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) await this.open(file);
    input.value = '';
  };

  /** Opens a log that a player chose; a fault in it is reported, and the match on the page stays. */
  async open(file: File): Promise<void> {
    try {
      this.play.open(parseJson(await textOf(file)));
      this.problem = undefined;
    } catch (error) {
      this.problem = unreadableLog(file.name, error);
    }
  }
}

/** An event, and below it its automatic consequences, including the new phase, without repetitions. */
function happened(event: GameEvent, state: GameState) {
  const done = matchWords(eventWords(event, state));
  const phase = event.kind === 'next phase' ? [phaseWords()[state.phase]] : [];
  const followed = [...state.notes.map(matchWords), ...phase].filter((one) => one !== done);
  return html`${done}${followed.length > 0 ? html`<small>${followed.join('; ')}</small>` : nothing}`;
}
