import type { PageState } from '../page-state.js';
import { typicalSigmaMm } from '../publishing.js';

/** What a distance is worth now: one standard deviation, "± 0.4 mm"; empty while nothing is known. */
export function worthWords(known: PageState['known']): string {
  const sigmaMm = typicalSigmaMm(known);
  return sigmaMm ? `± ${sigmaMm < 0.095 ? sigmaMm.toFixed(2) : sigmaMm.toFixed(1)} mm` : '';
}

/** How many pictures of the camera are read in a second, or that there is nothing new to read. */
export function paceWords({ framesPerSecond, isStill, source }: PageState): string {
  if (source?.kind !== 'camera') return '';
  if (isStill) return ' · nothing moves';
  return framesPerSecond > 0 ? ` · ${framesPerSecond.toFixed(1)} pictures/s` : '';
}

/** What is known of the camera's lens, for as long as it concerns somebody; empty otherwise. */
export function lensWords({ lens, lensProgress }: Pick<PageState, 'lens' | 'lensProgress'>): string {
  if (lens) return `Lens known${lens.sigma ? ` ± ${((100 * lens.sigma.focalPx) / lens.fx).toFixed(1)} %` : ''}`;
  if (!lensProgress?.pictures) return '';
  const pictures = lensProgress.pictures === 1 ? '1 picture' : `${lensProgress.pictures} pictures`;
  return `Lens: ${pictures} of the sheet, more needed from other sides`;
}
