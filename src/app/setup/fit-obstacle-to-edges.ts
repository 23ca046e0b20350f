import type { Obstacle } from '../../table/table.js';
import type { PageState } from '../state/page-state.js';
import type { VisionClient } from '../vision-client/vision-client.js';
import { placeOf } from './obstacle-edits.js';

/**
 * An obstacle that a person laid in the picture, as it lies by its edges there; undefined where they are not clear, nothing can look now, or the picture
 * is not the one that was measured.
 */
export async function fitLaid(
  client: VisionClient,
  { source, known, isMirrored }: PageState,
  laid: Obstacle,
): Promise<Obstacle | undefined> {
  const { camera } = known.state;
  const { widthPx, heightPx } = source?.size() ?? {};
  if (!source || !camera || !laid.token || widthPx !== camera.widthPx || heightPx !== camera.heightPx) return undefined;
  try {
    // What WebGL has drawn is gone once it was shown: it is drawn anew.
    if (source.kind === 'simulated') source.again();
    const picture = await pictureOf(source.view, camera, isMirrored);
    const told = { xws: laid.token.xws, at: placeOf(laid), camera, bases: known.table.ships };
    const seen = await client.fitObstacle(picture, told);
    return seen && { ...seen, id: laid.id };
  } catch {
    // A worker that died is started again with the next picture; the obstacle stays as it was laid.
    return undefined;
  }
}

/** What the page shows now, the right way round, at the size that is measured. */
function pictureOf(
  view: CanvasImageSource,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  isMirrored: boolean,
): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d')!;
  if (isMirrored) context.setTransform(-1, 0, 0, 1, widthPx, 0);
  context.drawImage(view, 0, 0, widthPx, heightPx);
  return createImageBitmap(canvas);
}
