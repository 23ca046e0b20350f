import { msg, str } from '@lit/localize';
import { html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ShowMessage } from '../../relay/wire/messages.js';
import { isTableName } from '../../relay/wire/topics.js';
import { drawnLoupes } from '../../scene/draw/loupe-view.js';
import { pathsOfTurn, replayOfTurn } from '../../scene/stream/turn-record.js';
import { answerOf, lastAnswer } from '../../scene/words/answer.js';
import { findPair } from '../../scene/words/measured-pair.js';
import { nowMs } from '../capture/frame-source.js';
import { loupeFigures, loupeStyles } from '../drawing/drawn-loupe.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import { answerWords, problemWords, wireMessage } from '../locales/language.js';
import { countByHand } from '../overlay/match-by-hand.js';
import { aged } from '../overlay/news-staleness.js';
import { controlStyles } from '../ui/control.styles.js';
import { shipName, TO } from '../ui/ship-name.js';
import { type ConsoleLink, type ConsoleState, linkConsole } from './console-link.js';
import { deskStyles } from './desk.styles.js';
import './hm-console-hand.js';
import './hm-console-map.js';
import type { Pen } from './hm-console-map.js';
import './hm-console-panel.js';
import './hm-obs.js';
import {
  cleared,
  isShown,
  withArc,
  withDrawing,
  withFlown,
  withManeuverEnds,
  withMeasured,
  withPair,
  withPlate,
  withReplay,
  withSpotlight,
} from './show-edits.js';

interface Command {
  readonly key: string;
  readonly text: string;
  readonly run: () => void;
  readonly isOn?: boolean;
  readonly needs?: 1 | 2;
}

/** Time that a measured pair is shown where drawings stay. */
const STAYS_SECONDS = 8;
/** Interval at which the age of an answer that is no longer seen is updated, ms. */
const TICK_MS = 500;

const PENS: readonly (readonly [Pen, () => string, string])[] = [
  ['choose', () => msg('Choose'), 'v'],
  ['line', () => msg('Line'), 'l'],
  ['arrow', () => msg('Arrow'), 'w'],
  ['circle', () => msg('Circle'), 'o'],
];

/** The commentator's and the judge's page: what is on screen, drawn on the table, and the streaming program's scenes. */
@customElement('hm-console')
export class HmConsole extends LitElement {
  static override styles = [controlStyles, overlayStyles, loupeStyles, deskStyles];

