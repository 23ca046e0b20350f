import { localized, msg, str } from '@lit/localize';
import { type Phrase, phrase } from '../../texts/looks-texts.js';
import { problemWords, translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/switch/switch.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Quarters } from '../../table/edits.js';
import { isProved } from '../../table/setup/proof.js';
import { hasMorePictures, type PageState } from '../state/page-state.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { mayBeCleared } from '../ui/may-be-cleared.js';
import { emit } from '../ui/page-events.js';
import './hm-setup-mat.js';
import './hm-setup-obstacles.js';
import { proofWords } from './proof-words.js';
import { setupStyles } from './setup.styles.js';
import type { SetupAction } from './setup-actions.js';
import { SETUP_STEPS, type SetupDraft, type SetupStep, stepBefore, wrongBorder } from './setup-draft.js';
import { matWords } from './setup-words.js';

const QUESTIONS: Readonly<Record<SetupStep, Phrase>> = {
  border: phrase('edge-your-mat'),
  mat: phrase('which-mat'),
  obstacles: phrase('these-all-obstacles'),
  side: phrase('which-side-player-1s'),
};

/**
 * Asks for everything that stays the same at a table, one thing at a time; or shows what is known about it.
 * @fires hm-setup - what was said
 * @fires hm-tool - the last step: what is measured is proved
 * @fires hm-mirror - the pictures are mirror images, or are not
 */
@customElement('hm-setup')
@localized()
export class HmSetup extends LitElement {
  static override styles = [controlStyles, setupStyles];

  /** Absent: the known setup is shown. */
  @property({ attribute: false }) draft: SetupDraft | undefined;
  @property({ attribute: false }) page!: PageState;
  @state() private isForgetting = false;

  override render() {
    const { draft } = this;
    if (!draft) return this.#overview();
    return html`<section aria-label=${msg('Set up this table')}>
      <header>
        ${draft.step === 'border' ? nothing : html`<button class="quiet" aria-label=${msg('One step back')} title=${msg('One step back')} @click=${() => emit(this, 'hm-setup', { kind: 'step', step: stepBefore(draft.step) })}>${icon('chevron-left')}</button>`}
        <h2 tabindex="-1">${translate(QUESTIONS[draft.step])}</h2>
        <span class="count">${msg(str`${SETUP_STEPS.indexOf(draft.step) + 1} of ${SETUP_STEPS.length + (this.#mayProve ? 1 : 0)}`)}</span>
        <button class="quiet" aria-label=${msg('Leave the set-up')} title=${msg('Not now')} @click=${() => emit(this, 'hm-setup', { kind: 'leave' })}>${icon('xmark')}</button>
      </header>
      ${this.#step(draft)}
    </section>`;
  }

  protected override updated(changed: PropertyValues): void {
    const before = changed.get('draft') as SetupDraft | undefined;
    // Whoever works by keyboard or by ear continues at the next question.
    if (changed.has('draft') && this.draft && before?.step !== this.draft.step) {
      this.renderRoot.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
      this.scrollTop = 0;
    }
  }

  #step(draft: SetupDraft): TemplateResult {
    if (draft.step === 'border') return this.#border(draft);
    if (draft.step === 'mat') return html`<hm-setup-mat .page=${this.page} .mat=${draft.mat}></hm-setup-mat>${this.#ways()}`;
    if (draft.step === 'obstacles') {
      const { camera } = this.page.known.state;
      return html`${this.#unseen(phrase('obstacles-still-looked-for'))}<hm-setup-obstacles .draft=${draft} .camera=${camera}></hm-setup-obstacles>${this.#ways(msg('All are marked'), { kind: 'obstacles' }, !camera)}`;
    }
    return this.#side(draft);
  }

  #border(draft: SetupDraft) {
    const size = this.page.source?.size();
    const wrong = size && wrongBorder(draft, size);
    const isFound = this.page.known.state.camera !== undefined;
    const isLooking = !isFound && !this.page.measureProblem;
    const ask = isFound
      ? msg('Drag any corner that is off, or move it with the arrow keys. A line printed inside the cloth is not the edge.')
      : msg('The mat was not found. Drag the four marks onto its corners, or move them with the arrow keys.');
    return html`${isLooking ? this.#unseen(phrase('mat-still-looked-for')) : html`<p>${ask}</p>`}${wrong ? html`<p class="wrong" role="alert">${msg(str`Corners: ${translate(wrong)}`)}</p>` : nothing}
      ${this.#ways(msg('Yes, this is it'), { kind: 'border' }, wrong !== undefined)}`;
  }

  /** The message that nothing of the table is known yet, or why not. */
  #unseen(isLooking: Phrase) {
    const { known, measureProblem } = this.page;
    if (known.state.camera) return nothing;
    return html`<p role="status">${measureProblem ? problemWords(measureProblem) : translate(isLooking)}</p>`;
  }

  #side({ sidesOn }: SetupDraft) {
    const onMirror = (event: Event) => {
      emit(this, 'hm-mirror', { isMirrored: (event.target as HTMLInputElement).checked });
      this.requestUpdate();
    };
    const next = ((sidesOn + 1) % 4) as Quarters;
    return html`<p>${msg('Player 1 sits at the blue side. Tap another side in the picture, or')}</p>
      <div class="row">
        <wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-setup', { kind: 'side', sidesOn: next })}>${icon('refresh')}&nbsp;${msg('Next side')}</wa-button>
        <wa-switch size="s" .checked=${live(this.page.isMirrored)} @change=${onMirror}>${msg('Mirrored picture: its print reads backwards')}</wa-switch>
      </div>
      <div class="row">
        <wa-button size="s" variant="brand" @click=${this.#prove}>${msg('Done')}</wa-button>
        <wa-button class="end" size="s" appearance="plain" @click=${() => emit(this, 'hm-setup', { kind: 'skip' })}>${msg('Skip the rest')}</wa-button>
      </div>`;
  }

  /** Whether anything may be proved: no ship can be pushed in a photo. */
  get #mayProve(): boolean {
    return hasMorePictures(this.page.source);
  }

