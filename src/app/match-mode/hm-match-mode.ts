import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Moment } from '../../game/table/moment.js';
import { BASIC_DIAL } from '../../scene/ask/dials.js';
import type { Table } from '../../table/table.js';
import { type Phrase, phrase } from '../../texts/tools-texts.js';
import { dateLocale, translate } from '../locales/language.js';
import { shipName } from '../ui/ship-name.js';
import '../match/turn/hm-dial.js';
import { controlStyles } from '../ui/control.styles.js';
import { takeFocusFromBar } from '../ui/focus.js';
import { icon } from '../ui/icon.js';
import { matchWords } from '../ui/maneuver-words.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import type { RefusedQuestion } from './fair-play.js';
import type { FairEntry, FairState } from './fair-play-log.js';
import { momentWords } from './measuring-words.js';

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const LEAVING = [phrase('left-as-over'), phrase('left-for-judge'), phrase('left-to-practise')] as const;
const KINDS: Readonly<Partial<Record<FairEntry['kind'], Phrase>>> = { answered: phrase('log-answered'), refused: phrase('log-refused') };

/**
 * Match mode, in the answer's place: the agreement, the present moment, why something is not measured now, the log, and the way out.
 * @fires hm-fair - an action of the players
 */
@customElement('hm-match-mode')
@localized()
export class HmMatchMode extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      :host { display: block; }
      .agree { display: flex; gap: 0.6rem; align-items: center; min-height: 2.25rem; color: var(--hm-ink); }
      .agree input { width: 1.3rem; height: 1.3rem; accent-color: var(--hm-accent); }
      .do.first { border-color: var(--hm-accent); font-weight: 600; }
      .do[aria-disabled='true'] { opacity: 0.5; cursor: default; }
      summary { cursor: pointer; min-height: 1.9rem; align-content: center; color: var(--hm-ink-2); }
      summary:focus-visible { outline: 2px solid var(--hm-focus); outline-offset: 2px; }
      .log li { display: block; padding: 0.25rem 0; border-top: 1px solid var(--hm-line); line-height: 1.35; }
      .log time { color: var(--hm-ink-3); font-variant-numeric: tabular-nums; }
      .log .refused { color: var(--hm-doubt); }
      hm-dial { max-height: 17rem; overflow: auto; }
    `,
  ];

  @property({ attribute: false }) fair!: FairState;
  @property({ attribute: false }) refused: RefusedQuestion | undefined;
  /** The moment comes from a match that is played by the rules. */
  @property({ type: Boolean }) following = false;
  @property({ attribute: false }) table!: Table;
  @property() chosenId: string | undefined;
  @state() private agreed: readonly [boolean, boolean] = [false, false];
  @state() private shipId: string | undefined;
  @state() private choosesManeuver = false;

  protected override firstUpdated(): void {
    takeFocusFromBar(this, this.renderRoot.querySelector('h2'));
  }

  /** Keeps the focus in the panel where what had it is gone, as what both agree to is once they have. */
  protected override update(changed: PropertyValues): void {
    const focused = this.shadowRoot?.activeElement;
    super.update(changed);
    if (focused && !focused.isConnected) this.renderRoot.querySelector('h2')!.focus();
  }

  override render() {
    return html`<section aria-label=${msg('Match mode')}>
      <header><h2 tabindex="-1">${msg('Match mode')}</h2><button class="quiet" aria-label=${msg('Back to the answer')} title=${msg('Back to the answer')} @click=${() => emit(this, 'hm-fair', { kind: 'close' })}>${icon('xmark')}</button></header>
      ${this.fair.isOn ? html`${this.#refusal()}${this.#moment()}` : this.#offer()}
      ${this.#log()}
      ${this.fair.isOn ? this.#leave() : nothing}
    </section>`;
  }

  #offer() {
    const both = this.agreed.every(Boolean);
    const onAgree = (place: 0 | 1) => (event: Event) => {
      const { checked } = event.target as HTMLInputElement;
      this.agreed = place === 0 ? [checked, this.agreed[1]] : [this.agreed[0], checked];
    };
    return html`<p>${msg('Then only what the rules allow at that moment is measured: no range before an attack, no template before its ship moves. Every question is logged here, for both of you. Without match mode everything is measured, for practice and for judges.')}</p>
      <label class="agree"><input type="checkbox" .checked=${this.agreed[0]} @change=${onAgree(0)} />${msg('Player 1 agrees')}</label>
      <label class="agree"><input type="checkbox" .checked=${this.agreed[1]} @change=${onAgree(1)} />${msg('Player 2 agrees')}</label>
      <div class="row"><button class="do first" aria-disabled=${!both} @click=${() => both && emit(this, 'hm-fair', { kind: 'begin' })}>${msg('Begin')}</button></div>`;
  }

  #refusal() {
    if (!this.refused) return nothing;
    const { asked, refusal } = this.refused;
    return html`<div role="alert" data-refused=${refusal.code}><p class="doubtful"><b>${msg(str`Not measured now: ${translate(asked)}.`)}</b></p>
      <p>${matchWords(refusal.message)} ${matchWords(refusal.hint)}</p></div>`;
  }

  #moment() {
    const words = translate(momentWords(this.fair.moment, this.table));
    const now = html`<p>${msg('Now:')} <b>${words}</b>${this.following ? msg(', according to the match') : ''}.</p>`;
    if (this.following) return now;
    const { ships } = this.table;
    const shipId = [this.shipId, this.chosenId].find((id) => ships.some((ship) => ship.id === id)) ?? ships[0]?.id;
    if (shipId === undefined) return now;
    const say = (moment: Moment) => emit(this, 'hm-fair', { kind: 'moment', moment });
    const button = (title: string, onClick: () => void) => html`<button class="do" @click=${onClick}>${title}</button>`;
    return html`${now}
      <div class="row"><label>${msg('What is going on?')}
        <select @change=${(event: Event) => (this.shipId = (event.target as HTMLSelectElement).value)}>${ships.map((ship) => html`<option value=${ship.id} ?selected=${ship.id === shipId}>${shipName(ship, ships)}</option>`)}</select></label>
        ${button(msg('attacks'), () => say({ kind: 'declare target', ship: shipId }))}
        <button class="do" aria-expanded=${this.choosesManeuver} @click=${() => (this.choosesManeuver = !this.choosesManeuver)}>${msg('executes its maneuver')}</button>
        ${button(msg('performs an action'), () => say({ kind: 'action', ship: shipId }))}
        ${button(msg('has an ability that asks for a measurement'), () => say({ kind: 'ability', ship: shipId }))}
        ${this.fair.moment.kind === 'nothing' ? nothing : button(msg('nothing any more'), () => say({ kind: 'nothing' }))}</div>
      ${
        this.choosesManeuver
          ? html`<p>${msg('Which maneuver was revealed?')}</p><hm-dial .codes=${BASIC_DIAL} @hm-dial-set=${(
              event: CustomEvent<{ code: string }>,
            ) => {
              this.choosesManeuver = false;
              say({ kind: 'maneuver', ship: shipId, code: event.detail.code });
            }}></hm-dial>`
          : nothing
      }`;
  }

  #log() {
    const { log } = this.fair;
    if (log.length === 0) return nothing;
    const time = (atMs: number) => new Date(atMs).toLocaleTimeString(dateLocale(), { timeStyle: 'medium' });
    return html`<details ?open=${!this.refused && this.fair.isOn}><summary>${log.length === 1 ? msg('The log: 1 entry') : msg(str`The log: ${log.length} entries`)}</summary>
      <ul class="log">${[...log].reverse().map(({ atMs, kind, text, rule }) => html`<li class=${kind} data-rule=${rule ?? nothing}><time>${time(atMs)}</time> ${translate(KINDS[kind] ?? '')} ${translate(text)}</li>`)}</ul></details>`;
  }

  #leave() {
    return html`<details><summary>${msg('Leave match mode')}</summary><p class="hint">${msg('The log records that you left, and why.')}</p>
      <div class="row">${LEAVING.map((why) => html`<button class="do" data-leave @click=${() => emit(this, 'hm-fair', { kind: 'leave', why })}>${capitalized(translate(why))}</button>`)}</div></details>`;
  }
}
