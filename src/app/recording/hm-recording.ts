import { localized, msg, str } from '@lit/localize';
import { phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { parseRecording } from '../../relay/wire/recording.js';
import { carriedOverlay } from '../../scene/draw/carried-overlay.js';
import { onAirOverlay } from '../../scene/stream/on-air.js';
import { parseScene } from '../../table/documents/scene-file.js';
import type { Table } from '../../table/table.js';
import { nowMs } from '../capture/frame-source.js';
import { drawOverlay, newLabelMemory } from '../drawing/draw-overlay.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import { mapProjection } from '../drawing/projection.js';
import { GlidingTable } from '../overlay/table-tween.js';
import { controlStyles } from '../ui/control.styles.js';
import { dialogStyles } from '../ui/dialog.styles.js';
import { ElementSize } from '../ui/element-size.js';
import { styled } from '../ui/styled.js';
import { type RecordedState, recordedStates, stateAt } from './recorded-states.js';

/** The states of a recording's text. Throws, naming the line, on one that is not valid. */
export const readStates = (text: string): readonly RecordedState[] => recordedStates(parseRecording(text));

const SPEEDS = [1, 4, 16] as const;

/** Plays a recorded table from above; the present state can be taken onto the page, to be measured. */
@customElement('hm-recording')
@localized()
export class HmRecording extends LitElement {
  static override styles = [
    controlStyles,
    overlayStyles,
    dialogStyles,
    css`
      .area { color-scheme: dark; position: relative; width: min(100%, 62vh * var(--ratio)); aspect-ratio: var(--ratio); margin: 0 auto; }
      svg { position: absolute; inset: 0; width: 100%; height: 100%; border-radius: var(--hm-radius); }
      .mat { fill: #0c1320; }
      .heading { display: none; }
      .bar { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; margin-top: 0.8rem; }
      input { flex: 1 1 12rem; min-height: 2.75rem; accent-color: var(--hm-accent); }
      .time { font-variant-numeric: tabular-nums; color: var(--hm-ink-2); }
    `,
  ];

  @property({ attribute: false }) states: readonly RecordedState[] = [];
  /** Called with the table that the player wants to measure. */
  @property({ attribute: false }) take: (table: Table) => void = () => undefined;
  @query('wa-dialog') private readonly dialog!: WaDialog;
  @state() private isPlaying = false;
  @state() private atSeconds = 0;
  @state() private speed: (typeof SPEEDS)[number] = 1;
  readonly #memory = newLabelMemory();
  readonly #size = new ElementSize(this, () => this.renderRoot.querySelector('.area'));
  readonly #gliding = new GlidingTable(this);
  #read: { readonly state: RecordedState; readonly table: Table } | undefined;
  #frame = 0;
  #drawnAtMs = 0;

  override async firstUpdated(): Promise<void> {
    await this.dialog.updateComplete;
    this.dialog.open = true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#frame);
  }

  override render() {
    const now = stateAt(this.states, this.atSeconds);
    const table = this.#tableOf(now);
    const endSeconds = this.states.at(-1)!.atSeconds;
    const time = msg(str`${clockText(this.atSeconds)} of ${clockText(endSeconds)}`);
    return html`<wa-dialog label=${msg('Recording')} ${styled({ '--width': 'min(60rem, 96vw)', '--ratio': String(table.widthMm / table.depthMm) })} @wa-after-hide=${this.#hidden}>
      <div class="area">${this.#drawing(table)}</div>
      <div class="bar">
        <wa-button size="s" @click=${this.#toggle}>${this.isPlaying ? msg('Pause') : msg('Play')}</wa-button>
        <input type="range" aria-label=${msg('Time')} aria-valuetext=${time} min="0" max=${endSeconds} step="0.1" .value=${String(this.atSeconds)} @input=${this.#seek} />
        <span class="time">${time}${now.match ? html` ${msg(str`· round ${now.match.round}, ${translate(phrase(now.match.phase))}`)}` : nothing}</span>
        <wa-button size="s" appearance="outlined" aria-label=${msg('Speed')} @click=${this.#faster}>× ${this.speed}</wa-button>
        <wa-button size="s" appearance="outlined" @click=${() => this.#take(table)}>${msg('Measure this state')}</wa-button>
      </div>
    </wa-dialog>`;
  }

  #drawing(table: Table) {
    const { width, height } = this.#size;
    if (!width || !height) return nothing;
    const overlay = carriedOverlay(onAirOverlay(table, { pairs: [], doubtful: true }, []), table, this.#gliding.towards(table));
    const projection = mapProjection(table, width, height, 4);
    const drawing = drawOverlay(overlay, projection, { hidden: new Set(), chosen: [], isOpen: false, memory: this.#memory });
    return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${msg('Map of the recorded table')}>${drawing}</svg>`;
  }

  #tableOf(now: RecordedState): Table {
    if (this.#read?.state === now) return this.#read.table;
    // Another session may have another table frame: nothing glides from one to the other.
    if (this.#read && this.#read.state.session !== now.session) this.#gliding.forget();
    const table = parseScene(now.scene);
    this.#read = { state: now, table };
    return table;
  }

  readonly #toggle = (): void => {
    this.isPlaying = !this.isPlaying;
    if (!this.isPlaying) return;
    if (this.atSeconds >= this.states.at(-1)!.atSeconds) this.atSeconds = 0;
    this.#drawnAtMs = nowMs();
    this.#frame = requestAnimationFrame(this.#next);
  };

  readonly #next = (): void => {
    if (!this.isPlaying) return;
    const endSeconds = this.states.at(-1)!.atSeconds;
    const now = nowMs();
    this.atSeconds = Math.min(endSeconds, this.atSeconds + (this.speed * (now - this.#drawnAtMs)) / 1000);
    this.#drawnAtMs = now;
    if (this.atSeconds >= endSeconds) this.isPlaying = false;
    else this.#frame = requestAnimationFrame(this.#next);
  };

  readonly #seek = (event: Event): void => {
    this.atSeconds = Number((event.target as HTMLInputElement).value);
  };

  readonly #faster = (): void => {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
  };

  #take(table: Table): void {
    this.isPlaying = false;
    this.take(table);
    this.dialog.open = false;
  }

  readonly #hidden = (event: Event): void => {
    if (event.target === this.dialog) this.remove();
  };
}

/** "3:07". */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
