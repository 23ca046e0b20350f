import { html, nothing, type TemplateResult } from 'lit';
import { phrase } from '../../texts/phrase.js';
import { draftOf, type PageMode } from '../state/mode.js';
import type { PageState } from '../state/page-state.js';
import { lazyPart } from '../ui/lazy-element.js';
import './hm-setup-chip.js';

/** The panel of the present question, in the answer's place; undefined while there is no question. */
export function setupPanel(mode: PageMode, page: PageState): TemplateResult | undefined {
  return isSettingUp(mode)
    ? html`${lazyPart(() => import('./hm-setup.js'), phrase('set-up'))}<hm-setup .draft=${draftOf(mode)} .page=${page}></hm-setup>`
    : undefined;
}

export const isSettingUp = ({ mode: { kind } }: PageMode) => kind === 'setup' || kind === 'setup overview';

/** The element that marks the corners, once it is loaded. */
export const cornersPart = () => lazyPart(() => import('../picture/hm-corners.js'), phrase('marks-corners'));

/** Marks of the set-up over the picture, to drag and tap. */
export function setupMarks(mode: PageMode, { source, known, isMirrored }: PageState) {
  const draft = draftOf(mode);
  if (!draft || !source) return nothing;
  const { widthPx, heightPx } = source.size();
  if (draft.step === 'border') {
    return html`${cornersPart()}<hm-corners bare .view=${source.view} ?mirrored=${isMirrored} .widthPx=${widthPx} .heightPx=${heightPx} .initial=${draft.corners}></hm-corners>`;
  }
  if (draft.step === 'obstacles') {
    return html`${lazyPart(() => import('./hm-obstacle-marks.js'), phrase('marks-obstacles'))}<hm-obstacle-marks .draft=${draft} .camera=${known.state.camera} .view=${source.view} ?mirrored=${isMirrored}></hm-obstacle-marks>`;
  }
  if (draft.step === 'side')
    return html`${lazyPart(() => import('./hm-side-marks.js'), phrase('marks-sides'))}<hm-side-marks .draft=${draft} .widthPx=${widthPx} .heightPx=${heightPx}></hm-side-marks>`;
  return nothing;
}

/** Chip over the picture: whether the table is known. */
export function setupChip({ source, setup, known }: PageState) {
  return source ? html`<hm-setup-chip .known=${setup} ?aside=${known.ships.length > 0}></hm-setup-chip>` : nothing;
}
