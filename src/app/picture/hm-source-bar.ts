import { localized, msg, str } from '@lit/localize';
import { phrase } from '../../texts/phrase.js';
import type { Held } from '../capture/camera-lock.js';
import { decimal, translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/switch/switch.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { type CameraChoice, type CameraSource, listCameras } from '../capture/camera-source.js';
import type { FrameSource } from '../capture/frame-source.js';
import type { SimulatedSource } from '../capture/simulated-source.js';
import { nextRearLens } from '../capture/which-camera.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { lazyPart } from '../ui/lazy-element.js';
import { emit } from '../ui/page-events.js';

/** Only a device with several cameras asks which. */
const loadSelect = () =>
  Promise.all([
    import('@awesome.me/webawesome/dist/components/select/select.js'),
    import('@awesome.me/webawesome/dist/components/option/option.js'),
  ]);

/**
 * Actions on the present source: choose another camera and hold its focus, play and search a video, fly a simulated ship, and say that a
 * picture is mirrored.
 * @fires hm-open-camera, hm-open-simulated - another source of the same kind
 * @fires hm-hold - whether focus and light of the camera are held
 * @fires hm-mirror - whether the pictures are mirror images
 */
@customElement('hm-source-bar')
@localized()
export class HmSourceBar extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.9rem; min-height: 2.6rem; color: var(--hm-ink-2); font-size: 0.92rem; }
      wa-select { min-width: 12rem; flex: 0 1 20rem; }
      wa-slider { flex: 1; min-width: 8rem; }
      .time { font-variant-numeric: tabular-nums; }
      @media (max-width: 480px) { .title.spare { display: none; } }
      .title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    `,
  ];

  @property({ attribute: false }) source: FrameSource | undefined;
  @state() private cameras: readonly CameraChoice[] = [];
  /** Settings of the camera that are held still. */
  @property({ attribute: false }) held: readonly Held[] | undefined;
  /** Knowledge of the camera's lens, in words. */
  @property() lens = '';
  /** Whether the pictures are mirror images, as the player said. */
  @property({ type: Boolean }) mirrored = false;
  #watched: HTMLVideoElement | undefined;

  readonly #list = () => {
    if (this.source?.kind === 'camera') void listCameras().then((cameras) => (this.cameras = cameras));
  };

  override connectedCallback(): void {
    super.connectedCallback();
    navigator.mediaDevices?.addEventListener('devicechange', this.#list);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('source')) return;
    this.#list();
    this.#watch(this.source?.kind === 'video' ? (this.source.view as HTMLVideoElement) : undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    navigator.mediaDevices?.removeEventListener('devicechange', this.#list);
    this.#watch(undefined);
  }

  override render() {
    if (this.source?.kind === 'camera') return this.#camera(this.source as CameraSource);
    if (this.source?.kind === 'video') return this.#video(this.source.view as HTMLVideoElement);
    if (this.source?.kind === 'simulated') return this.#simulated(this.source as SimulatedSource);
    if (!this.source) return nothing;
    return html`<span class="title">${translate(this.source.title)}</span>${this.#others(this.source)}${this.#mirror()}`;
  }

  /** Number of other photos by which the table is known. */
  #others({ beside = [] }: FrameSource) {
    const count = beside.filter((one) => !one.isApart).length;
    if (count === 0) return nothing;
    return html`<span class="others">${translate(count === 1 ? phrase('photos-with-one') : phrase('photos-with', count))}</span>`;
  }

  #camera(source: CameraSource) {
    return html`
      ${
        this.cameras.length > 1
          ? html`${lazyPart(loadSelect, phrase('list-of-cameras'))}<wa-select size="s" aria-label=${msg('Camera')} .value=${source.deviceId} @change=${(event: Event) => emit(this, 'hm-open-camera', { deviceId: (event.target as HTMLInputElement).value })}>
            ${this.cameras.map(({ deviceId, label }) => html`<wa-option value=${deviceId}>${translate(label)}</wa-option>`)}
          </wa-select>`
          : html`<span class="title">${translate(source.title)}</span>`
      }
      ${this.#otherLens(source)}
      ${this.#hold()}
      ${this.#mirror()}
      ${this.lens ? html`<span role="status" class="lens">${this.lens}</span>` : nothing}`;
  }

  /** The switch for holding focus and light, with the settings held; absent where the camera can hold nothing. */
  #hold() {
    if (this.held?.length === 0) return html`<span role="status">${msg('This camera cannot hold its focus and light')}</span>`;
    const onHold = (event: Event) => emit(this, 'hm-hold', { isWanted: (event.target as HTMLInputElement).checked });
    return html`<wa-switch size="s" checked @change=${onHold}>${msg('Hold focus and light')}</wa-switch>
      ${this.held ? html`<span role="status">${msg(str`Held: ${this.held.map((one) => translate(phrase(one))).join(', ')}`)}</span>` : nothing}`;
  }

  /** A phone's next rear lens, one tap away: its name may not say which is the best for a table. */
  #otherLens({ deviceId }: CameraSource) {
    const next = nextRearLens(deviceId, this.cameras);
    if (!next) return nothing;
    return html`<wa-button class="lens-next" size="s" appearance="outlined" title=${translate(next.label)} @click=${() => emit(this, 'hm-open-camera', { deviceId: next.deviceId })}>
      ${translate(phrase('other-lens'))}
    </wa-button>`;
  }

  #video(video: HTMLVideoElement) {
    const toggle = () => void (video.paused ? video.play() : video.pause());
    return html`
      <button class="quiet" @click=${toggle} aria-label=${video.paused ? msg('Play') : msg('Pause')}>${icon(video.paused ? 'play' : 'pause')}</button>
      ${lazyPart(() => import('@awesome.me/webawesome/dist/components/slider/slider.js'), phrase('slider-of-the-video'))}
      <wa-slider size="s" aria-label=${msg('Time in the video')} min="0" max=${video.duration || 1} step="0.04" .value=${video.currentTime}
        @input=${(event: Event) => (video.currentTime = Number((event.target as HTMLInputElement).value))}></wa-slider>
      <span class="time">${decimal(video.currentTime, 1)} s</span>
      ${this.#mirror()}`;
  }

  #simulated(source: SimulatedSource) {
    return html`<span class="title spare">${translate(source.title)}</span>
      <wa-button size="s" appearance="outlined" @click=${() => source.flyNext()}>${icon('fly')}&nbsp;${msg('Fly a ship')}</wa-button>
      <wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-open-simulated')}>${icon('dice')}&nbsp;${msg('Another table')}</wa-button>`;
  }

  /**
   * The switch for mirror images, which shows the present state: a person who is asked, and leaves the table unchanged, finds it unchanged.
   */
  #mirror() {
    const onMirror = (event: Event) => {
      emit(this, 'hm-mirror', { isMirrored: (event.target as HTMLInputElement).checked });
      this.requestUpdate();
    };
    return html`<wa-switch size="s" class="mirror" .checked=${live(this.mirrored)} @change=${onMirror}>${msg('Mirrored picture')}</wa-switch>`;
  }

  readonly #redraw = () => this.requestUpdate();

  #watch(video: HTMLVideoElement | undefined): void {
    for (const name of ['play', 'pause', 'timeupdate', 'durationchange']) {
      this.#watched?.removeEventListener(name, this.#redraw);
      video?.addEventListener(name, this.#redraw);
    }
    this.#watched = video;
  }
}
