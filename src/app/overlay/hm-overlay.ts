import { msg } from '@lit/localize';
import { css, html, LitElement, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CameraMessage, MatchMessage, ShowMessage } from '../../relay/wire/messages.js';
import { carriedOverlay } from '../../scene/draw/carried-overlay.js';
import { drawnLoupes } from '../../scene/draw/loupe-view.js';
import type { Overlay } from '../../scene/draw/overlay.js';
import { type Drawing, drawingLines, duringReplay, onAirOverlay, pairsOnAir, withoutIcons } from '../../scene/stream/on-air.js';
import { answerOf, lastAnswer } from '../../scene/words/answer.js';
import type { Freshness } from '../../scene/words/freshness.js';
import type { MeasuredPair } from '../../scene/words/measured-pair.js';
import type { Table } from '../../table/table.js';
import { drawOverlay, newLabelMemory } from '../drawing/draw-overlay.js';
import { loupeFigures, loupeStyles } from '../drawing/drawn-loupe.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import { mapProjection, type Projection, pictureProjection } from '../drawing/projection.js';
import { answerWords } from '../locales/language.js';
import { ElementSize } from '../ui/element-size.js';
import { shipName, TO } from '../ui/ship-name.js';
import { styled } from '../ui/styled.js';
import { attackCard } from './attack-card.js';
import { matchByHand, type ShownMatch } from './match-by-hand.js';
import { matchPanel } from './match-panel.js';
import type { Alignment, View } from './overlay-address.js';
import { onAirStyles } from './overlay-page.styles.js';
import { PassingPair } from './passing-pair.js';
import { Replaying } from './replaying.js';
import type { ShownNews } from './shown-news.js';
import { GlidingTable } from './table-tween.js';

/** Height of the app's letters, px; labels are placed by it. */
const APP_LETTERS_PX = 12;
/** Height of letters on air: at least this, and this share of the drawing's height. */
const LETTERS = { minPx: 14, share: 0.021 };
/** Time that the caption alone shows a measurement at the table, where the console gives no other. */
const PASSES_AFTER_S = 8;
/** Size of the panel's letters as shares of the page: it is as wide as the page, or as high as the page where it holds much. */
const PANEL = { widthShare: 0.0285, heightShare: 0.05 };

/** A table on air: clear where nothing is drawn, and empty while nothing is known. */
@customElement('hm-overlay')
export class HmOverlay extends LitElement {
  static override styles = [overlayStyles, loupeStyles, onAirStyles, css`:host { display: grid; }`];

  @property({ attribute: false }) news: ShownNews | undefined;
  @property({ attribute: false }) show: ShowMessage | undefined;
  @property({ attribute: false }) match: MatchMessage | undefined;
  @property({ attribute: false }) camera: CameraMessage | undefined;
  /** End of the round's clock, on the clock of this page, ms; the clock was sent by another computer. */
  @property({ attribute: false }) clockEndsAtMs: number | undefined;
  /** Why the news may be out of date, and their age. */
  @property({ attribute: false }) staleness: Freshness | undefined;
  /** Whether nothing is heard of the camera's page: nobody knows how the match continues. A hand over the table is no reason for that. */
  @property({ type: Boolean }) isCameraSilent = false;
  /** Whether nothing is heard of the relay: nobody knows what the console has chosen. */
  @property({ type: Boolean }) isRelaySilent = false;
  @property({ type: Number }) scale = 1;
  @property({ reflect: true }) align: Alignment = 'center';
  @property({ reflect: true }) view: View = 'map';
  /** Note in a corner, for whoever sets the stream up. */
  @property() note = '';
  readonly #memory = newLabelMemory();
  readonly #size = new ElementSize(this, () => this.renderRoot.querySelector('.area'));
  readonly #gliding = new GlidingTable(this);
  readonly #replaying = new Replaying(this);
  readonly #passing = new PassingPair(this);
  /** The table as the replay has it, while one plays. */
  #replayed: Table | undefined;
  /** The table that was seen last: its ships keep names and owners when it is gone. */
  #lastTable: Table | undefined;
  #composed:
    | {
        readonly news: ShownNews;
        readonly show: ShowMessage | undefined;
        readonly isReplay: boolean;
        readonly pairs: number;
        readonly overlay: Overlay;
      }
    | undefined;

  override willUpdate(): void {
    this.#lastTable = this.news?.table ?? this.#lastTable;
  }

