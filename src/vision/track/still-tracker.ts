import { nominalView } from './plane-view.js';
import { sharpnessOf } from './sharpness.js';
import { createTableChanges } from './table-changes.js';
import type { Tracker } from './tracker.js';

/** Watches through a camera that is taken to stand still: where OpenCV cannot be had, to follow one that moves. Its frames have no pose. */
export function createStillTracker(): Tracker {
  const changes = createTableChanges();
  return {
    see(picture, atMs, isKept) {
      const frame = { picture, view: nominalView(picture.columns, picture.rows), sharpness: sharpnessOf(picture) };
      const blocks = changes.compare(frame, atMs, isKept);
      if (isKept) changes.keep(frame, atMs);
      return { kind: 'registered', camera: undefined, sharpness: frame.sharpness, blocks };
    },
    place() {},
    retain: (times) => changes.retain(times),
    close() {},
  };
}
