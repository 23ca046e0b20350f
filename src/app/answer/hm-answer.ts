import { localized, msg, str } from '@lit/localize';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import { isSettledByAll } from '../../scene/ask/settled-by-all.js';
import { type Answer, answerSentence, type Fact, lastAnswer } from '../../scene/words/answer.js';
import type { Freshness } from '../../scene/words/freshness.js';
import { type HeadlineLine, percentText } from '../../scene/words/headline.js';
import { correctionNotes } from '../../table/correction-notes.js';
import { isLengthOpen } from '../../table/huge-ship.js';
import { STATED_SHIP } from '../../table/ship-certainty.js';
import type { ArcName, Ship } from '../../table/table.js';
import type { CorrectedShip } from '../../table/track/track-table.js';
import { phrase } from '../../texts/phrase.js';
import { answerWords, translate } from '../locales/language.js';
import type { Waiting, Worth } from '../picture/worth-words.js';
import { unseenNote } from '../ships/unseen-words.js';
import type { Remeasuring } from '../state/page-state.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { emit } from '../ui/page-events.js';
import { shipName } from '../ui/ship-name.js';
import { sayAloud } from '../ui/speak-aloud.js';
import { styled } from '../ui/styled.js';
import { answerStyles } from './answer.styles.js';
import { remeasuringOf } from './remeasuring-of.js';
import { lateNote, staleNote } from './stale-note.js';
import { toolButtons } from './tool-buttons.js';

/** Directions in which a turret can point. */
const TURRET_ARCS: readonly ArcName[] = ['front', 'rear', 'left', 'right'];
/** Change of a distance below which it is no news. */
const MIN_NEWS_MM = 2;
const NEWS_SIGMAS = 3;

/**
 * The answer, large and plain: from which ship to which, the range, the arcs; or what to do to get one.
 * @fires hm-swap - measure the other way round
 * @fires hm-choose-none - let both ships go
 * @fires hm-tool - something else is asked
 */
@customElement('hm-answer')
@localized()
export class HmAnswer extends LitElement {
  static override styles = [controlStyles, answerStyles];

