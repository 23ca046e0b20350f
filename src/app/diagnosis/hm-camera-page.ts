import { localized, msg } from '@lit/localize';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement, nothing, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { phrase } from '../../texts/looks-texts.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import { pictureProjection } from '../drawing/projection.js';
import type { Moment } from '../evidence/frozen.js';
import { translate } from '../locales/language.js';
import { controlStyles } from '../ui/control.styles.js';
import { dialogStyles } from '../ui/dialog.styles.js';
import { icon } from '../ui/icon.js';
import { saveBytes } from '../ui/save-file.js';
import { cameraText, lastNotes, type SeenStage, seenStages, stateRows } from './camera-report.js';
import { deviceFacts } from './device-facts.js';

/** Width at which the picture of a stage is drawn, px. */
const STAGE_PX = 640;
/** Maximum number of the latest notes that are shown; the file has all. */
const MAX_NOTES = 8;

/**
 * The camera's view, stage by stage, and the state of each by name, at one moment: made to be photographed by whoever asks for help. It is
 * saved, as a text without a picture unless that is asked for, or goes nowhere.
 */
@customElement('hm-camera-page')
@localized()
export class HmCameraPage extends LitElement {
  static override styles = [
    controlStyles,
    overlayStyles,
    dialogStyles,
    css`
      wa-dialog { --width: min(76rem, calc(100vw - 1rem)); --spacing: 1rem; }
      .stages { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 30%), 1fr)); gap: 0.5rem; }
      figure { margin: 0; min-width: 0; display: grid; gap: 0.15rem; align-content: start; }
      .view { position: relative; color-scheme: dark; border-radius: 0.4rem; overflow: hidden; background: #000; }
      .view canvas { display: block; width: 100%; }
      .view svg { position: absolute; inset: 0; width: 100%; height: 100%; }
      .view .mat, .view .obstacle { stroke: var(--dark-accent); stroke-width: 2; }
      .view .base { stroke: #fff; }
      figcaption { font-size: 0.78rem; line-height: 1.3; overflow-wrap: anywhere; }
      figcaption b { display: block; }
      dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 0.1rem 1.2rem; margin: 0.8rem 0; font-size: 0.8rem; line-height: 1.35; }
      dl div { display: flex; gap: 0.5rem; border-top: 1px solid var(--hm-line); padding-top: 0.1rem; min-width: 0; }
      dt { flex: none; color: var(--hm-ink-2); }
      dd { margin: 0; min-width: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
      ol { margin: 0; padding: 0; list-style: none; font: 0.72rem / 1.35 ui-monospace, monospace; color: var(--hm-ink-2); overflow-wrap: anywhere; }
      @media (max-width: 560px) {
        figcaption, dl { font-size: 0.7rem; }
        dl { margin: 0.4rem 0; }
        .saves p { display: none; }
      }
      .saves { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 0.5rem 1rem; }
      .saves p { flex: 1 1 14rem; margin: 0; color: var(--hm-ink-2); font-size: 0.85rem; line-height: 1.35; }
      label { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 1.75rem; }
      input { width: 1.1rem; height: 1.1rem; accent-color: var(--hm-accent); }
    `,
  ];

  @property({ attribute: false }) moment!: Moment;
  @state() private hasPicture = false;
  readonly #device = deviceFacts();

  override render() {
    const { moment } = this;
    return html`<wa-dialog label=${translate(phrase('what-camera-sees'))} open light-dismiss>
      <div class="stages">${seenStages(moment).map((stage, index) => this.#stage(stage, index))}</div>
      <dl>${stateRows(moment, this.#device).map(({ name, value }) => html`<div><dt>${translate(name)}</dt><dd>${typeof value === 'string' ? value : translate(value)}</dd></div>`)}</dl>
      <ol aria-label=${translate(phrase('happened-last'))}>${lastNotes(moment, MAX_NOTES).map((note) => html`<li>${note}</li>`)}</ol>
      <div slot="footer" class="saves">
        <p>${translate(phrase('goes-nowhere'))}</p>
        ${moment.picture ? html`<label><input type="checkbox" .checked=${this.hasPicture} @change=${this.#ask} />${translate(phrase('with-the-picture'))}</label>` : nothing}
        <wa-button variant="brand" data-save="camera" @click=${this.#save}>${icon('save')}&nbsp;${msg('Save')}</wa-button>
      </div>
    </wa-dialog>`;
  }

  protected override updated(): void {
    const { picture } = this.moment;
    if (!picture) return;
    for (const canvas of this.renderRoot.querySelectorAll('canvas'))
      canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }

  #stage({ name, roles, state }: SeenStage, index: number) {
    const { picture, page } = this.moment;
    const { camera } = page.known.state;
    const heightPx = picture ? Math.round((STAGE_PX * picture.height) / picture.width) : 0;
    const shapes = camera ? page.known.overlay.shapes.filter(({ role }) => roles.includes(role)) : [];
    const projection = camera && pictureProjection(camera, STAGE_PX);
    return html`<figure data-stage=${index}>
      ${
        picture
          ? html`<div class="view"><canvas width=${STAGE_PX} height=${heightPx}></canvas>
        <svg viewBox="0 0 ${STAGE_PX} ${heightPx}" aria-hidden="true">${projection && shapes.map(({ role, points, isClosed }) => svg`<path class=${role} d=${projection.path(points, isClosed)}></path>`)}</svg></div>`
          : nothing
      }
      <figcaption><b>${index + 1} ${translate(name)}</b>${translate(state)}</figcaption></figure>`;
  }

  readonly #ask = (event: Event) => {
    this.hasPicture = (event.target as HTMLInputElement).checked;
  };

  readonly #save = () => {
    const { picture, atMs } = this.moment;
    const name = `hashmark-camera-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-')}`;
    saveBytes(cameraText(this.moment, this.#device), 'text/plain', `${name}.txt`);
    if (this.hasPicture && picture) picture.toBlob((blob) => blob && saveBytes(blob, 'image/jpeg', `${name}.jpg`), 'image/jpeg', 0.92);
  };
}
