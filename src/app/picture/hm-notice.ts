import { localized, msg } from '@lit/localize';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Problem } from '../../table/measurement.js';
import { NOT_MEASURED, type PageState } from '../state/page-state.js';
import { onUprightPhone } from '../ui/app.styles.js';
import { isMissingPart } from '../ui/chunk-error.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import './hm-loading.js';
import '../ui/hm-problem.js';
import { icon } from '../ui/icon.js';
import { NOT_BY_CORNERS, photosWords, waitingWords } from './worth-words.js';

/** A problem that lasts until somebody mends it. */
interface Lasting {
  readonly problem: Problem;
  readonly mend: string;
  readonly onMend: () => void;
}

/**
 * The one thing worth saying about the picture: that the page learns to see, or a problem, with the button that mends it. On a phone a
 * lasting problem is one line at the picture's lower edge, once there are ships to ask about: a tap opens it, so that it covers no answer.
 * A pause in looking is one line on every screen: nothing is wrong with the last look.
 * @fires hm-retry - load the engines again
 * @fires hm-open-camera - try the camera again
 * @fires hm-menu - mark the corners, or open another picture
 * @fires hm-forget-lens - the lens that was kept is not this camera's
 * @fires hm-dismiss - the problem was read
 * @fires hm-of-match - whether the photo is of the match's table
 */
