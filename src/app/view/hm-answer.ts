import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type Answer, answerSentence, type Fact, lastAnswer } from '../../scene/answer.js';
import { ageText, type Freshness } from '../../scene/freshness.js';
import { shipLabel } from '../../scene/ship-label.js';
import type { CorrectedShip } from '../../table/track-table.js';
import type { Known } from '../table-session.js';
import { controlStyles } from './control.styles.js';
import { emit } from './emit.js';
import { icon } from './icon.js';

/** A distance that changed by less is no news. */
const LEAST_NEWS_MM = 2;
const NEWS_SIGMAS = 3;

/**
 * The answer, large and plain: from which ship to which, the range, the arcs; or what to do to get one.
 * @fires hm-swap - measure the other way round
 * @fires hm-choose-none - let both ships go
 */
@customElement('hm-answer')
export class HmAnswer extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: block; container-type: inline-size; }
      .card { box-sizing: border-box; height: 100%; overflow-y: auto; align-content: start; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; padding: 0.75rem 1.1rem; border-radius: var(--hm-radius); background: var(--hm-panel); border: 1px solid var(--hm-line); }
      .card.sure { border-color: color-mix(in srgb, var(--hm-accent) 45%, var(--hm-line)); }
      .card.open { border-color: color-mix(in srgb, var(--hm-doubt) 55%, var(--hm-line)); }
      .card:not(:has(header)) { align-content: center; }
      header { display: flex; align-items: center; gap: 0.5rem; min-height: 2.1rem; color: var(--hm-ink-2); font-size: 0.92rem; }
      .ship { display: inline-flex; align-items: center; gap: 0.4rem; min-width: 0; font-weight: 600; color: var(--hm-ink); }
      .ship span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .dot { flex: none; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: var(--owner, var(--hm-neutral)); }
      .owner-1 { --owner: var(--hm-player-1); }
      .owner-2 { --owner: var(--hm-player-2); }
      header .end { flex: none; margin-left: auto; display: flex; gap: 0.15rem; }
      .headline { margin: 0; font-size: clamp(2rem, 11cqi, 3.1rem); line-height: 1.02; font-weight: 700; letter-spacing: -0.025em; color: var(--hm-ink); }
      .sure .headline { color: var(--hm-accent); }
      .open .headline { color: var(--hm-doubt); font-size: clamp(1.7rem, 9cqi, 2.6rem); }
      .detail { margin: 0; font-size: 1.06rem; color: var(--hm-ink); font-variant-numeric: tabular-nums; }
      dl { display: grid; grid-template-columns: auto 1fr; gap: 0.32rem 0.9rem; margin: 0.35rem 0 0; padding-top: 0.7rem; border-top: 1px solid var(--hm-line); font-size: 0.95rem; }
      dt { color: var(--hm-ink-2); }
      dd { margin: 0; font-variant-numeric: tabular-nums; display: flex; gap: 0.45rem; align-items: baseline; }
      dd.yes { color: var(--hm-accent); }
      dd.no { color: var(--hm-ink); }
      dd.doubtful { color: var(--hm-doubt); }
      @container (min-width: 36rem) {
        .card:has(dl) { grid-template-columns: fit-content(46%) minmax(0, 1fr); column-gap: 2.5rem; align-items: start; }
        header { grid-column: 1 / -1; }
        dl { grid-column: 2; grid-row: 2 / span 3; margin: 0; padding: 0.2rem 0 0 2rem; border-top: 0; border-left: 1px solid var(--hm-line); align-self: stretch; align-content: start; }
        .headline { font-size: clamp(2rem, 5cqi, 3.1rem); }
        .open .headline { font-size: clamp(1.7rem, 4.6cqi, 2.6rem); }
      }
      @container (min-width: 50rem) {
        .card:has(dl):has(.notes) { grid-template-columns: fit-content(32%) minmax(0, 1fr) minmax(0, min(17rem, 26%)); }
        .sure:has(dl):has(.notes) .headline { font-size: clamp(2rem, 3.9cqi, 3.1rem); }
        .open:has(dl):has(.notes) .headline { font-size: clamp(1.7rem, 3.4cqi, 2.6rem); }
        dl ~ .notes { grid-column: 3; grid-row: 2 / span 3; padding-top: 0.2rem; }
      }
      .notes { margin: 0.2rem 0 0; padding: 0; list-style: none; color: var(--hm-ink-2); font-size: 0.88rem; display: grid; gap: 0.2rem; }
      .notes li { display: flex; gap: 0.45rem; align-items: baseline; }
      .ask { margin: 0; font-size: 1.25rem; font-weight: 600; letter-spacing: -0.01em; }
      .how { margin: 0; color: var(--hm-ink-2); line-height: 1.45; }
    `,
  ];

  @property({ attribute: false }) known: Known | undefined;
  /** The camera's picture does not belong to this answer any more. */
  @property({ type: Boolean }) stale = false;
  /** How old it is, while that is watched. */
  @property({ attribute: false }) freshness: Freshness | undefined;
  @state() private spoken = '';
  #spokenVerdicts = '';
  #spokenMm = 0;
  /** The pair and the headline that stand in the card. */
  #headed = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('known') || changed.has('stale')) this.#speak();
  }

  /** Another answer is read from its top; the same one stays where it was scrolled to while its numbers tremble. */
  protected override updated(): void {
    const headed = JSON.stringify([this.known?.chosen, this.#present()?.headline]);
    if (headed === this.#headed) return;
    this.#headed = headed;
    this.renderRoot.querySelector('.card')!.scrollTop = 0;
  }

  override render() {
    const { chosen = [] } = this.known ?? {};
    const answer = this.#present();
    return html`
      <section class="card ${answer ? (answer.isCertain ? 'sure' : 'open') : ''}" aria-label="Answer">
        ${answer && chosen.length === 2 ? this.#answer(answer) : this.#question()}
      </section>
      <p class="visually-hidden" role="status" aria-live="polite">${this.spoken}</p>`;
  }

  #present(): Answer | undefined {
    const answer = this.known?.answer;
    return answer && this.stale ? lastAnswer(answer, this.freshness) : answer;
  }

  #answer(answer: Answer) {
    const [from, to] = this.known!.chosen.map((id) => this.#ship(id));
    return html`
      <header>
        ${this.#name(from!)} ${icon('arrow-right', 'to')} ${this.#name(to!)}
        <span class="end">
          <button class="quiet" @click=${() => emit(this, 'hm-swap')} aria-label="Measure the other way round" title="Measure the other way round">${icon('swap')}</button>
          <button class="quiet" @click=${() => emit(this, 'hm-choose-none')} aria-label="Let both ships go" title="Let both ships go">${icon('xmark')}</button>
        </span>
      </header>
      <p class="headline">${answer.headline}</p>
      <p class="detail">${answer.detail}</p>
      ${answer.facts.length ? html`<dl>${answer.facts.map(factRow)}</dl>` : nothing}
      ${this.#notes([from!, to!])}`;
  }

  #question() {
    const { ships = [], chosen = [] } = this.known ?? {};
    const [from] = chosen.map((id) => this.#ship(id));
    if (from) {
      return html`<header>${this.#name(from)} ${icon('arrow-right', 'to')} <span>…</span>
        <span class="end"><button class="quiet" @click=${() => emit(this, 'hm-choose-none')} aria-label="Let the ship go" title="Let the ship go">${icon('xmark')}</button></span></header>
        <p class="ask">Now tap the other ship.</p>
        <p class="how">Range is measured from base to base; arcs are those of the first ship.</p>`;
    }
    if (ships.length < 2) {
      return html`<p class="ask">${ships.length ? 'One ship so far.' : 'No ships yet.'}</p>
        <p class="how">As soon as two ships are on the table, tap them to read the range.</p>`;
    }
    return html`<p class="ask">Tap two ships.</p>
      <p class="how">In the picture, on the map or in the list. The first one measures: its arcs count.</p>`;
  }

  #notes(both: readonly CorrectedShip[]) {
    const notes = both.flatMap((shown) => this.#notesOf(shown));
    if (this.stale) notes.unshift(staleNote(this.freshness));
    return notes.length ? html`<ul class="notes">${notes.map((note) => html`<li>${icon('info')}<span>${note}</span></li>`)}</ul>` : nothing;
  }

  #notesOf({ ship, isSeen, isPlacedByHand }: CorrectedShip): string[] {
    const name = shipLabel(ship, this.known!.table.ships);
    const doubt = ship.detectionProbability;
    return [
      ...(isSeen ? [] : [`${name} is hidden now; its last place counts.`]),
      ...(isPlacedByHand ? [`${name} was placed by hand.`] : []),
      ...(doubt !== undefined && doubt < 0.9 ? [`That ${name} is a ship is ${Math.round(doubt * 100)} % likely.`] : []),
    ];
  }

  #name(shown: CorrectedShip) {
    return html`<span class="ship owner-${shown.ship.owner ?? 'none'}"><i class="dot"></i><span>${shipLabel(shown.ship, this.known!.table.ships)}</span></span>`;
  }

  #ship(id: string): CorrectedShip {
    return this.known!.ships.find(({ ship }) => ship.id === id)!;
  }

  /** Said aloud when the verdict changes, or the distance by more than its doubt, not with every tenth of a millimetre. */
  #speak(): void {
    const { chosen = [], table } = this.known ?? {};
    const answer = this.#present();
    if (!answer || !table || chosen.length < 2) {
      this.#spokenVerdicts = '';
      this.spoken = '';
      return;
    }
    const notes = chosen.flatMap((id) => this.#notesOf(this.#ship(id)));
    const verdicts = JSON.stringify([chosen, answer.headline, answer.facts.map(({ name, verdict }) => [name, verdict]), notes]);
    const { mm = 0, sigmaMm = 0 } = this.known?.pair?.closest ?? {};
    if (verdicts === this.#spokenVerdicts && Math.abs(mm - this.#spokenMm) <= Math.max(LEAST_NEWS_MM, NEWS_SIGMAS * sigmaMm)) return;
    this.#spokenVerdicts = verdicts;
    this.#spokenMm = mm;
    const [from, to] = chosen.map((id) => shipLabel(this.#ship(id).ship, table.ships));
    this.spoken = [answerSentence(answer, from!, to!), ...notes].join(' ');
  }
}

function staleNote(freshness: Freshness | undefined): string {
  if (freshness?.kind === 'moving') return 'Something moves here: the answer comes back when it rests.';
  const when = freshness ? `, ${ageText(freshness.ageMs)}` : '';
  return `The camera does not see the table now: this is what it saw last${when}.`;
}

function factRow({ name, text, isCertain, verdict }: Fact) {
  return html`<dt>${name}</dt><dd class=${isCertain ? verdict : 'doubtful'}>${text}</dd>`;
}
