import type { Look, LookHints } from '../table/sighting.js';
import type { Engines } from './engines.js';
import type { Frame } from './frame.js';
import { type LensViews, withView } from './lens-views.js';
import type { Remembered } from './locate-mat.js';
import { seeTable } from './pipeline.js';

/** A camera that goes on looking: what it saw a moment ago tells where to look next. */
export interface Watch {
  look(engines: Engines, frame: Frame, hints: LookHints): Promise<Look>;
  forget(): void;
}

/** `see` measures one frame; the next is begun only when it has settled. */
export function createWatch(see: typeof seeTable = seeTable): Watch {
  let last: (Remembered & { readonly hints: LookHints }) | undefined;
  let lensViews: LensViews | undefined;
  let hasSeen = false;
  let fails = 0;
  return {
    async look(engines, frame, hints) {
      const previous = isOfCamera(last, frame, hints) && isWorthAReturn(fails) ? last : undefined;
      const { look, stages, boardView } = await see(engines, frame, hints, previous, isWorthASearch(fails, hasSeen));
      // What was known before a hand on the border, or before the lamp went off, is kept: it is tried again when the table is back.
      if (stages) last = { solution: stages.solution, doubt: stages.doubt, byContrast: stages.byContrast, hints };
      hasSeen ||= look.ok;
      fails = look.ok ? 0 : fails + 1;
      lensViews = hints.board && !hints.lens ? withView(lensViews, boardView ?? [], frame.widthPx, frame.heightPx) : undefined;
      return lensViews ? { ...look, lensProgress: lensViews.progress } : look;
    },
    forget() {
      last = undefined;
      lensViews = undefined;
      hasSeen = false;
      fails = 0;
    },
  };
}

/** A search takes some seconds: not on each picture of a camera that shows no table, and after a bump not before the camera rests. */
const FAILS_TO_REST = 3;
const FAILS_BETWEEN_SEARCHES = 12;

function isWorthASearch(fails: number, hasSeen: boolean): boolean {
  return (fails - (hasSeen ? FAILS_TO_REST : 0)) % FAILS_BETWEEN_SEARCHES === 0;
}

/** Every fourth look after failed ones starts without what was known: that may be what is wrong. */
function isWorthAReturn(fails: number): boolean {
  return fails % 4 !== 3;
}

/** Whether a solution was found under the same hints in a picture of the same size: perhaps the same camera, a moment ago. */
function isOfCamera(last: (Remembered & { readonly hints: LookHints }) | undefined, frame: Frame, hints: LookHints): boolean {
  if (!last) return false;
  const { camera } = last.solution;
  return camera.widthPx === frame.widthPx && camera.heightPx === frame.heightPx && JSON.stringify(last.hints) === JSON.stringify(hints);
}