  override render() {
    this.#replayed = this.news && this.view !== 'panel' ? this.#replaying.tableOf(this.news.table, this.show?.replay) : undefined;
    return html`${this.#view()}${this.note ? html`<p class="note">${this.note}</p>` : nothing}`;
  }

  #view() {
    if (this.view === 'panel') return this.isRelaySilent ? nothing : matchPanel(this.#known, this.show, this.clockEndsAtMs);
    if (this.view === 'caption') return this.#captions(this.news);
    if (!this.news) {
      this.#gliding.forget();
      return this.#captions(undefined);
    }
    const { table } = this.news;
    if (table.ships.length + table.obstacles.length + table.devices.length === 0) return this.#captions(undefined);
    if (this.view === 'camera') return this.#overPicture(this.news);
    const sizes = { '--scale': String(this.scale), '--ratio': String(table.widthMm / table.depthMm) };
    return html`<div class="board ${this.staleness && !this.#replayed ? 'stale' : ''}" ${styled(sizes)}>
      <div class="area">${this.#replayWord()}${this.#drawn(this.news, (width, height) => mapProjection(table, width, height, 2))}</div>
      ${this.#captions(this.news)}
    </div>${this.#loupes(this.news)}`;
  }

  override updated(): void {
    const panel = this.renderRoot.querySelector<HTMLElement>('.match');
    if (panel) fitLetters(panel, this.scale * Math.min(PANEL.widthShare * innerWidth, PANEL.heightShare * innerHeight));
  }

