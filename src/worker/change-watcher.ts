import { changedBlocks, type SmallFrame } from '../vision/session/changed-blocks.js';
import { smallGreyOf } from './small-grey.js';
import type { ChangedBlocks, WatchApi } from './watch-api.js';

type AnyFrame = Parameters<WatchApi['see']>[0];

/** The thread that only watches: no engines, a few milliseconds a frame. Frames are read one after the other, in the order in which they come. */
export function createChangeWatcher(smallOf: (frame: AnyFrame) => Promise<SmallFrame> = smallGreyOf): WatchApi {
  let kept: readonly { readonly atMs: number; readonly small: SmallFrame }[] = [];
  let before: Promise<unknown> = Promise.resolve();

  const compare = async (frame: AnyFrame, capturedAtMs: number, isKept: boolean): Promise<readonly ChangedBlocks[]> => {
    try {
      const small = await smallOf(frame);
      const changes = kept.map(({ atMs, small: earlier }) => ({ sinceMs: atMs, ...changedBlocks(earlier, small) }));
      if (isKept) kept = [...kept, { atMs: capturedAtMs, small }];
      return changes;
    } finally {
      if ('close' in frame) frame.close();
    }
  };

  return {
    see(frame, capturedAtMs, isKept) {
      // Two that are read at once share the buffer that their bytes are copied to: one would be mistaken for the other.
      const compared = before.then(() => compare(frame, capturedAtMs, isKept));
      before = compared.catch(() => undefined);
      return compared;
    },
    async retain(times) {
      await before;
      kept = kept.filter(({ atMs }) => times.includes(atMs));
    },
  };
}
