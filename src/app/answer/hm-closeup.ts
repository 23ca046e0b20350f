import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { pixelFromTable } from '../../geometry/camera.js';
import { closeupOf } from '../../scene/draw/closeup.js';
import type { FrameSource } from '../capture/frame-source.js';
import { translate } from '../locales/language.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import '../picture/hm-loupe.js';
import { panelStyles } from '../ui/panel.styles.js';

/** The lines that a closer look needs. */
const ROLES = ['base', 'ruler', 'other-ruler', 'arc-edge', 'obstacle'];

/** Real pixels where the chosen pair is decided: both closest points, and the target at the arc's edge. */
@customElement('hm-closeup')
@localized()
export class HmCloseup extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      /* As large as the place is wide: what is seen here is the proof. */
      .loupes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 0.8rem; }
      figure { margin: 0; max-width: 30rem; display: grid; gap: 0.25rem; align-content: start; }
      figcaption { font-size: 0.82rem; color: var(--hm-ink-2); }
    `,
  ];

  @property({ attribute: false }) known!: TableView;
  @property({ attribute: false }) source: FrameSource | undefined;
  @property({ type: Boolean }) mirrored = false;
  /** Whether the table may be another one by now: nothing about it is certain. */
  @property({ type: Boolean }) stale = false;

  override render() {
    const { pair, table, state, answer, overlay } = this.known;
    const { camera } = state;
    if (!pair || !answer) return nothing;
    const { places, shapes, turn } = closeupOf(pair, table);
    const drawn = [...shapes, ...overlay.shapes.filter(({ role }) => ROLES.includes(role))];
    return html`<p class=${answer.isCertain && !this.stale ? 'sure' : 'doubtful'}>${answer.lines.map(({ text }) => text).join(', ')}: ${answer.detail}</p>
      ${
        camera && this.source
          ? html`<div class="loupes">${places.map(({ name, at }) => {
              const pixel = pixelFromTable(camera, { ...at, z: 0 });
              return pixel
                ? html`<figure><hm-loupe plain seen="70" .view=${this.source!.view} ?mirrored=${this.mirrored} .camera=${camera} .at=${pixel} .shapes=${drawn}></hm-loupe>
                <figcaption>${translate(name)}</figcaption></figure>`
                : nothing;
            })}</div>`
          : html`<p class="hint">${msg('There is no picture to look at.')}</p>`
      }
      ${turn ? html`<p class="hint">${translate(turn)}</p>` : nothing}`;
  }
}
