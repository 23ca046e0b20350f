import { html, nothing } from 'lit';
import { phrase } from '../../texts/phrase.js';
import type { Remeasuring } from '../state/page-state.js';
import { lazyPart } from '../ui/lazy-element.js';

/** Progress of measuring these ships again; nothing where that was asked of others, or not at all. */
export function remeasuringOf(remeasuring: Remeasuring | undefined | null, ids: readonly string[]) {
  const isOfThese = remeasuring?.of.length === ids.length && remeasuring.of.every((id) => ids.includes(id));
  if (!isOfThese) return nothing;
  return html`${lazyPart(() => import('./hm-remeasuring.js'), phrase('looks-again'))}<hm-remeasuring .remeasuring=${remeasuring}></hm-remeasuring>`;
}
