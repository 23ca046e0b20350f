import { localized } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { isClock, type RoundClock, shownClock, startedClock } from '../../../game/score/round-clock.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { forget, keep, kept } from '../../ui/storage.js';
import { entered } from '../state/entered.js';
import { gameStyles } from './game.styles.js';

const KEY = 'hashmark-round-clock';
const TICK_MS = 1000;
const MAX_MINUTES = 600;

/** The clock of a round, as far as it may be seen: the minutes that have gone by, and that its end has come. It is set where the log is shown. */
@customElement('hm-round-clock')
@localized()
export class HmRoundClock extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      input { width: 5rem; }
      .row { align-items: end; }
      .over { color: var(--hm-doubt); font-weight: 600; }
      .minutes { color: var(--hm-ink-2); font-variant-numeric: tabular-nums; }
    `,
  ];

  /** Whether the clock can be set here. */
  @property({ type: Boolean }) open = false;
  @state() private clock = keptClock();
  @state() private minutes = 75;
  @state() private extra = 0;
  /** The shown text, which changes once a minute. */
  @state() private shown = '';
  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => {
      this.shown = this.clock ? JSON.stringify(shownClock(this.clock, Date.now())) : '';
    }, TICK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  override render() {
    return this.open ? this.#panel() : this.clock ? this.#now(this.clock) : nothing;
  }

  #now(clock: RoundClock) {
    const { minutes, isOver } = shownClock(clock, Date.now());
    return isOver
      ? html`<span class="over" role="alert">${translate(phrase('round-clock-over'))}</span>`
      : html`<span class="minutes" title=${translate(phrase('round-clock'))}>${translate(phrase('round-clock-minutes', minutes))}</span>`;
  }

  #panel() {
    const field = (name: 'minutes' | 'extra', least: number) =>
      html`<label>${translate(phrase(name === 'minutes' ? 'round-clock-for' : 'round-clock-extra'))} <input type="number" name=${name} min=${least} max=${MAX_MINUTES} inputmode="numeric" .value=${String(this[name])} @change=${(event: Event) => (this[name] = minutesIn(event, least))} /></label>`;
    return html`<details class="panel"><summary>${translate(phrase('round-clock'))} ${this.clock ? this.#now(this.clock) : nothing}</summary>
      <p class="quietly">${translate(phrase('round-clock-how'))}</p>
      ${
        this.clock
          ? html`<div class="row"><button class="do" @click=${() => this.#set(undefined)}>${translate(phrase('round-clock-stop'))}</button></div>`
          : html`<div class="row">${field('minutes', 1)} ${field('extra', 0)}<button class="do first" @click=${() => this.#set(startedClock(Date.now(), this.minutes, this.extra, draw()))}>${translate(phrase('round-clock-start'))}</button></div>`
      }</details>`;
  }

  #set(clock: RoundClock | undefined): void {
    this.clock = clock;
    if (clock) keep(KEY, clock);
    else forget(KEY);
  }
}

function keptClock(): RoundClock | undefined {
  const clock = kept(KEY);
  return isClock(clock) ? clock : undefined;
}

const draw = () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;

function minutesIn(event: Event, least: number): number {
  return Math.min(MAX_MINUTES, Math.max(least, Math.round(Number(entered(event))) || 0));
}
