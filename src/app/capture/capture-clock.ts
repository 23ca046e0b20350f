/** A camera's clock may run a little slower or faster than the page's: only this many frames show how they differ. */
const FRAMES = 64;
/** Stamps that lie further from the last ones than this are counted from elsewhere: the camera was started again, or the computer slept, ms. */
const LONGEST_WAY_MS = 1000;

/**
 * When frames were taken, on the page's clock, ms: from the camera's own stamps, which are even, while frames come late where the page is busy. The
 * one of the latest frames that came soonest is taken to have come at once.
 */
export function createCaptureClock(): (stampMs: number, cameAtMs: number) => number {
  let waysMs: readonly number[] = [];
  return (stampMs, cameAtMs) => {
    const wayMs = cameAtMs - stampMs;
    const before = Math.abs(wayMs - Math.min(...waysMs)) > LONGEST_WAY_MS ? [] : waysMs;
    waysMs = [...before, wayMs].slice(-FRAMES);
    return stampMs + Math.min(...waysMs);
  };
}
