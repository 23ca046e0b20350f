import { msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { holdsSquad } from '../../game/squad/squad-text.js';
import { openCamera } from '../capture/camera-source.js';
import type { FrameSource } from '../capture/frame-source.js';
import { problemWords } from '../locales/language.js';
import { readQr } from './read-qr.js';

/** Time between two pictures that are read, ms. */
const PERIOD_MS = 250;

/**
 * Looks for a QR code with the camera: the one that sees the table where there is one, because a device gives a camera to one user at a
 * time.
 * @fires hm-qr - the text of a code that was found, again and again while it is seen
 */
@customElement('hm-qr-camera')
export class HmQrCamera extends LitElement {
  static override styles = css`
    video { display: block; width: 100%; max-height: 16rem; object-fit: cover; border-radius: 0.6rem; background: #000; }
    p { margin: 0; color: var(--hm-ink-2); }
  `;

  /** The page's present source. */
  @property({ attribute: false }) source: FrameSource | undefined;
  @state() private video: HTMLVideoElement | undefined;
  @state() private problem = '';
  #own: FrameSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#own?.stop();
    this.#own = undefined;
  }

  override render() {
    if (this.problem) return html`<p role="alert">${this.problem}</p>`;
    return html`${this.#own && this.video ? this.video : nothing}
      <p role="status">${this.#own ? msg('Hold the QR code in front of the camera.') : msg('Hold the QR code in front of the camera that sees the table.')}</p>`;
  }

  async #begin(): Promise<void> {
    if (this.source?.kind === 'camera') this.video = this.source.view as HTMLVideoElement;
    else {
      const opened = await openCamera();
      if (!opened.ok) {
        this.problem = problemWords(opened.problem);
        return;
      }
      if (!this.isConnected) {
        opened.source.stop();
        return;
      }
      this.#own = opened.source;
      this.video = opened.source.view as HTMLVideoElement;
    }
    void this.#look();
  }

  async #look(): Promise<void> {
    if (!this.isConnected || !this.video) return;
    const text = await readQr(this.video, holdsSquad).catch(() => undefined);
    if (!this.isConnected) return;
    if (text !== undefined) this.dispatchEvent(new CustomEvent('hm-qr', { detail: { text } }));
    this.#timer = setTimeout(() => void this.#look(), PERIOD_MS);
  }
}
