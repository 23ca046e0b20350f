import sharp from 'sharp';
import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import type { Pixel, Point } from '../../geometry/point.js';
import type { MeasureHints } from '../../table/measurement.js';
import { englishProblem } from '../../texts/english.js';
import { measureFrame } from '../../vision/frame/measure-frame.js';
import { withFrameContext } from '../../vision/lens/frame-context.js';
import { borderProblem } from '../../vision/mat/border/border-problems.js';
import { locateMat, runMatFinder } from '../../vision/mat/find/locate-mat.js';
import type { Extent, KnownView, StitchedView } from '../../vision/print/confirm-views.js';
import type { StitchPicture } from '../../vision/print/match-graph.js';
import { addToMap, emptyMap, mapPicture } from '../../vision/print/print-map.js';
import { stitchPicture } from '../../vision/print/stitch-picture.js';
import { stitchViews } from '../../vision/print/stitch-views.js';
import { stitchedAroundMost } from '../../vision/print/stitched-around-most.js';
import type { Engines } from '../../vision/runtime/engines.js';
import { type Frame, mirroredFrame, rgbaOf, rightWayRound } from '../../vision/runtime/frame.js';
import { withMats } from '../../vision/runtime/opencv.js';
import type { TableSolution } from '../../vision/solve/joint-solution.js';
import { cameraPartOf } from '../../vision/solve/shared-parameters.js';
import { loadEngines } from '../inputs/node-engines.js';
import { readPicture } from '../inputs/read-picture.js';
import { notLookedAt, sharpestPictures } from '../inputs/sharpest-pictures.js';
import { hintsIn, pixelInFile, TABLE_OPTIONS, tableHints } from '../inputs/table-hints.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';
import { checkOut, writeWhole } from '../terminal/write-whole.js';

const USE =
  'hashmark map IMAGE… [--setup FILE] [--mat WIDTHxDEPTH[±SIGMA]] [--mat-sigma MM] [--calibration FILE] [--mirrored] [--out map.webp] [--json]';

/** Marks are those of one picture, which makes no map. */
const OPTIONS = [...TABLE_OPTIONS.values.filter((name) => name !== 'corners' && name !== 'edges'), 'out'];

/** A picture in which the mat's border gives the table frame. */
type LocatedView = KnownView & Pick<TableSolution, 'widthMm' | 'depthMm'>;

/** A picture that could be read, with the place in its file of a place in it, px. */
interface Readable {
  readonly image: string;
  readonly picture: StitchPicture;
  readonly inFile: (pixel: Pixel) => Pixel;
  /** Its pixels for each px of its file. */
  readonly scale: number;
}

/** A picture that was asked for. */
type ReadPicture = Readable | { readonly image: string; readonly problem: string };

/** Output of the command for a picture. */
type MappedPicture =
  | {
      readonly image: string;
      /** 5 × 5 places of the picture, px of its file, upright, and their positions on the map, mm. */
      readonly grid: readonly (readonly [number, number, number, number])[];
      /** Distance of its matches from the map, root mean square, px of its file. */
      readonly residualPx: number;
      readonly matches: number;
    }
  | { readonly image: string; readonly problem: string };

