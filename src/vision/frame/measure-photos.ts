import type { MeasureResult, TableMeasurement } from '../../table/measurement.js';
import { SHIPS_ALL_ELSEWHERE } from '../../table/views/one-table.js';
import { english } from '../../texts/english.js';
import type { Engines } from '../runtime/engines.js';
import { measureFrame } from './measure-frame.js';
import { measureStitched, type TablePicture, tableOfAll } from './measure-stitched.js';
import type { MeasuredTable } from './measured-table.js';

/** A photo of a table. */
export interface TablePhoto {
  readonly id: string;
  readonly read: TablePicture;
}

/** By photo and hints, what photos show by themselves. */
export type PhotosByThemselves = Map<string, MeasuredTable>;

interface PhotosOptions {
  /** Photos that are there and not shown are not measured by themselves again; afterwards it holds those of this table. */
  readonly byThemselves?: PhotosByThemselves | undefined;
  /** Hears of the bases as the photo that is shown has them by itself. */
  readonly onPlaced?: ((placed: TableMeasurement) => void) | undefined;
  /** Asked before each further photo, and before all are measured together: whether anybody still waits for it. */
  readonly isWanted?: (() => Promise<boolean>) | undefined;
}

/**
 * Measures a table by several photos of it, in the order in which they were taken, through the camera of the one that is `shown` (an index): a view from close by makes the whole one exact, gets its place on the table from it, and
 * shows what the other does not. A ship that stands elsewhere in another photo stands as in the one that is shown. With the ids of the photos that have no place beside that one; where it has none itself, it is as it is by itself. Undefined where nobody wants it any more.
 */
export async function measurePhotos(
  engines: Engines,
  photos: readonly TablePhoto[],
  shown: number,
  { byThemselves = new Map(), onPlaced, isWanted = async () => true }: PhotosOptions = {},
): Promise<MeasureResult | undefined> {
  const alone: MeasuredTable[] = [];
  const ofThese = new Set<string>();
  // The one that is waited for comes first.
  for (const i of new Set([shown, ...photos.keys()])) {
    if (i !== shown && !(await isWanted())) return undefined;
    const { id, read } = photos[i]!;
    const { frame, hints } = await read();
    const key = `${id} ${JSON.stringify(hints)}`;
    const before = i === shown ? undefined : byThemselves.get(key);
    alone[i] = before ?? (await measureFrame(engines, frame, hints));
    byThemselves.set(key, alone[i]);
    ofThese.add(key);
    const { result } = alone[i];
    if (i === shown && result.ok) onPlaced?.(result.measurement);
  }
  for (const key of byThemselves.keys()) if (!ofThese.has(key)) byThemselves.delete(key);
  if (!(await isWanted())) return undefined;
  const pictures = photos.map(({ read }) => read);
  const tables = alone.map((one) => (one.result.ok ? one : english(one.result.problem.message)));
  const { pictures: placed, seen, haveMoved } = tableOfAll(await measureStitched(engines, pictures, tables), shown);
  const others = (areIn: (i: number) => boolean) => photos.flatMap(({ id }, i) => (i !== shown && areIn(i) ? [id] : []));
  const [picture, { result }] = [placed[shown], alone[shown]!];
  if (picture === undefined || typeof picture === 'string') return { ...result, apart: others(() => true) };
  const { isEdgeUnknown: _, isScaleUnknown: __, caution: ___, ...ofShown } = picture.measurement;
  const apart = others((i) => typeof placed[i] === 'string');
  const areAllInView = seen!.bases.length === picture.table.ships.length;
  const areElsewhere = placed.some((one) => typeof one !== 'string' && one.measurement.caution?.code === SHIPS_ALL_ELSEWHERE.code);
  const moved = { ...(haveMoved && { haveMoved }), ...(areElsewhere && { areElsewhere }) } as const;
  return {
    ok: true,
    measurement: { ...ofShown, ...seen! },
    apart,
    ...moved,
    ...((haveMoved || areElsewhere) && areAllInView && { areAllInView }),
  };
}
