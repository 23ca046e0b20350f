import type { Unmeasurable } from '../table.js';
import { SAME_PLACE_MM } from './track-assignment.js';

/** A thing that could not be measured in one of the last frames. */
export interface HalfSeen extends Unmeasurable {
  /** Frames since it was last seen. */
  readonly unseenFrames: number;
}

/** Number of frames in a row without a barely visible thing after which it is gone: some frames show it and others do not. */
const GONE_FRAMES = 3;

/** Half-seen things after one more frame, so that a line is not reported clear in one frame and open in the next. */
export function halfSeenAfter(before: readonly HalfSeen[], seen: readonly Unmeasurable[]): HalfSeen[] {
  const isSeen = ({ at }: Unmeasurable) => seen.some((now) => Math.hypot(now.at.x - at.x, now.at.y - at.y) < SAME_PLACE_MM);
  return [
    ...seen.map((one) => ({ ...one, unseenFrames: 0 })),
    ...before.flatMap((one) =>
      isSeen(one) || one.unseenFrames + 1 >= GONE_FRAMES ? [] : [{ ...one, unseenFrames: one.unseenFrames + 1 }],
    ),
  ];
}
