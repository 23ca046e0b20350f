import '@awesome.me/webawesome/dist/components/button/button.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Problem } from '../../table/sighting.js';
import type { PageState } from '../page-session.js';
import { emit } from './emit.js';
import './hm-loading.js';
import './hm-problem.js';

/** What is wrong with the picture itself, so that marked corners would not mend it. */
const NOT_BY_CORNERS: readonly string[] = ['picture-too-small', 'picture-blurred', 'lens-fisheye'];

/**
 * The one thing worth saying about the picture: that the page learns to see, or what is wrong, with the button that mends it.
 * @fires hm-retry - load the engines again
 * @fires hm-open-camera - try the camera again
 * @fires hm-menu - mark the corners, or open another picture
 * @fires hm-forget-lens - the lens that was kept is not this camera's
 * @fires hm-dismiss - the problem was read
 */
@customElement('hm-notice')
export class HmNotice extends LitElement {
  static override styles = css`
    :host { display: block; }
    .looking { margin: 0 auto; width: max-content; max-width: 100%; box-sizing: border-box; padding: 0.55rem 1.1rem; border-radius: 2rem; background: color-mix(in srgb, var(--hm-panel) 90%, transparent); border: 1px solid var(--hm-line); }
  `;

  @property({ attribute: false }) page: PageState | undefined;

  override render() {
    if (!this.page) return nothing;
    const { engine, sourceProblem, lookProblem, caution, source, known, isOpening } = this.page;
    if (engine.phase === 'failed') return this.#problem(engine.problem, 'Try again', () => emit(this, 'hm-retry'));
    if (sourceProblem?.code.startsWith('camera-')) return this.#problem(sourceProblem, 'Try again', () => emit(this, 'hm-open-camera', {}));
    if (sourceProblem) return this.#problem(sourceProblem, 'Dismiss', () => emit(this, 'hm-dismiss'));
    if (engine.phase === 'loading') return html`<hm-loading .parts=${engine.parts} ?restart=${engine.isRestart}></hm-loading>`;
    if (lookProblem?.code.startsWith('lens-of-another'))
      return this.#problem(lookProblem, 'Forget the lens', () => emit(this, 'hm-forget-lens'));
    if (lookProblem && NOT_BY_CORNERS.includes(lookProblem.code))
      return this.#problem(lookProblem, 'Open another picture', () => emit(this, 'hm-menu', { action: 'open' }));
    if (lookProblem) return this.#problem(lookProblem, 'Mark the corners', () => emit(this, 'hm-menu', { action: 'corners' }));
    if (caution) return this.#problem(caution, 'Mark the corners', () => emit(this, 'hm-menu', { action: 'corners' }));
    if (!source)
      return isOpening
        ? html`<p class="looking" role="status">Opening… If the browser asks whether this page may use the camera, allow it.</p>`
        : nothing;
    return known.state.camera ? nothing : html`<p class="looking" role="status">Looking for the mat…</p>`;
  }

  #problem(problem: Problem, mend: string, onMend: () => void) {
    return html`<hm-problem .problem=${problem}><wa-button size="s" variant="brand" @click=${onMend}>${mend}</wa-button></hm-problem>`;
  }
}