/** Stitches the mat's print from several pictures of it; 1 when one of them is not on the map. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  let hints: MeasureHints;
  try {
    args = parseArgs(argv, { flags: [...TABLE_OPTIONS.flags, 'json'], values: OPTIONS });
    if (args.names.length === 0) throw new UsageError('no picture given.');
    const out = args.values.get('out');
    if (out !== undefined) await checkMapOut(out, args.names);
    hints = await tableHints(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark map: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  const engines = await loadEngines();
  const read: ReadPicture[] = [];
  let located: LocatedView | undefined;
  const looked = await sharpestPictures(args.names);
  for (const [i, image] of args.names.entries()) {
    if (!looked.includes(i)) {
      read.push({ image, problem: notLookedAt(args.names.length) });
      continue;
    }
    try {
      const { rgba, ...photo } = await readPicture(image);
      const frame = rightWayRound({ ...photo, rgba }, hints).frame;
      const picture = stitchPicture(engines.cv, frame, async () => rightWayRound(await readPicture(image), hints).frame);
      const view = located ? undefined : await locatedView(engines, frame, hints);
      if (view) located = { ...view, picture: read.filter((one) => 'picture' in one).length };
      read.push({ image, picture, scale: photo.scale, inFile: (pixel) => pixelInFile(pixel, photo, hints.isMirrored) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      read.push({ image, problem: message.replace(`${image}: `, '') });
    }
  }
  const readable = read.flatMap((one) => ('picture' in one ? [one] : []));
  const again = async (i: number) => rightWayRound(await readPicture(readable[i]!.image), hints).frame;
  const stitch = (known: LocatedView | undefined) =>
    stitchViews(
      engines.cv,
      readable.map(({ picture }) => picture),
      {
        ...(known && { known }),
        ownCameras: async (i) => ownCameras(engines, await again(i), hints),
        mirrorImageOf: async (i) => stitchPicture(engines.cv, mirroredFrame(await again(i)), async () => mirroredFrame(await again(i))),
      },
    );
  const around =
    located && (await stitchedAroundMost(located, { stitch, frameAmong: (some) => locatedAmong(engines, some, again, hints) }));
  located = around?.frame;
  const { views } = around?.stitching ?? (await stitch(undefined));
  const stitched = new Map(readable.map(({ picture }, i) => [picture, views[i]!]));
  const frame = frameOf(
    views.flatMap((view) => (view.ok ? [view] : [])),
    located && stitched.get(readable[located.picture]!.picture)?.ok ? located : undefined,
  );
  const stitchedViews = readable.flatMap(({ image }, i) => {
    const view = views[i]!;
    return view.ok ? [{ image, view }] : [];
  });
  const pictures = read.map((one): MappedPicture => {
    if ('problem' in one) return one;
    const view = stitched.get(one.picture)!;
    return view.ok ? mapped(one, view, frame) : { image: one.image, problem: englishProblem(view.problem) };
  });
  const out = args.values.get('out');
  if (out !== undefined && stitchedViews.length > 0) await drawMap(engines, out, frame, stitchedViews, hints);
  for (const one of pictures) if ('problem' in one) say(`hashmark map: ${one.image}: ${one.problem}\n`);
  const { widthMm, depthMm } = frame;
  print(args.flags.has('json') ? `${JSON.stringify({ pictures, widthMm, depthMm })}\n` : summary(pictures, frame));
  return pictures.some((picture) => 'problem' in picture) ? 1 : 0;
}

async function checkMapOut(path: string, pictures: readonly string[]): Promise<void> {
  await checkOut(path, pictures);
  if (!/\.(webp|png)$/i.test(path)) throw new UsageError(`--out: got '${path}', expected a name that ends in .webp or .png.`);
}

/** Draws the map and writes it as a picture, whole or not at all. */
async function drawMap(
  { cv }: Engines,
  path: string,
  { origin, widthMm, depthMm }: MapFrame,
  views: readonly { readonly image: string; readonly view: StitchedView }[],
  hints: MeasureHints,
): Promise<void> {
  const map = emptyMap(origin, widthMm, depthMm);
  for (const { image, view } of views) {
    const frame = rightWayRound(await readPicture(image), hints).frame;
    withMats((own) => addToMap(cv, map, own(rgbaOf(cv, frame)), view.camera));
  }
  const { widthPx, heightPx, rgb } = mapPicture(map, widthMm, depthMm);
  const picture = sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  await writeWhole(path, /\.png$/i.test(path) ? await picture.png().toBuffer() : await picture.webp({ quality: 85 }).toBuffer());
}