@customElement('hm-notice')
@localized()
export class HmNotice extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: block; }
      .looking { margin: 0 auto; width: max-content; max-width: 100%; box-sizing: border-box; padding: 0.55rem 1.1rem; border-radius: 2rem; background: color-mix(in srgb, var(--hm-panel) 90%, transparent); border: 1px solid var(--hm-line); }
      wa-progress-bar { --track-height: 0.4rem; margin-top: 0.5rem; }
      .line { display: none; }
      .line button { flex: 1; min-width: 0; min-height: 2.75rem; display: flex; align-items: center; gap: 0.6rem; padding: 0 0.8rem; border-radius: var(--hm-radius); background: color-mix(in srgb, var(--hm-panel) 92%, transparent); border: 1px solid color-mix(in srgb, var(--hm-doubt) 40%, var(--hm-line)); text-align: left; font-weight: 600; }
      .line span { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .line wa-icon:first-child { color: var(--hm-doubt); }
      .passing .line { display: flex; }
      .passing hm-problem { display: none; }
      .passing.open hm-problem { display: block; margin-bottom: 0.3rem; }
      @media ${onUprightPhone} {
        :host([folds]) .lasting { position: absolute; inset: auto 0.5rem 0.5rem; display: flex; flex-direction: column; gap: 0.3rem; max-height: calc(100vw / var(--ratio) - 1.5rem); }
        :host([folds]) .line { display: flex; flex: none; }
        :host([folds]) hm-problem { display: none; }
        :host([folds]) .open hm-problem { display: block; overflow-y: auto; border-radius: var(--hm-radius); }
      }
    `,
  ];

  @property({ attribute: false }) page: PageState | undefined;
  /** Whether it lasts, and there is an answer that it could cover. */
  @property({ type: Boolean, reflect: true }) folds = false;
  /** Code of the problem that was opened on a phone. */
  @state() private openCode: string | undefined;

  #lasting: Lasting | undefined;

  protected override willUpdate(): void {
    this.#lasting = this.page && !this.page.doubt ? this.#lastingIn(this.page) : undefined;
    this.folds = this.#lasting !== undefined && !this.slot && this.page!.known.ships.length > 0;
  }

  override render() {
    if (!this.page) return nothing;
    const { engine, sourceProblem, source, known, placed, isOpening, hints, doubt } = this.page;
    if (doubt && !isOpening) return html`${sourceProblem ? this.#dismissible(sourceProblem) : nothing}${this.#question(doubt)}`;
    if (this.#lasting) return this.#folding(this.#lasting);
    if (sourceProblem) return this.#dismissible(sourceProblem);
    if (engine.phase === 'loading') return html`<hm-loading .parts=${engine.parts} ?restart=${engine.isRestart}></hm-loading>`;
    if (!source)
      return isOpening
        ? html`<p class="looking" role="status">${msg('Opening… If the browser asks whether this page may use the camera, allow it.')}</p>`
        : nothing;
    if (known.state.camera && !placed) return nothing;
    // After the corners were entered nobody looks for them there.
    const isMatSaid = hints.corners !== undefined;
    const what = placed ? msg('Looking for obstacles…') : isMatSaid ? msg('Measuring the table…') : msg('Looking for the mat…');
    const photos = photosWords(source);
    // Up to a minute; without an answer beside it, nothing else says so. A screen reader hears it once.
    const isSaidBeside = !this.slot && waitingWords(this.page) !== undefined;
    return html`<div class="looking"><span role=${isSaidBeside ? nothing : 'status'}>${photos?.what ?? what}${photos && this.slot ? ` ${photos.how}` : ''}</span>
      ${photos ? html`<wa-progress-bar label=${photos.what} indeterminate></wa-progress-bar>` : nothing}</div>`;
  }

  #lastingIn({ engine, source, sourceProblem, measureProblem, caution, freshness }: PageState): Lasting | undefined {
    // Somebody has just asked for that part: this answer comes before lasting problems.
    if (isMissingPart(sourceProblem)) return undefined;
    if (engine.phase === 'failed') return { problem: engine.problem, mend: msg('Try again'), onMend: () => emit(this, 'hm-retry') };
    if (sourceProblem?.code.startsWith('camera-'))
      return { problem: sourceProblem, mend: msg('Try again'), onMend: () => emit(this, 'hm-open-camera', {}) };
    // A remark about photos is true as long as they are shown, and on a phone would cover most of the picture.
    if (sourceProblem?.code.startsWith('photos-'))
      return { problem: sourceProblem, mend: msg('Dismiss'), onMend: () => emit(this, 'hm-dismiss') };
    if (sourceProblem || engine.phase === 'loading') return undefined;
    if (measureProblem?.code.startsWith('lens-of-another'))
      return { problem: measureProblem, mend: msg('Forget the lens'), onMend: () => emit(this, 'hm-forget-lens') };
    if (measureProblem?.code === 'pictures-hidden')
      return { problem: measureProblem, mend: msg('Reload now'), onMend: () => emit(this, 'hm-reload', { go: () => location.reload() }) };
    const problem = measureProblem ?? caution;
    if (problem && NOT_BY_CORNERS.includes(problem.code))
      return { problem, mend: msg('Open another picture'), onMend: () => emit(this, 'hm-menu', { action: 'open' }) };
    if (!measureProblem && freshness?.kind === 'old' && source?.kind === 'camera')
      return { problem: NOT_MEASURED, mend: msg('Open the camera again'), onMend: () => emit(this, 'hm-open-camera', {}) };
    return problem && { problem, mend: msg('Mark the corners'), onMend: () => emit(this, 'hm-menu', { action: 'corners' }) };
  }

  #folding(lasting: Lasting) {
    const { code, message } = lasting.problem;
    const isOpen = this.openCode === code;
    return html`<div class="lasting ${isOpen ? 'open' : ''} ${lasting.problem === NOT_MEASURED ? 'passing' : ''}">
      ${this.#problem(lasting)}
      <div class="line" role="alert">
        <button aria-expanded=${isOpen} @click=${() => (this.openCode = isOpen ? undefined : code)}>
          ${icon('warning')}<span>${translate(message)}</span>${icon(isOpen ? 'chevron-down' : 'chevron-up')}
        </button>
      </div>
    </div>`;
  }

  #dismissible(problem: Problem) {
    return this.#problem({ problem, mend: msg('Dismiss'), onMend: () => emit(this, 'hm-dismiss') });
  }

  #question(doubt: Problem) {
    const answer = (isOfMatch: boolean, words: string) =>
      html`<wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-of-match', { isOfMatch })}>${words}</wa-button>`;
    return html`<hm-problem .problem=${doubt}>${answer(true, msg('It is the match’s table'))}${answer(false, msg('It is another table'))}</hm-problem>`;
  }

  #problem({ problem, mend, onMend }: Lasting) {
    return html`<hm-problem .problem=${problem}><wa-button size="s" variant="brand" @click=${onMend}>${mend}</wa-button></hm-problem>`;
  }
}
