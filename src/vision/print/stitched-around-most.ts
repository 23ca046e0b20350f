import type { Stitching } from './stitch-views.js';
import { MIRRORED_PRINT } from './why-not-stitched.js';

/** Pictures stitched around one of them, which gives their frame. */
interface StitchedAround<Frame> {
  readonly frame: Frame;
  readonly stitching: Stitching;
}

interface PicturesToStitch<Frame> {
  readonly stitch: (frame: Frame) => Promise<Stitching>;
  /** The picture among some that can give the frame. */
  readonly frameAmong: (pictures: readonly number[]) => Frame | undefined | Promise<Frame | undefined>;
  /** Whether a picture that is not stitched is known to be a mirror image of the one that gives the frame, otherwise than by its print. */
  readonly isMirrorImage?: (picture: number, frame: Frame) => boolean;
}

/**
 * Pictures stitched around `first`, or, where it and what is stitched with it are mirror images of more pictures than they are themselves,
 * around one of these: then the fewer are the mirrored ones.
 */
export async function stitchedAroundMost<Frame extends { readonly picture: number }>(
  first: Frame,
  { stitch, frameAmong, isMirrorImage = () => false }: PicturesToStitch<Frame>,
): Promise<StitchedAround<Frame>> {
  const stitching = await stitch(first);
  const { views } = stitching;
  const found = { frame: first, stitching };
  const count = stitchedCount(views);
  if (2 * count >= views.length) return found;
  const mirrored = views.flatMap((view, i) =>
    i !== first.picture && !view.ok && (view.problem.code === MIRRORED_PRINT.code || isMirrorImage(i, first)) ? [i] : [],
  );
  const frame = mirrored.length > 0 ? await frameAmong(mirrored) : undefined;
  if (!frame) return found;
  const around = await stitch(frame);
  if (stitchedCount(around.views) <= count) return found;
  const withWhy = around.views.map((view, i) =>
    !view.ok && (views[i]!.ok || i === first.picture) ? { ok: false as const, problem: MIRRORED_PRINT } : view,
  );
  return { frame, stitching: { ...around, views: withWhy } };
}

/** Number of pictures that are stitched, at least the one that gives the frame. */
function stitchedCount(views: Stitching['views']): number {
  return Math.max(1, views.filter(({ ok }) => ok).length);
}