/** A picture's camera in the table frame where its mat's border can be trusted. */
function locatedView(engines: Engines, frame: Frame, hints: MeasureHints): Promise<Omit<LocatedView, 'picture'> | undefined> {
  const { isMirrored: _, ...others } = hintsIn(frame, hints);
  return withFrameContext(engines, frame, others, async (context) => {
    const mat = await locateMat(context, [], () => runMatFinder(context), undefined);
    if (!mat.ok || (mat.source === 'border' && borderProblem(mat.edges))) return undefined;
    const { camera, widthMm, depthMm, sharedWithPose } = mat.coarse;
    return { camera, widthMm, depthMm, mat: { widthMm, depthMm }, prior: cameraPartOf(sharedWithPose) };
  });
}

/** The first of some pictures in which the mat's border gives the table frame. */
async function locatedAmong(
  engines: Engines,
  some: readonly number[],
  read: (picture: number) => Promise<Frame>,
  hints: MeasureHints,
): Promise<LocatedView | undefined> {
  for (const picture of some) {
    const view = await locatedView(engines, await read(picture), hints);
    if (view) return { ...view, picture };
  }
  return undefined;
}

/** A picture's camera in a frame of its own, from the mat's border or the pieces on it; empty where it shows neither. */
async function ownCameras(engines: Engines, frame: Frame, hints: MeasureHints): Promise<readonly Camera[]> {
  const located = await locatedView(engines, frame, hints);
  if (located) return [located.camera];
  const { isMirrored: _, ...others } = hintsIn(frame, hints);
  const { result } = await measureFrame(engines, frame, { ...others, isPhoto: true });
  return result.ok ? [result.measurement.camera] : [];
}

/** Origin of a map's coordinates in the frame of its cameras, and their extent, mm. */
interface MapFrame {
  readonly origin: Point;
  readonly widthMm: number;
  readonly depthMm: number;
  /** Whether it is the mat's own frame; otherwise it is the first picture's guess. */
  readonly isTable: boolean;
}

function frameOf(views: readonly StitchedView[], located: LocatedView | undefined): MapFrame {
  if (located) return { origin: { x: 0, y: 0 }, widthMm: located.widthMm, depthMm: located.depthMm, isTable: true };
  const seen = views.flatMap(({ camera, extent }) => placesIn(extent).flatMap((pixel) => tableFromPixel(camera, pixel) ?? []));
  if (seen.length === 0) return { origin: { x: 0, y: 0 }, widthMm: 0, depthMm: 0, isTable: false };
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
  const origin = { x: Math.min(...xs), y: Math.min(...ys) };
  return { origin, widthMm: Math.max(...xs) - origin.x, depthMm: Math.max(...ys) - origin.y, isTable: false };
}

/** Places along each side of the grid that is printed for a picture. */
const GRID = 5;

function placesIn({ left, right, top, bottom }: Extent): Pixel[] {
  return Array.from({ length: GRID * GRID }, (_, i) => ({
    u: left + ((right - left) * (i % GRID)) / (GRID - 1),
    v: top + ((bottom - top) * Math.floor(i / GRID)) / (GRID - 1),
  }));
}

function mapped(
  { image, inFile, scale }: Readable,
  { camera, extent, residualPx, matches }: StitchedView,
  { origin }: MapFrame,
): MappedPicture {
  const grid = placesIn(extent).map((pixel) => {
    const { x, y } = tableFromPixel(camera, pixel)!;
    const { u, v } = inFile(pixel);
    return [rounded(u), rounded(v), rounded(x - origin.x), rounded(y - origin.y)] as const;
  });
  return { image, grid, residualPx: rounded(residualPx / scale), matches };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function summary(pictures: readonly MappedPicture[], { widthMm, depthMm, isTable }: MapFrame): string {
  const lines = pictures.flatMap((picture) =>
    'problem' in picture
      ? []
      : [`${picture.image}: on the map by ${picture.matches} places of its print, ${picture.residualPx.toFixed(2)} px off\n`],
  );
  const unit = isTable ? 'the mat' : 'in units of a guess, since no picture shows the mat’s border: the map';
  return lines.length > 0 ? `${lines.join('')}${unit} ${widthMm.toFixed(1)} × ${depthMm.toFixed(1)} mm\n` : '';
}