  /** Whether nothing of the table may be drawn over a picture, because it may be another one by now: it would be beside its ships. */
  get #isUnplaced(): boolean {
    return this.view === 'camera' && this.staleness !== undefined;
  }

  /** The match, while its course is known, with values set by hand. */
  get #known(): ShownMatch | undefined {
    const heard = [...(this.match?.ships ?? []), ...(this.#lastTable?.ships ?? [])];
    return matchByHand(this.isCameraSilent ? undefined : this.match, this.show?.byHand, heard);
  }

  /**
   * Over the camera's own picture: the page is the picture, as large as fits. Empty while its place is not known, or no longer valid; while
   * something moves, only the commentator's drawings, which belong to the table.
   */
  #overPicture(news: ShownNews) {
    const { camera } = this;
    if (!camera || this.staleness?.kind === 'old') return nothing;
    return html`<div class="picture" ${styled({ '--ratio': String(camera.widthPx / camera.heightPx) })}>
      <div class="area">${this.#replayWord()}${this.#drawn(news, (width) => pictureProjection(camera, width))}</div>
    </div>${this.#captions(news)}${this.#loupes(news)}`;
  }

  #drawn(news: ShownNews, projectionOf: (width: number, height: number) => Projection) {
    const { width, height } = this.#size;
    if (!width) return nothing;
    const projection = projectionOf(width, height);
    const lettersPx = Math.max(LETTERS.minPx, LETTERS.share * height);
    const table = this.#isUnplaced ? nothing : this.#drawnTable(news, projection, lettersPx / APP_LETTERS_PX);
    return html`<svg viewBox="0 0 ${width} ${height}" ${styled({ '--letters': `${lettersPx}px` })}>${table}${this.#drawings(projection)}</svg>`;
  }

  #drawnTable(news: ShownNews, projection: Projection, textScale: number) {
    const { show } = this;
    const isReplay = this.#replayed !== undefined;
    const pairs = this.#pairs(news);
    const [pair] = pairs;
    const before = this.#composed;
    if (before?.news !== news || before.show !== show || before.isReplay !== isReplay || before.pairs !== pairs.length) {
      const all = onAirOverlay(news.table, isReplay ? duringReplay(show) : show, pairs);
      this.#composed = { news, show, isReplay, pairs: pairs.length, overlay: this.view === 'camera' ? withoutIcons(all) : all };
    }
    const overlay = carriedOverlay(this.#composed!.overlay, news.table, this.#replayed ?? this.#gliding.towards(news.table));
    const isOpen = this.staleness !== undefined || (pair !== undefined && !answerOf(pair, news.table).isCertain);
    return drawOverlay(overlay, projection, {
      ...{ hidden: new Set<string>(), isOpen, memory: this.#memory, textScale },
      chosen: pair ? [pair.from, pair.to] : [],
    });
  }

  /** The commentator's drawings; each fades from when this page first had it. */
  #drawings(projection: Projection) {
    return repeat(
      this.show?.drawings ?? [],
      ({ id }) => id,
      (
        drawing,
      ) => svg`<g class="drawn colour-${drawing.colour ?? 'accent'} ${drawing.fadeSeconds === undefined ? '' : 'fading'}" ${styled({ '--fade': `${drawing.fadeSeconds ?? 0}s` })}>
        ${linesOf(drawing, projection)}</g>`,
    );
  }

  #replayWord() {
    return this.#replayed ? html`<p class="replay">${msg('Replay')}</p>` : nothing;
  }

  #pairs({ pairs, pair, table }: ShownNews): readonly MeasuredPair[] {
    const passing = this.#passing.of(pair, this.#passesAfterS);
    if (this.#replayed || this.#isUnplaced) return [];
    const known = new Set(table.ships.map(({ id }) => id));
    return pairsOnAir(this.show, pairs, passing).filter(({ from, to }) => known.has(from) && known.has(to));
  }

  /** Time after which measurements at the table disappear; undefined: they stay. */
  get #passesAfterS(): number | undefined {
    return this.show?.measured?.fadeSeconds ?? (this.view === 'caption' ? PASSES_AFTER_S : undefined);
  }

  /** The captions; without a table, those that need none. */
  #captions(news: ShownNews | undefined) {
    if (this.isRelaySilent) return nothing;
    const attack = this.show?.attack && !this.#replayed ? attackCard(this.#known) : nothing;
    const pairs = news ? this.#pairs(news) : [];
    const said = this.#said();
    if (pairs.length === 0 && attack === nothing && said === nothing) return nothing;
    const keyOf = ({ from, to }: MeasuredPair) => `${from} ${to}`;
    const isAlone = !news || this.view === 'caption';
    return html`<div class="captions ${isAlone ? 'alone' : ''}" ${styled({ '--scale': String(this.scale) })}>${repeat(pairs, keyOf, (pair) => this.#caption(pair, news!.table))}${said}${attack}</div>`;
  }

  /** The commentator's own caption; it fades from when this page first had it. */
  #said() {
    const { caption } = this.show ?? {};
    if (!caption) return nothing;
    const { id, text, fadeSeconds } = caption;
    return keyed(
      id,
      html`<div class="caption said ${fadeSeconds === undefined ? '' : 'fading'}" ${styled({ '--fade': `${fadeSeconds ?? 0}s` })}><b>${text}</b></div>`,
    );
  }

  /** Loupes at the side, where the table is not. */
  #loupes(news: ShownNews) {
    const [first] = this.#pairs(news);
    return first && this.show?.loupe && !this.staleness ? loupeFigures(drawnLoupes(first, news.table)) : nothing;
  }

  #caption(pair: MeasuredPair, table: Table) {
    const seen = answerOf(pair, table, answerWords());
    const answer = this.staleness ? lastAnswer(seen, this.staleness, answerWords()) : seen;
    const [from, to] = [pair.from, pair.to].map((id) => table.ships.find((ship) => ship.id === id));
    const nameOf = (ship: Table['ships'][number]) =>
      this.show?.plates?.find((plate) => plate.ship === ship.id)?.text ?? shipName(ship, table.ships);
    const who = from && to ? nameOf(from) + TO + nameOf(to) : '';
    const isClose = !seen.isCertain && !this.staleness;
    const chosen = this.show?.pairs ?? [];
    const fadeSeconds = this.#passesAfterS;
    const isPassing = fadeSeconds !== undefined && !chosen.some((one) => one.from === pair.from && one.to === pair.to);
    const classes = `${answer.isCertain ? '' : 'open'} ${isPassing ? 'fading' : ''}`;
    return html`<div class="caption ${classes}" ${styled({ '--fade': `${fadeSeconds ?? 0}s` })}><b>${answer.headline}</b>${isClose ? html`<em>${answerWords().tooClose}</em>` : nothing}<span>${[...answer.lines.slice(1).map(({ text }) => text), answer.detail].join(' · ')}</span><span class="who">${who}</span></div>`;
  }
}

function linesOf(drawing: Drawing, projection: Projection) {
  return drawingLines(drawing).map((points) => svg`<path d=${projection.path(points, false)}></path>`);
}

/** Below this nobody reads them, px. */
const MIN_PX = 5;
/** From one try to the next. */
const SHRINK = 0.95;

/** Gives an element letters of the desired height, or smaller ones that leave nothing cut off. */
function fitLetters(element: HTMLElement, wishedPx: number): void {
  for (let px = Math.max(MIN_PX, wishedPx); ; px *= SHRINK) {
    element.style.fontSize = `${px}px`;
    const isWhole = element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth;
    if (isWhole || px <= MIN_PX) return;
  }
}