  @property() table = '';
  @property() token = '';
  @property() relay = '';
  @state() private now: ConsoleState | undefined;
  @state() private chosen: readonly string[] = [];
  @state() private pen: Pen = 'choose';
  @state() private fadeSeconds = 8;
  /** Whether the page on which every value is set by hand replaces the map. */
  @state() private isByHand = false;
  #link: ConsoleLink | undefined;
  #ageTimer: ReturnType<typeof setInterval> | undefined;
  #drawn = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    if (isTableName(this.table))
      this.#link = linkConsole({ url: this.relay, table: this.table, token: this.token }, (now) => (this.now = now));
    addEventListener('keydown', this.#onKey);
    this.#ageTimer = setInterval(() => this.now?.staleness && this.requestUpdate(), TICK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ageTimer);
    removeEventListener('keydown', this.#onKey);
    void this.#link?.close();
  }

  override render() {
    const { now } = this;
    if (!isTableName(this.table))
      return html`<p class="problem" role="alert">${msg(str`“${this.table}” cannot be the name of a table. Open the console’s link from the Stream menu.`)}</p>`;
    const show = now?.show ?? {};
    return html`
      <header><h1>${msg('Console')} · ${this.table}</h1>${this.#linked()}<button class="do by-hand" aria-pressed=${this.isByHand} @click=${() => (this.isByHand = !this.isByHand)}>${msg('By hand')}${this.#held()} <kbd>h</kbd></button></header>
      ${now?.call ? html`<p class="call" role="alert"><span>${now.call.reason ? msg(str`A judge is called: ${now.call.reason}`) : msg('A judge is called.')}</span><button class="do" @click=${() => this.#link?.call(undefined)}>${msg('Mark as done')}</button></p>` : nothing}
      ${this.isByHand ? html`<hm-console-hand .show=${show} .match=${now?.match} .table=${now?.news?.table} .fadeSeconds=${this.fadeSeconds} @hm-show=${(event: CustomEvent<ShowMessage>) => this.#put(event.detail)}></hm-console-hand>` : this.#desk(show)}`;
  }

  #desk(show: ShowMessage) {
    const { now } = this;
    return html`<main>
        <hm-console-map class=${now?.news ? '' : 'empty'} .news=${now?.news} .show=${show} .chosen=${this.chosen} .pen=${this.pen} ?stale=${now?.staleness !== undefined} @hm-ship=${this.#onShip} @hm-drawn=${this.#onDrawn}></hm-console-map>
        <div class="side">
          <section><h2>${msg('On screen')}</h2><p class="hint">${this.#hint()}</p><div class="commands">${this.#commands(show).map((one) => this.#button(one))}</div>${this.#answer()}</section>
          <section><h2>${msg('Draw')}</h2><div class="commands">${PENS.map(([pen, text, key]) => html`<button class="do" aria-pressed=${this.pen === pen} @click=${() => (this.pen = pen)}>${text()} <kbd>${key}</kbd></button>`)}</div>
            <label>${msg('Fades after')} <input type="number" min="0" max="3600" .value=${String(this.fadeSeconds)} @change=${(event: Event) => (this.fadeSeconds = Math.min(3600, Math.max(0, Number((event.target as HTMLInputElement).value) || 0)))} /> ${msg('s (0: stays)')}</label></section>
          ${this.chosen[0] === undefined ? nothing : html`<section><h2>${msg('Name plate')}</h2><label>${this.#nameOf(this.chosen[0])} <input maxlength="80" .value=${show.plates?.find(({ ship }) => ship === this.chosen[0])?.text ?? ''} @change=${(event: Event) => this.#put(withPlate(show, this.chosen[0]!, (event.target as HTMLInputElement).value.trim()))} /></label></section>`}
          <hm-console-panel .panel=${show.panel} @hm-panel=${(event: CustomEvent<ShowMessage['panel']>) => this.#put({ ...show, panel: event.detail })}></hm-console-panel>
          <hm-obs></hm-obs>
        </div>
      </main>`;
  }

  #linked() {
    const { status, isOnAir, staleness } = this.now ?? {};
    if (!this.token)
      return html`<span class="problem" role="alert">${msg('This address has no token: open the console’s link from the Stream menu.')}</span>`;
    if (status?.problem) return html`<span class="problem" role="alert">${problemWords(status.problem)}</span>`;
    if (!status?.linked) return html`<span>${msg('Connecting…')}</span>`;
    if (!isOnAir) return html`<span class="problem">${msg('Not yet on air…')}</span>`;
    if (status.camera?.problem?.code === 'no-table-open') return html`<span class="problem">${wireMessage(status.camera.problem)}</span>`;
    if (status.stale) return html`<span class="problem">${msg('Connected; the camera is not sending')}</span>`;
    if (!staleness) return html`<span class="good">${msg('Live')}</span>`;
    return html`<span class="problem">${staleness.kind === 'moving' ? answerWords().moving : answerWords().notSeen}</span>`;
  }

  /** Number of values on screen that are held by hand, including those set before this page was loaded. */
  #held() {
    const count = countByHand(this.now?.show.byHand ?? {});
    return count > 0 ? html` <span class="held" role="img" aria-label=${msg(str`${count} held`)}>${count}</span>` : nothing;
  }

  #hint(): string {
    if (!this.now?.news) return msg('Ships can be chosen once the camera has sent its table.');
    if (this.chosen.length === 0) return msg('Choose a ship on the map, then a second one.');
    return this.chosen.map((id) => this.#nameOf(id)).join(TO);
  }

  #commands(show: ShowMessage): readonly Command[] {
    const [from = '', to = ''] = this.chosen;
    const { flown = [], turns } = this.now ?? {};
    const paths = pathsOfTurn(turns).map((one) => ({ ...one, code: flown.find(({ ship }) => ship === one.ship)?.code }));
    return [
      {
        key: 'm',
        text: msg('Measure'),
        needs: 2,
        isOn: show.pairs?.some((pair) => pair.from === from && pair.to === to) ?? false,
        run: () => this.#put(withPair(show, from, to)),
      },
      { key: 'a', text: msg('Arc'), needs: 1, isOn: show.arcs?.includes(from) ?? false, run: () => this.#put(withArc(show, from)) },
      { key: 'f', text: msg('Fan'), needs: 1, isOn: show.fan?.ship === from, run: () => this.#put(withManeuverEnds(show, from)) },
      { key: 's', text: msg('Spotlight'), needs: 1, isOn: show.spotlight === from, run: () => this.#put(withSpotlight(show, from)) },
      { key: 'n', text: msg('Last maneuver'), isOn: isShown(show, flown), run: () => this.#put(withFlown(show, flown)) },
      { key: 'p', text: msg('Paths of the round'), isOn: isShown(show, paths), run: () => this.#put(withFlown(show, paths)) },
      {
        key: 'r',
        text: msg('Replay of the turn'),
        isOn: show.replay !== undefined,
        run: () => this.#put(withReplay(show, replayOfTurn(turns, `${Date.now()}`))),
      },
      {
        key: 't',
        text: msg('Measurements at the table, fading'),
        isOn: show.measured !== undefined,
        run: () => this.#put(withMeasured(show, this.fadeSeconds || STAYS_SECONDS)),
      },
      { key: 'z', text: msg('Close-up'), isOn: show.loupe === true, run: () => this.#put({ ...show, loupe: !show.loupe }) },
      { key: 'd', text: msg('Attack: dice and odds'), isOn: show.attack === true, run: () => this.#put({ ...show, attack: !show.attack }) },
      {
        key: 'u',
        text: msg('Uncertain things'),
        isOn: show.doubtful === true,
        run: () => this.#put({ ...show, doubtful: !show.doubtful }),
      },
      { key: 'c', text: msg('Clear'), run: () => this.#put(cleared(show)) },
    ];
  }

  #button({ key, text, run, isOn, needs = undefined }: Command) {
    return html`<button class="do" ?disabled=${needs !== undefined && this.chosen.length < needs} aria-pressed=${isOn ?? nothing} @click=${run}>${text} <kbd>${key}</kbd></button>`;
  }

  /** The judge's report on the chosen pair before it goes on air; the last report, while the camera does not see the pair. */
  #answer() {
    const { news, staleness } = this.now ?? {};
    const [from, to] = this.chosen;
    const pair = news && from && to ? findPair(news.pairs, from, to) : undefined;
    if (!pair || !news) return nothing;
    const seen = answerOf(pair, news.table, answerWords());
    const answer = staleness ? lastAnswer(seen, aged(staleness, nowMs()), answerWords()) : seen;
    const isClose = !seen.isCertain && !staleness;
    return html`<p class="answer ${answer.isCertain ? '' : 'open'}"><b>${answer.headline}</b>${isClose ? ` · ${answerWords().tooClose}` : ''}<br />${[...answer.lines.slice(1).map(({ text }) => text), answer.detail].join(' · ')}</p>${isClose ? loupeFigures(drawnLoupes(pair, news.table)) : nothing}`;
  }

  #nameOf(id: string): string {
    const ships = this.now?.news?.table.ships ?? [];
    const ship = ships.find((one) => one.id === id);
    return ship ? shipName(ship, ships) : id;
  }

  #put(show: ShowMessage): void {
    this.#link?.put(show);
  }

  readonly #onShip = ({ detail: { shipId } }: CustomEvent<{ readonly shipId: string }>): void => {
    const [from, to] = this.chosen;
    if (from === undefined || to !== undefined) this.chosen = from === shipId ? [] : [shipId];
    else this.chosen = from === shipId ? [] : [from, shipId];
  };

  readonly #onDrawn = ({ detail: { pointsMm } }: CustomEvent<{ readonly pointsMm: [number, number][] }>): void => {
    if (this.pen === 'choose') return;
    this.#drawn += 1;
    const id = `${Date.now()}-${this.#drawn}`;
    const fade = this.fadeSeconds > 0 ? { fadeSeconds: this.fadeSeconds } : {};
    this.#put(withDrawing(this.now?.show ?? {}, { id, kind: this.pen, pointsMm, colour: 'accent', ...fade }));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const pen = PENS.find(([, , key]) => key === event.key)?.[0];
    if (pen) this.pen = pen;
    if (event.key === 'Escape') this.chosen = [];
    if (event.key === 'h') this.isByHand = !this.isByHand;
    // Changes made on the map are seen there: not while its page is not shown.
    if (this.isByHand) return;
    const command = this.#commands(this.now?.show ?? {}).find(({ key }) => key === event.key);
    if (command && this.chosen.length >= (command.needs ?? 0)) command.run();
  };
}
