import { html, nothing, type TemplateResult } from 'lit';
import type { PageState } from '../page-state.js';
import '../view/hm-corners.js';
import './hm-obstacle-marks.js';
import './hm-setup.js';
import './hm-setup-chip.js';
import './hm-side-marks.js';
import type { PageSetup } from './page-setup.js';

/** What is asked now, in the answer's place; undefined while nothing is. */
export function setupPanel({ draft, isOpen }: PageSetup, page: PageState): TemplateResult | undefined {
  return isOpen ? html`<hm-setup .draft=${draft} .page=${page}></hm-setup>` : undefined;
}

/** What is drawn over the picture for it, to be dragged and tapped. */
export function setupMarks({ draft }: PageSetup, { source, known, isMirrored }: PageState) {
  if (!draft || !source) return nothing;
  const { widthPx, heightPx } = source.size();
  if (draft.step === 'border') {
    return html`<hm-corners bare .view=${source.view} ?mirrored=${isMirrored} .widthPx=${widthPx} .heightPx=${heightPx} .initial=${draft.corners}></hm-corners>`;
  }
  if (draft.step === 'obstacles') {
    return html`<hm-obstacle-marks .draft=${draft} .camera=${known.state.camera} .view=${source.view} ?mirrored=${isMirrored}></hm-obstacle-marks>`;
  }
  if (draft.step === 'side') return html`<hm-side-marks .draft=${draft} .widthPx=${widthPx} .heightPx=${heightPx}></hm-side-marks>`;
  return nothing;
}

/** Over the picture: whether the table is known. */
export function setupChip({ source, setup }: PageState) {
  return source ? html`<hm-setup-chip .known=${setup}></hm-setup-chip>` : nothing;
}
