import { scaledPx } from '../../geometry/camera.js';
import { isInPicture } from '../../geometry/in-picture.js';
import type { Pixel } from '../../geometry/point.js';
import { type KnownLens, knownLensFrom } from '../../table/known-lens.js';
import type { MeasureHints } from '../../table/measurement.js';
import { parseCorners } from '../../table/setup/corners.js';
import { parseEdges } from '../../table/setup/marked-edges.js';
import { checkedMatSize, type MatSize, parseMatSize } from '../../table/setup/mat-size.js';
import { type Args, UsageError } from '../terminal/args.js';
import { readJson } from './read-json.js';
import type { Photo } from './read-picture.js';
import { readSetup } from './read-setup.js';

/** The options that give hints of a table: what they say outranks the setup file. */
export const TABLE_OPTIONS = { flags: ['mirrored'], values: ['setup', 'mat', 'mat-sigma', 'corners', 'edges', 'calibration'] } as const;

/** All are out of view: the mat is marked by its edges alone. */
const NO_CORNERS = [undefined, undefined, undefined, undefined];

/** The hints that the options give of a table. Throws a UsageError for a mat, corners or edges that are not valid, an Error for a file that cannot be read. */
export async function tableHints({ flags, values }: Args): Promise<MeasureHints> {
  const [mat, corners] = [read('mat', (text) => matSize(text, values.get('mat-sigma'))), read('corners', parseCorners)];
  const edges = read('edges', parseEdges);
  if (!mat && values.has('mat-sigma')) throw new UsageError('--mat-sigma: got no --mat, expected the size that is as sure as that.');
  const [setupFile, lensFile] = [values.get('setup'), values.get('calibration')];
  const setup = setupFile === undefined ? undefined : await readSetup(setupFile);
  return {
    isMirrored: flags.has('mirrored') || setup?.camera?.mirrored === true,
    ...(mat && { mat }),
    ...((corners || edges) && { corners: corners ?? NO_CORNERS }),
    ...(edges && { edges }),
    ...(setup && { setup }),
    ...(lensFile !== undefined && { lens: await readLens(lensFile) }),
  };

  function read<T>(option: string, parse: (text: string) => T): T | undefined {
    const text = values.get(option);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (cause) {
      throw new UsageError(`--${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
}

/** A mat's size, with one standard deviation of it where that is said apart from it, mm. */
function matSize(text: string, sigma: string | undefined): MatSize {
  const mat = parseMatSize(text);
  if (sigma === undefined) return mat;
  if (/±|\+-/.test(text)) throw new Error(`mat-sigma: got ${sigma} and '${text}', expected one standard deviation.`);
  if (!/^\d+(?:\.\d+)?$/.test(sigma)) throw new Error(`mat-sigma: got '${sigma}', expected mm such as 0.5.`);
  return checkedMatSize({ ...mat, sigmaMm: Number(sigma) });
}

/**
 * The hints of the options for a picture, and what its file says: corners and edges are given in px of the file's picture, as it is shown upright, and hinted in px of the
 * photo that was brought down, cut and, if it is a mirror image, turned.
 */
export function hintsIn(
  { widthPx, scale = 1, leftPx = 0, topPx = 0, isCopy }: Pick<Photo, 'widthPx'> & Partial<Photo>,
  told: MeasureHints,
): MeasureHints {
  const hints = isCopy ? { ...told, isCopy } : told;
  if (!hints.corners || (!hints.isMirrored && scale === 1 && leftPx === 0 && topPx === 0)) return hints;
  const inPicture = (at: Pixel): Pixel => {
    const [u, v] = [scaledPx(at.u, scale) - leftPx, scaledPx(at.v, scale) - topPx];
    return { u: hints.isMirrored ? widthPx - 1 - u : u, v };
  };
  return {
    ...hints,
    corners: hints.corners.map((corner) => corner && inPicture(corner)),
    ...(hints.edges && { edges: hints.edges.map((edge) => edge && ([inPicture(edge[0]), inPicture(edge[1])] as const)) }),
  };
}

/** A place of a photo that was turned the right way round, px of the file's picture as it is shown upright: what `hintsIn` does, undone. */
export function pixelInFile(
  { u, v }: Pixel,
  { widthPx, scale, leftPx, topPx }: Pick<Photo, 'widthPx' | 'scale' | 'leftPx' | 'topPx'>,
  isMirrored: boolean | undefined,
): Pixel {
  const across = isMirrored ? widthPx - 1 - u : u;
  return { u: scaledPx(across + leftPx, 1 / scale), v: scaledPx(v + topPx, 1 / scale) };
}

/**
 * The same for a photo that was read from a file. Throws with the place in px of the file where a mark is outside of what the file shows: what measures the photo knows only
 * the one that was brought down and cut.
 */
export function hintsInFile(path: string, photo: Photo, told: MeasureHints): MeasureHints {
  const marks = [
    ...(told.corners ?? []).map((at, i) => ({ at, what: `corner ${i + 1}` })),
    ...(told.edges ?? []).flatMap((edge, i) => (edge ?? []).map((at) => ({ at, what: `a place on edge ${i + 1}` }))),
  ];
  const { scale, leftPx, topPx, widthPx, heightPx } = photo;
  const [left, top, right, bottom] = [leftPx, topPx, leftPx + widthPx, topPx + heightPx].map((px) => px / scale) as [
    number,
    number,
    number,
    number,
  ];
  for (const { at, what } of marks) {
    if (!at || isInPicture({ widthPx: right - left, heightPx: bottom - top }, { u: at.u - left, v: at.v - top })) continue;
    const [first, last] = [`${Math.round(left)},${Math.round(top)}`, `${Math.round(right) - 1},${Math.round(bottom) - 1}`];
    throw new Error(
      `${path}: The mat’s corners: ${what} is at (${at.u}, ${at.v}) px, expected within the picture as it is shown upright, from ${first} to ${last} px of the file, or - where it is out of view.`,
    );
  }
  return hintsIn(photo, told);
}

/** Reads a lens file (calibration/lenses/README.md); throws with the field that is missing or wrong. */
export function readLens(path: string): Promise<KnownLens> {
  return readJson(path, 'a lens file (calibration/lenses/README.md)', knownLensFrom);
}
