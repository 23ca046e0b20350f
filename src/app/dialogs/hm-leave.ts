import { localized, msg, str } from '@lit/localize';
import { type Phrase, phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { dialogStyles } from '../ui/dialog.styles.js';
import { icon } from '../ui/icon.js';
import { emit, type LeaveChoice } from '../ui/page-events.js';

/**
 * Asks before a table with corrections, or a match that is played, is left. Escape, the cross and a tap beside the question mean to stay.
 * @fires hm-leave - what was chosen, once the question is gone and the focus is back where it was
 */
@customElement('hm-leave')
@localized()
export class HmLeave extends LitElement {
  static override styles = [
    dialogStyles,
    css`
      p { margin: 0 0 0.5rem; color: var(--hm-ink-2); line-height: 1.5; }
      .choices { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.5rem; }
      wa-icon { width: 1em; }
      @media (max-width: 420px) { .choices wa-button { flex: 1 0 auto; } }
    `,
  ];

  @property({ type: Number }) corrections = 0;
  /** The reason for leaving the table, where that cannot be seen. */
  @property({ attribute: false }) why: Phrase | undefined;
  /** Whether a match is played on it. */
  @property({ type: Boolean }) endsMatch = false;
  @query('wa-dialog') private readonly dialog!: WaDialog;
  #choice: LeaveChoice = 'stay';

  override async firstUpdated(): Promise<void> {
    // Only a dialog that opens after its own first rendering puts the focus on the choice that asks for it.
    await this.dialog.updateComplete;
    this.dialog.open = true;
  }

  override render() {
    const what =
      this.corrections === 1
        ? msg('Unless you save it first, your correction will be lost.')
        : msg(str`Unless you save it first, your ${this.corrections} corrections will be lost.`);
    return html`<wa-dialog label=${msg('Leave this table?')} light-dismiss @wa-after-hide=${() => emit(this, 'hm-leave', { choice: this.#choice })}>
      <div role="alert">
        ${this.endsMatch ? html`<p>${translate(phrase('leaves-match'))}</p>` : nothing}
        ${this.why || this.corrections > 0 ? html`<p>${this.why ? translate(this.why) : nothing} ${this.corrections > 0 ? what : nothing}</p>` : nothing}
      </div>
      <div slot="footer" class="choices">
        <wa-button appearance="outlined" variant="danger" @click=${() => this.#choose('leave')}>${msg('Leave')}</wa-button>
        ${this.corrections > 0 ? html`<wa-button appearance="outlined" @click=${() => this.#choose('save')}>${icon('save')}&nbsp;${msg('Save and leave')}</wa-button>` : nothing}
        <wa-button variant="brand" autofocus @click=${() => this.#choose('stay')}>${msg('Stay')}</wa-button>
      </div>
    </wa-dialog>`;
  }

  #choose(choice: LeaveChoice): void {
    this.#choice = choice;
    this.dialog.open = false;
  }
}