  @property({ attribute: false }) known: TableView | undefined;
  /** Whether the camera's picture no longer belongs to this answer. */
  @property({ type: Boolean }) stale = false;
  /** Present uncertainty of a distance. */
  @property({ attribute: false }) worth: Worth | undefined;
  /** The thing that is waited for, or why there are no ships. */
  @property({ attribute: false }) waiting: Waiting | undefined;
  /** The gain from holding the camera over both ships. */
  @property() closer = '';
  /** Progress of averaging several looks, 0…1; undefined where no more are to come. */
  @property({ attribute: false }) lookedShare: number | undefined;
  /** Progress of remeasuring; `null` where the source has no more pictures for that. */
  @property({ attribute: false }) remeasuring: Remeasuring | undefined | null;
  /** Its age, while that is watched. */
  @property({ attribute: false }) freshness: Freshness | undefined;
  @state() private spoken = '';
  /** Whether, on an upright phone, all of the answer is shown and not only what decides. */
  @state() private isWhole = false;
  #spokenVerdicts = '';
  #spokenMm = 0;
  /** The pair and the headline in the card. */
  #headed = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('known') || changed.has('stale')) this.#speak();
  }

  /** Moves the focus to an equivalent element where the focused one was redrawn as another. */
  protected override update(changed: PropertyValues<this>): void {
    const focused = this.shadowRoot?.activeElement as HTMLElement | null | undefined;
    super.update(changed);
    if (focused && !focused.isConnected) this.takeFocus(focused.dataset.tool);
  }

  /** Focuses the button of a tool, or the first button; where there is none, the answer. */
  takeFocus(tool: string | undefined): void {
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    (find(`[data-tool='${tool}']`) ?? find('.card button') ?? find('.card'))?.focus({ preventScroll: true });
  }

  /** Shows another answer from its top; the same one keeps its scroll position while its numbers tremble. */
  protected override updated(): void {
    const headed = JSON.stringify([this.known?.chosen, this.#present()?.lines.map(({ text }) => text)]);
    if (headed === this.#headed) return;
    this.#headed = headed;
    this.renderRoot.querySelector('.card')!.scrollTop = 0;
  }

  override render() {
    const { chosen = [] } = this.known ?? {};
    const answer = this.#present();
    return html`
      <section class="card ${answer ? (answer.isCertain ? 'sure' : 'open') : ''} ${this.isWhole ? 'whole' : ''}" tabindex="-1" aria-label=${msg('Answer')}>
        ${answer && chosen.length === 2 ? this.#answer(answer) : this.#question()}
      </section>
      <p class="visually-hidden" role="status" aria-live="polite">${this.spoken}</p>`;
  }

  #present(): Answer | undefined {
    const answer = this.known?.answer;
    return answer && this.stale ? lastAnswer(answer, this.freshness, answerWords()) : answer;
  }

  #answer(answer: Answer) {
    const [from, to] = this.known!.chosen.map((id) => this.#ship(id));
    return html`
      <header>
        ${this.#name(from!)} ${icon('arrow-right', msg('to'))} ${this.#name(to!)}
        <span class="end">${this.#ring()}${
          this.remeasuring === null
            ? nothing
            : html`
          <button class="quiet again" data-tool="again" ?disabled=${this.remeasuring?.kind === 'measuring'} aria-label=${translate(phrase('look-again'))} title=${translate(phrase('look-again-how'))} @click=${() => emit(this, 'hm-remeasure', { of: this.known!.chosen })}>${icon('refresh')}<span>${translate(phrase('look-again'))}</span></button>`
        }
          <button class="quiet freeze" data-tool="freeze" aria-label=${msg('Freeze')} title=${msg('Freeze as evidence: nothing leaves this device unless you save it')} @click=${() => emit(this, 'hm-menu', { action: 'freeze' })}>${icon('lock')}<span>${msg('Freeze')}</span></button>
          <button class="quiet" @click=${() => emit(this, 'hm-swap')} aria-label=${msg('Measure the other way round')} title=${msg('Measure the other way round')}>${icon('swap')}</button>
          <button class="quiet" @click=${() => emit(this, 'hm-choose-none')} aria-label=${msg('Deselect both ships')} title=${msg('Deselect both ships')}>${icon('xmark')}</button>
        </span>
      </header>
      <div class="main">${headline(answer)}${this.#whetherAnyObstacle(answer)}${remeasuringOf(this.remeasuring, this.known!.chosen)}
        ${answer.facts.length ? html`<button class="more" aria-expanded=${this.isWhole} @click=${() => (this.isWhole = !this.isWhole)}>${this.isWhole ? msg('Less') : msg('More')} ${icon(this.isWhole ? 'chevron-down' : 'chevron-up')}</button>` : nothing}
      </div>
      ${answer.facts.length ? html`<dl>${answer.facts.map(factRow)}</dl>` : nothing}
      ${this.#arcs(from!.ship)}
      ${this.#notes([from!, to!])}${toolButtons(this.known!, this)}`;
  }

  /** The arcs that are asked about: those of its weapons, and where a turret points. */
  #arcs({ id: shipId, arcs, hasTurret }: Ship) {
    const { arcs: names } = answerWords();
    const toggle = (arc: ArcName) => {
      const asked = arcs.includes(arc) ? arcs.filter((other) => other !== arc) : [...arcs, arc];
      const isTurretSaid = TURRET_ARCS.includes(arc) && !arcs.includes(arc);
      emit(this, 'hm-edit', { edit: { kind: 'arcs', shipId, arcs: asked, ...(hasTurret && !isTurretSaid && { hasTurret }) } });
    };
    return html`<div class="arcs" role="group" aria-label=${msg('Arcs to check')}>
      ${hasTurret ? html`<span>${msg('Where does its turret point?')}</span>` : nothing}
      ${ARC_NAMES.map((arc) => html`<button class="tool" data-arc=${arc} aria-pressed=${arcs.includes(arc)} @click=${() => toggle(arc)}>${names[arc]}</button>`)}
    </div>`;
  }

  #question() {
    const { ships = [], chosen = [], state } = this.known ?? {};
    const isSeen = state?.camera !== undefined;
    const [from, to] = chosen.map((id) => this.#ship(id));
    if (from) {
      const off = this.#offMat();
      return html`<header>${this.#name(from)} ${icon('arrow-right', msg('to'))} ${to ? this.#name(to) : html`<span>…</span>`}
        <span class="end"><button class="quiet" @click=${() => emit(this, 'hm-choose-none')} aria-label=${msg('Deselect the ship')} title=${msg('Deselect the ship')}>${icon('xmark')}</button></span></header>
        <p class="ask">${off || msg('Now tap the other ship.')}</p>
        ${off ? nothing : html`<p class="how">${msg('Range is measured from base to base; arcs are those of the first ship.')}</p>`}${toolButtons(this.known!, this)}`;
    }
    if (this.waiting) return html`<p class="ask" role="status">${this.waiting.what}</p><p class="how">${this.waiting.how}</p>`;
    if (ships.length < 2) {
      return html`<p class="ask">${ships.length ? msg('One ship so far.') : msg('No ships yet.')}</p>
        <p class="how">${msg('As soon as two ships are on the table, tap them to read the range.')}${isSeen ? html` ${msg('More on the table? Tap them in the picture.')}` : nothing}</p>`;
    }
    return html`<p class="ask">${msg('Tap two ships.')}</p>
      ${isSeen ? html`<p class="how">${this.#ring()} ${msg(str`${ships.length} ships found. More on the table? Tap them.`)}</p>` : nothing}
      ${this.known?.table.isEdgeUnknown ? html`<p class="how">${edgeUnknown()}</p>` : nothing}
      ${this.worth?.why ? html`<p class="how worth">${msg(str`Distances are known to ${this.worth.text} now.`)} ${this.worth.why}</p>` : nothing}
      <p class="how">${msg('In the picture, on the map or in the list. The first one measures: its arcs count.')}</p>${toolButtons(this.known!, this)}`;
  }

  /** The chosen ship that does not stand on the mat; empty where all do. */
  #offMat(): string {
    const { chosen, report, table } = this.known!;
    const off = chosen.find((id) => report.offMat?.includes(id));
    if (off === undefined) return '';
    const name = shipName(this.#ship(off).ship, table.ships);
    return msg(str`${name} stands off the mat: nothing is measured to it. A ship that leaves the mat has fled.`);
  }

  #notes(both: readonly CorrectedShip[]) {
    const notes = both.flatMap((shown) => this.#notesOf(shown));
    const aged = this.stale ? staleNote(this.freshness) : lateNote(this.freshness);
    if (aged) notes.unshift(aged);
    if (this.known?.table.isEdgeUnknown) notes.push(edgeUnknown());
    else if (this.closer && !this.stale) notes.push(this.closer);
    return notes.length ? html`<ul class="notes">${notes.map((note) => html`<li>${icon('info')}<span>${note}</span></li>`)}</ul>` : nothing;
  }

  /** Asked once for a table, where the answer would settle a line. */
  #whetherAnyObstacle({ lines }: Answer) {
    const { table, pair } = this.known!;
    const isAsked = lines.some(({ about, isCertain }) => about === 'obstruction' && !isCertain);
    if (!isAsked || !pair || !isSettledByAll(table, pair)) return nothing;
    const isNone = table.areObstaclesOpen && table.obstacles.length === 0;
    return html`<p class="how">${isNone ? msg('No obstacle was recognised.') : msg('Something that was not recognised may be an obstacle.')} <button class="tool" @click=${() => emit(this, 'hm-edit', { edit: { kind: 'all obstacles' } })}>${isNone ? msg('No obstacles in play') : msg('All obstacles are shown')}</button></p>`;
  }

  #notesOf(shown: CorrectedShip): string[] {
    const { ship, isSeen, isPlacedByRules } = shown;
    const name = shipName(ship, this.known!.table.ships);
    const probability = ship.detectionProbability;
    return [
      ...(isSeen ? [] : [unseenNote(this.known!, shown, name)]),
      ...(this.known!.state.mayBeExchanged?.includes(ship.id) ? [translate(phrase('may-be-another', name))] : []),
      ...(isLengthOpen(ship)
        ? [translate(phrase('huge-length-open', name))]
        : isPlacedByRules
          ? [msg(str`${name} stands where the rules of the match put it; it is measured once it has moved.`)]
          : ship.isByHand
            ? [msg(str`${name} was placed by hand: nothing that is measured to it is certain.`)]
            : []),
      ...correctionNotes([ship], () => name).map(translate),
      ...(probability !== undefined && probability < STATED_SHIP
        ? [msg(str`${name} is a ship with a probability of ${Math.round(probability * 100)} %.`)]
        : []),
    ];
  }

  /** A ring that fills while looks at a table at rest are averaged, and goes when more of them would not make the answer more exact. */
  #ring() {
    const share = this.lookedShare;
    if (share === undefined || share > 0.99) return nothing;
    const label = msg(str`Looking: ${Math.round(100 * share)} %`);
    return html`<svg class="ring" viewBox="0 0 20 20" role="img" aria-label=${label}><title>${label}</title>
      <circle cx="10" cy="10" r="7"></circle><circle class="filled" cx="10" cy="10" r="7" pathLength="1" ${styled({ '--share': share.toFixed(2) })}></circle></svg>`;
  }

  #name(shown: CorrectedShip) {
    return html`<span class="ship owner-${shown.ship.owner ?? 'none'}"><i class="dot"></i><span>${shipName(shown.ship, this.known!.table.ships)}</span></span>`;
  }

  #ship(id: string): CorrectedShip {
    return this.known!.ships.find(({ ship }) => ship.id === id)!;
  }

  /** Speaks when the verdict changes, or the distance by more than its uncertainty, not with every tenth of a millimetre. */
  #speak(): void {
    const { chosen = [], table } = this.known ?? {};
    const answer = this.#present();
    if (!answer || !table || chosen.length < 2) {
      this.#spokenVerdicts = '';
      this.spoken = this.known ? this.#offMat() : '';
      return;
    }
    const notes = chosen.flatMap((id) => this.#notesOf(this.#ship(id)));
    const verdicts = JSON.stringify([
      chosen,
      answer.headline,
      answer.lines.map(({ text }) => text),
      answer.facts.map(({ name, verdict }) => [name, verdict]),
      notes,
    ]);
    const { mm = 0, sigmaMm = 0 } = this.known?.pair?.closest ?? {};
    if (verdicts === this.#spokenVerdicts && Math.abs(mm - this.#spokenMm) <= Math.max(MIN_NEWS_MM, NEWS_SIGMAS * sigmaMm)) return;
    this.#spokenVerdicts = verdicts;
    this.#spokenMm = mm;
    const [from, to] = chosen.map((id) => shipName(this.#ship(id).ship, table.ships));
    this.spoken = [answerSentence(answer, from!, to!, answerWords()), ...notes].join(' ');
    sayAloud(this.spoken);
  }
}

const edgeUnknown = () =>
  msg('Only a part of the table has been in view: ranges between these ships count, but the table’s edge is unknown.');

/** The headline: the range large, arc and obstruction under it, and the odds of each line that is open. */
function headline({ headline: first, lines, detail }: Answer) {
  const [range, ...rest] = lines;
  return html`<p class="headline ${range && !range.isCertain ? 'doubtful' : ''}">${first}</p>
    ${rest.length ? html`<p class="lines">${rest.map(({ text, isCertain }) => html`<span class=${isCertain ? '' : 'doubtful'}>${text}</span>`)}</p>` : nothing}
    <p class="detail">${detail}</p>
    ${lines.some(({ outcomes }) => outcomes.length > 0) ? html`<ul class="odds" aria-label=${msg('Odds')}>${lines.map(oddsOf)}</ul>` : nothing}`;
}

function oddsOf({ outcomes }: HeadlineLine) {
  return outcomes.map(
    (
      { text, probability },
      index,
    ) => html`<li class=${index === 0 ? 'apart' : ''} ${styled({ '--share': `${Math.round(probability * 100)}%` })}>
      <span>${text}</span><b>${percentText(probability, answerWords())}</b></li>`,
  );
}

function factRow({ name, text, isCertain, verdict }: Fact) {
  return html`<dt>${name}</dt><dd class=${isCertain ? verdict : 'doubtful'}>${text}</dd>`;
}
