import { changedBlocks } from './changed-blocks.js';
import { type SmallGrey, smallGreyOf } from './small-grey.js';
import type { WatchApi } from './watch-api.js';

/** The thread that only watches: no engines, a few milliseconds a frame. */
export function createChangeWatcher(): WatchApi {
  let kept: readonly { readonly atMs: number; readonly small: SmallGrey }[] = [];
  return {
    async see(frame, capturedAtMs, isKept) {
      try {
        const small = await smallGreyOf(frame);
        const changes = kept.map(({ atMs, small: earlier }) => ({ sinceMs: atMs, ...changedBlocks(earlier, small) }));
        if (isKept) kept = [...kept, { atMs: capturedAtMs, small }];
        return changes;
      } finally {
        if ('close' in frame) frame.close();
      }
    },
    async retain(times) {
      kept = kept.filter(({ atMs }) => times.includes(atMs));
    },
  };
}
