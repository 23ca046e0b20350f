import { localized, msg } from '@lit/localize';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import type { Problem } from '../../table/measurement.js';
import { dialogStyles } from '../ui/dialog.styles.js';
import { emit } from '../ui/page-events.js';
import type { OtherTableChoice } from './setup-actions.js';

/**
 * Asks once whether the pictures are of another table than the setup's. Escape, the cross and a tap beside the question mean: without it this time.
 * @fires hm-setup - what was chosen
 */
@customElement('hm-other-table')
@localized()
export class HmOtherTable extends LitElement {
  static override styles = [
    dialogStyles,
    css`
      p { margin: 0 0 0.6rem; color: var(--hm-ink-2); line-height: 1.5; }
      .choices { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.5rem; }
      @media (max-width: 420px) { .choices wa-button { flex: 1 0 auto; } }
    `,
  ];

  @property({ attribute: false }) problem!: Problem;
  @query('wa-dialog') private readonly dialog!: WaDialog;
  #choice: OtherTableChoice = 'without';

  override async firstUpdated(): Promise<void> {
    // Only a dialog that opens after its own first rendering puts the focus on the choice that asks for it.
    await this.dialog.updateComplete;
    this.dialog.open = true;
  }

  override render() {
    return html`<wa-dialog label=${msg('Is this another table?')} light-dismiss @wa-after-hide=${() => emit(this, 'hm-setup', { kind: 'other-table', choice: this.#choice })}>
      <p role="alert">${translate(this.problem.message)}</p>
      <p>${translate(this.problem.hint)}</p>
      <div slot="footer" class="choices">
        <wa-button appearance="outlined" @click=${() => this.#choose('keep')}>${msg('It is the same table')}</wa-button>
        <wa-button appearance="outlined" @click=${() => this.#choose('without')}>${msg('Measure without it')}</wa-button>
        <wa-button variant="brand" autofocus @click=${() => this.#choose('new')}>${msg('Set this one up')}</wa-button>
      </div>
    </wa-dialog>`;
  }

  #choose(choice: OtherTableChoice): void {
    this.#choice = choice;
    this.dialog.open = false;
  }
}
