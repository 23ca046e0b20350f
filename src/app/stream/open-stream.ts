import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import { loadPart, missingPart } from '../ui/chunk-error.js';

/** Opens the menu of the stream's pages over the page; it is loaded when it is first asked for. */
export async function openStream(onProblem: (problem: Problem) => void): Promise<void> {
  if (!(await loadPart(() => import('./hm-stream.js')))) onProblem(missingPart(phrase('menu-stream')));
  else if (!document.querySelector('hm-stream')) document.body.append(document.createElement('hm-stream'));
}