  /** Ends the set-up, which counts from now on; the last step proves what is measured with it. */
  readonly #prove = () => {
    const mayProve = this.#mayProve;
    emit(this, 'hm-setup', this.draft ? { kind: 'skip' } : { kind: 'leave' });
    if (mayProve) emit(this, 'hm-tool', { tool: { kind: 'prove' } });
  };

  /** Buttons to continue with an answer, or without. */
  #ways(yes?: string, say: SetupAction = { kind: 'skip' }, isWrong = false) {
    return html`<div class="row">
      ${yes ? html`<wa-button size="s" variant="brand" ?disabled=${isWrong} @click=${() => emit(this, 'hm-setup', say)}>${yes}</wa-button>` : nothing}
      <wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-setup', { kind: 'skip' })}>${msg('Skip')}</wa-button>
      <wa-button class="end" size="s" appearance="plain" @click=${() => emit(this, 'hm-setup', { kind: 'done' })}>${msg('Skip the rest')}</wa-button>
    </div>`;
  }

  #overview() {
    const { setup } = this.page;
    if (!setup) return nothing;
    const { pictures } = setup.learnedFrom;
    const again = (step: SetupStep, text: string) =>
      html`<wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-setup', { kind: 'begin', step })}>${text}</wa-button>`;
    return html`<section aria-label=${msg('This table')}>
      <header>
        <h2>${msg('This table')}</h2>
        <button class="quiet" aria-label=${msg('Close')} title=${msg('Close')} @click=${() => emit(this, 'hm-setup', { kind: 'leave' })}>${icon('xmark')}</button>
      </header>
      <p>${msg(str`Mat ${matWords(setup.mat)}, obstacles: ${setup.obstacles.length}, pictures learned from: ${pictures}. It is kept on this device only.`)}</p>
      ${(setup.proofs ?? []).slice(0, 3).map((proof) => html`<p>${icon(isProved(proof) ? 'check' : 'warning')} ${proofWords(proof)}</p>`)}
      <div class="row">${again('border', msg('Set up again'))}${again('mat', msg('Mat'))}${again('obstacles', msg('Obstacles'))}${again('side', msg('Sides'))}${this.#mayProve ? html`<wa-button size="s" appearance="outlined" @click=${this.#prove}>${msg('Prove it')}</wa-button>` : nothing}</div>
      <div class="row">
        <wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-setup', { kind: 'save' })}>${icon('save')}&nbsp;${msg('Save as a file')}</wa-button>
        ${
          this.isForgetting
            ? nothing
            : html`<wa-button size="s" appearance="outlined" @click=${() => (this.isForgetting = true)}>${msg('Forget this table')}</wa-button>`
        }
      </div>
      ${this.isForgetting ? this.#forgetting() : nothing}
      ${setup.print ? html`<p>${translate(phrase('setup-file-holds-print'))}</p>` : nothing}
      ${mayBeCleared()}
    </section>`;
  }

  /** The forgetting of the setup, which only a file can bring back. */
  #forgetting() {
    const forget = () => {
      this.isForgetting = false;
      emit(this, 'hm-setup', { kind: 'forget' });
    };
    return html`<p role="alert">${msg('Mat, obstacles, print and lens of this table will be asked for and learned again. A saved file brings them back.')}</p>
      <div class="row">
        <wa-button size="s" appearance="outlined" variant="danger" @click=${forget}>${msg('Yes, forget it')}</wa-button>
        <wa-button size="s" appearance="outlined" @click=${() => (this.isForgetting = false)}>${msg('Keep it')}</wa-button>
      </div>`;
  }
}
