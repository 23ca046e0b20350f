import type { Unmeasurable } from '../table.js';
import { SAME_PLACE_MM } from './track-assignment.js';

/** A thing that could not be measured in one of the last frames. */
export interface HalfSeen extends Unmeasurable {
  /** Frames since it was last seen. */
  readonly unseenFrames: number;
}

/** What is hardly seen is seen in some frames and not in others: it is gone when 3 frames in a row do not show it. */
const GONE_FRAMES = 3;

/** What is half seen after one more frame, so that no line is reported clear, and not clear again, from frame to frame. */
export function halfSeenAfter(before: readonly HalfSeen[], seen: readonly Unmeasurable[]): HalfSeen[] {
  const isSeen = ({ at }: Unmeasurable) => seen.some((now) => Math.hypot(now.at.x - at.x, now.at.y - at.y) < SAME_PLACE_MM);
  return [
    ...seen.map((one) => ({ ...one, unseenFrames: 0 })),
    ...before.flatMap((one) =>
      isSeen(one) || one.unseenFrames + 1 >= GONE_FRAMES ? [] : [{ ...one, unseenFrames: one.unseenFrames + 1 }],
    ),
  ];
}
