import { localized, msg, str } from '@lit/localize';
import { phrase } from '../../texts/looks-texts.js';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import '@awesome.me/webawesome/dist/components/input/input.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { boardAsPrinted, CHECK_BAR_MM, isCheckBar, type PaperName } from '../../pieces/calibration-board.js';
import type { KnownLens } from '../../table/known-lens.js';
import { dialogStyles } from '../ui/dialog.styles.js';
import { icon } from '../ui/icon.js';
import { emit } from '../ui/page-events.js';

const PAPERS: readonly { readonly paper: PaperName; readonly title: string }[] = [
  { paper: 'a4', title: 'A4' },
  { paper: 'letter', title: 'US Letter' },
];

/**
 * The printed sheet, which determines the camera's lens and scale: print it, measure its bar, lay it on the table.
 * @fires hm-forget-lens - the lens should be measured again
 * @fires hm-board - the sheet is on the table, at the given size; or no longer
 */
@customElement('hm-board')
@localized()
export class HmBoard extends LitElement {
  static override styles = [
    dialogStyles,
    css`
      ol { margin: 0; padding-left: 1.2rem; display: grid; gap: 1.1rem; line-height: 1.5; }
      .row { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.5rem; align-items: center; }
      wa-input { width: 14rem; }
      .wrong { color: var(--hm-doubt); margin: 0.4rem 0 0; }
      wa-icon { width: 1em; }
    `,
  ];

  /** The sheet is being looked for now. */
  @property({ type: Boolean }) used = false;
  /** The lens of the camera that runs, where it is known. */
  @property({ attribute: false }) lens: KnownLens | undefined;
  @state() private wrong = '';

  override render() {
    return html`<wa-dialog label=${msg('Calibration sheet')} open light-dismiss>
      <ol>
        <li>${msg('Print the sheet at 100 % (“actual size”).')}
          <div class="row">${PAPERS.map(({ paper, title }) => html`<wa-button size="s" appearance="outlined" href=${`calibration/board-${paper}.pdf`} download=${`hashmark-board-${paper}.pdf`}>${icon('save')}&nbsp;${title}</wa-button>`)}</div>
        </li>
        <li>${msg('Measure its black bar from end to end.')}
          <div class="row"><wa-input size="s" type="number" min="80" max="120" step="0.1" value=${CHECK_BAR_MM} label=${msg('Length of the bar in millimetres')}></wa-input></div>
          ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
        </li>
        <li>${msg('Lay the sheet flat on the mat, in view of the camera, until the ships are found.')}
          <div class="row">
            <wa-button size="s" variant="brand" @click=${this.#use}>${msg('It is there')}</wa-button>
            ${this.used ? html`<wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-board', { board: undefined })}>${msg('Do without it')}</wa-button>` : nothing}
          </div>
        </li>
        <li>${msg('To measure the camera’s lens as well, hold the sheet on a stiff board in front of the camera: tilted to every side, near each corner of the picture, still for a few seconds each time.')}
          ${this.lens ? this.#known(this.lens) : html`<div class="row">${msg('It is kept on this device for this camera and resolution.')}</div>`}
        </li>
      </ol>
    </wa-dialog>`;
  }

  #known({ fx, sigma, widthPx, heightPx }: KnownLens) {
    const spread = sigma ? ` ± ${sigma.focalPx.toFixed(0)}` : '';
    return html`<div class="row lens">${msg(str`Known at ${widthPx}×${heightPx}: focal length ${fx.toFixed(0)}${spread} px.`)}
      <wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-forget-lens')}>${msg('Forget it')}</wa-button></div>`;
  }

  readonly #use = () => {
    const barMm = Number((this.renderRoot.querySelector('wa-input') as HTMLInputElement | null)?.value);
    if (isCheckBar(barMm)) emit(this, 'hm-board', { board: boardAsPrinted(barMm) });
    else this.wrong = translate(phrase('check-bar-length', CHECK_BAR_MM, barMm));
  };
}
