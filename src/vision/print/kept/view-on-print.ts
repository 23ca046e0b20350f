import type { Camera } from '../../../geometry/camera.js';
import type { Point } from '../../../geometry/point.js';
import { tableFromPiece } from '../../../geometry/pose.js';
import type { PrintImage } from '../../../table/setup/setup.js';
import type { Frame } from '../../runtime/frame.js';
import type { Cv } from '../../runtime/opencv.js';
import type { PictureCodec } from '../../runtime/picture-codec.js';
import { confirmedViews, isOnPrint, type StandingPiece, type StitchedView } from '../confirm-views.js';
import { cameraAlong } from '../first-cameras.js';
import { fitsElsewhere } from '../fits-elsewhere.js';
import { type GraphEdge, isStrong, matchGraph, type StitchPicture, unlikeEdge } from '../match-graph.js';
import { type DottedPicture, dotEdge, printDots } from '../search-dots.js';
import { clearlyBest, placedCamera, searchPlacements } from '../search-placement.js';
import { levelledOf, stitchPicture } from '../stitch-picture.js';
import { type OpenPrint, openPrint } from './open-print.js';

/** A picture in a frame of its own: its camera, and the pieces on the mat. */
interface OwnView {
  readonly camera: Camera;
  readonly pieces: readonly StandingPiece[];
}

/** A possible camera of a picture, by features or dots of its print, or by all of it at once. */
interface Start extends OwnView {
  readonly edge?: GraphEdge;
}

/** Indices of the two pictures that are registered to each other. */
const [MAP, VIEW] = [0, 1];

/**
 * Camera of a picture of the kept print, in the table frame of the print; undefined where it does not show that print beyond doubt. `own`:
 * the view by its pieces, as far as they determine it.
 */
export async function viewOnPrint(
  cv: Cv,
  codec: PictureCodec,
  print: PrintImage,
  frame: Frame,
  own: OwnView | undefined,
): Promise<StitchedView | undefined> {
  const map = await openPrint(cv, codec, print);
  const picture = stitchPicture(cv, frame);
  for await (const start of startsOf(cv, map, picture, own)) {
    const view = confirmed(cv, map, picture, start);
    if (view) return isElsewhereToo(cv, map, picture, view, start) ? undefined : view;
  }
  return undefined;
}

/** The same for a picture that was taken within some mm of the camera `about`; undefined where it does not show the print there. */
export async function viewAbout(
  cv: Cv,
  codec: PictureCodec,
  print: PrintImage,
  frame: Frame,
  about: OwnView,
): Promise<StitchedView | undefined> {
  return confirmed(cv, await openPrint(cv, codec, print), levelledOf(cv, frame), about);
}

/** A picture registered from a start. */
function confirmed(
  cv: Cv,
  { picture: map, known }: OpenPrint,
  picture: Pick<StitchPicture, 'size' | 'levelled'>,
  { camera, edge, pieces }: Start,
): StitchedView | undefined {
  const cameras = new Map([
    [MAP, known.camera],
    [VIEW, camera],
  ]);
  const alone = new Set(edge ? [] : [VIEW]);
  return confirmedViews(cv, [map, picture], edge ? [edge] : [], cameras, { ...known, pieces }, alone).views.get(VIEW);
}

/** Whether the picture fits the print elsewhere about as well: of a print that repeats. */
function isElsewhereToo(
  cv: Cv,
  { picture: map, known }: OpenPrint,
  { levelled }: StitchPicture,
  { camera }: StitchedView,
  { pieces }: Start,
): boolean {
  const fits = fitsElsewhere(cv, { camera: known.camera, levelled: map.levelled }, (at) => isOnPrint(at, known.camera, known));
  return fits({ camera, levelled }, (at) => isOnPrint(at, camera, { ...known, pieces }));
}

/** The most certain and cheapest starts first. */
async function* startsOf(cv: Cv, map: OpenPrint, picture: StitchPicture, own: OwnView | undefined): AsyncGenerator<Start> {
  const pictures = [map.picture, picture];
  const { edges, repeats } = matchGraph(cv, pictures);
  const byEdge = (edge: GraphEdge, pieces: Start['pieces'] = []): Start[] => {
    const camera = cameraAlong(edge, map.known.camera, true, picture.size);
    return camera ? [{ camera, edge, pieces }] : [];
  };
  for (const edge of edges) if (isStrong(edge)) yield* byEdge(edge);
  if (own) {
    const { camera, pieces } = own;
    const view = { camera, levelled: picture.levelled };
    const isPrint = (at: Point) => isOnPrint(at, camera, own);
    const pose = clearlyBest(searchPlacements(cv, [{ camera: map.known.camera, levelled: map.picture.levelled }], view, isPrint));
    if (pose) yield { camera: placedCamera(camera, pose), pieces: pieces.map((piece) => ({ ...piece, ...tableFromPiece(pose, piece) })) };
    const edge = dotEdge(dotsOf(cv, map), { picture: VIEW, size: picture.size, dots: printDots(cv, view, isPrint) });
    if (edge) yield* byEdge(edge);
  }
  for (const edge of edges) if (!isStrong(edge)) yield* byEdge(edge);
  // A view that shows the print much larger or smaller than it is kept only resembles it at another scale.
  const unlike = edges.length === 0 && !repeats.has(VIEW) ? await unlikeEdge(cv, pictures, MAP, VIEW) : undefined;
  if (unlike && unlike !== 'repeats') yield* byEdge(unlike);
}

function dotsOf(cv: Cv, { picture: { size, levelled }, known }: OpenPrint): DottedPicture {
  const { camera } = known;
  return { picture: MAP, size, dots: printDots(cv, { camera, levelled }, (at) => isOnPrint(at, camera, known)) };
}
