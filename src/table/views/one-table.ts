import { blockAt, differenceCovariance, mahalanobisSq, type PlaneCovariance, setBlock } from '../../geometry/joint-covariance.js';
import { covarianceSum, EXACT, turnBesideQuarters } from '../../geometry/pose.js';
import { DEFAULT_ARCS } from '../../pieces/arc-names.js';
import { phrase } from '../../texts/phrase.js';
import { facingAs } from '../facing-as.js';
import type { Problem, SeenBase, SeenObstacle, TableMeasurement } from '../measurement.js';
import { mayMissObstacles } from '../obstacle-kind.js';
import type { Obstacle, Ship, Table } from '../table.js';
import { isTurnedOtherwise, mayBeChance } from './doubted-link.js';
import { isOutOfView, placeOfGone, presenceOf } from './gone-ships.js';
import { identified, type KnownShip, type PlacedView } from './identify-ships.js';
import { withWhatOthersKnow } from './known-elsewhere.js';
import { type BaseLink, linkBases, MIRRORED_PAIRS, mirroredBases, type NoLink } from './link-bases.js';
import { measuredErrors, type PlacedErrors } from './linked-errors.js';
import { linkedMeasurement, otherSizedMeasurements } from './moved-measurement.js';
import { obstaclesOfAll, openPlaces } from './objects-of-all.js';
import { tablesInDoubt } from './other-tables.js';
import { pushVariance } from './unnoticed-push.js';

/** A picture's table in the common frame. */
interface PlacedPicture {
  readonly table: Table;
  /** Measurement in that frame, including its camera. */
  readonly measurement: TableMeasurement;
}

/** The table that results from several pictures taken one after the other. */
export interface OneTable {
  /** Each picture's table in the common frame, with its measurement, or why it has no place there. */
  readonly pictures: readonly (PlacedPicture | string)[];
  /** Every ship where it stood last; absent where no picture could be measured. */
  readonly together?: Table;
  /** The same as a measurement, in the common frame. */
  readonly seen?: SeenByAll;
  /** Whether a ship stands elsewhere in one of them. */
  readonly haveMoved?: boolean;
}

/** Everything that all pictures of a table show together. */
type SeenByAll = Pick<
  TableMeasurement,
  'mat' | 'isEdgeUnknown' | 'isScaleUnknown' | 'caution' | 'bases' | 'jointCovariance' | 'obstacles' | 'unmeasurable'
>;

/** Covariance (3 × 3, row-major: x mm, y mm, heading rad) of two bases of two pictures that were measured together. */
export type Between = (picture: number, base: number, otherPicture: number, otherBase: number) => readonly number[];

interface OneTableOptions {
  readonly between?: Between | undefined;
  readonly isTentative?: boolean;
  readonly newest?: number | undefined;
}

const NO_LINK: Readonly<Record<NoLink | 'chance' | 'mirrored' | 'turned', string>> = {
  none: 'No two of its ships stand to each other as in the other pictures, so that how it fits them is not known. Take a picture that shows two ships that have not moved since, and leave out pictures of other tables.',
  ambiguous:
    'Its ships fit the other pictures in more than one way. Take a picture that shows more ships that have not moved, or one that stands apart.',
  chance:
    'Two of its ships stand to each other as two in the other pictures, which may be chance: more of them do not. Take a picture that shows three ships that have not moved since, and leave out pictures of other tables.',
  mirrored:
    'Its ships and those of the other pictures are mirror images of each other: it is mirrored, or the others are. Measure the mirrored ones apart with --mirrored, or leave them out.',
  turned:
    'By its border and by its ships the mat lies otherwise than in the other pictures: the mat was moved, or it is another table. Leave it out, or measure it apart.',
};

/** Why a picture of a mat with the same print shows another table. */
export const OTHER_TABLE =
  'The mat’s print is that of the other pictures, but no ship stands where one stood in them: it is another table with such a mat, or all ships have moved. Leave it out, or take all pictures while the ships stand.';

/** Why a picture has no place whose print is the mirror image of the others'. */
export const MIRROR_IMAGE =
  'It shows the mat’s print as the mirror image of the other pictures: it is mirrored, or the others are. Measure the mirrored ones apart with --mirrored, or leave them out.';

/**
 * Brings measurements of one table into one frame: that of the first in which the table's edge is known, otherwise that of the first
 * picture. Pictures are linked by ships that did not move; a string stands for a picture without a measurement and says why. `inFrame`:
 * pictures that are already measured in the frame of the first of these, by the mat's print; `between`: the covariance between two of
 * these. `isTentative`: a link that may be chance counts too, since it is tried on the print. `newest`: the picture that was taken last, if
 * not the last of them: ships stand as that one shows them.
 */
export function oneTable(
  pictures: readonly (TableMeasurement | string)[],
  inFrame: ReadonlySet<number> = new Set(),
  { between, isTentative = false, newest }: OneTableOptions = {},
): OneTable {
  const measured = pictures.flatMap((one, picture) => (typeof one === 'string' ? [] : [{ picture, measurement: one }]));
  const registered = measured.filter(({ picture }) => inFrame.has(picture));
  const first = registered[0] ?? measured.find(({ measurement }) => !measurement.isEdgeUnknown) ?? measured[0];
  if (!first) return { pictures: pictures.map(String) };
  const { placed: inAnyOrder, unplaced, betweenAll } = placeAll([first, ...registered.slice(1)], measured, isTentative, between);
  const takenAt = ({ picture }: PlacedView) => (picture === newest ? pictures.length : picture);
  const inOrder = [...inAnyOrder].sort((a, b) => takenAt(a) - takenAt(b));
  const tables = tablesInDoubt(inAnyOrder, inFrame).map((table) =>
    withWhatOthersKnow(inOrder.map((view) => (table.includes(view) ? view : withDoubtedObstacles(view)))).filter(({ picture }) =>
      table.some((view) => view.picture === picture),
    ),
  );
  const placed = tables.flat().sort((a, b) => takenAt(a) - takenAt(b));
  const ships = identified(placed);
  return {
    haveMoved: ships.some(({ seen }) => seen.slice(1).some(({ isSamePlace }) => !isSamePlace)),
    pictures: pictures.map((one, picture) => {
      if (typeof one === 'string') return one;
      const view = placed.find((other) => other.picture === picture);
      if (!view) return unplaced.get(picture)!;
      const table = tables.find((one) => one.includes(view))!;
      const measurement = table === tables[0] ? view.measurement : { caution: SHIPS_ALL_ELSEWHERE, ...view.measurement };
      return { table: tableOf(view, first.measurement, ships, mayMissAnyOn(table)), measurement };
    }),
    ...together(tables, placed, first.measurement, ships, betweenAll),
  };
}

/** Caution about a picture that may be of another table (`tablesInDoubt`). */
export const SHIPS_ALL_ELSEWHERE: Problem = {
  code: 'ships-all-elsewhere',
  message: phrase('ships-all-elsewhere'),
  hint: phrase('show-one-that-stood'),
};

/** An obstacle that one picture recognises shows for all of a table that those on it are recognisable. */
function mayMissAnyOn(table: readonly PlacedView[]): boolean {
  return mayMissObstacles(table.flatMap(({ measurement }) => measurement.obstacles));
}

/** A picture as one that may be of another table shows it: nothing is certain about its obstacles. */
function withDoubtedObstacles(view: PlacedView): PlacedView {
  return { ...view, measurement: { ...view.measurement, obstacles: view.measurement.obstacles.map(mayBeElsewhere) } };
}

/** A picture's link to one that has its place, and that one. */
interface LinkTo {
  /** The measurement with the sizes of the bases that the other picture knows. */
  readonly measurement: TableMeasurement;
  readonly link: BaseLink;
  readonly to: PlacedView;
}

/**
 * Places pictures, those with the most certain link first. `between`: the covariance between two of those that have their place already;
 * `betweenAll`: that between any two.
 */
function placeAll(known: readonly PlacedView[], measured: readonly PlacedView[], isTentative: boolean, between: Between | undefined) {
  const placed = [...known];
  const firstOf = new Map<number, number>();
  let count = 0;
  const append = ({ picture, measurement: { bases } }: PlacedView) => {
    firstOf.set(picture, count);
    count += bases.length;
  };
  known.forEach(append);
  let errors = errorsOf(known, between);
  let left = measured.filter((view) => !known.includes(view));
  for (;;) {
    const found = left.flatMap((view) => {
      const link = bestLink(view.measurement, placed, isTentative);
      return typeof link === 'string' ? [] : [{ view, ...link }];
    });
    const [best] = found.sort((a, b) => b.link.pairs.length - a.link.pairs.length || a.view.picture - b.view.picture);
    if (!best) break;
    const { picture } = best.view;
    const linked = linkedMeasurement(best.measurement, best.link, best.to.measurement, errors, firstOf.get(best.to.picture)!);
    const view = { picture, measurement: linked.measurement };
    append(view);
    placed.push(view);
    errors = linked.errors;
    left = left.filter((view) => view !== best.view);
  }
  const { joint } = errors;
  const betweenAll: Between = (one, base, other, otherBase) => blockAt(joint, firstOf.get(one)! + base, firstOf.get(other)! + otherBase);
  const whyNot = (view: PlacedView) => NO_LINK[bestLink(view.measurement, placed, isTentative) as keyof typeof NO_LINK];
  const unplaced = new Map(left.map((view) => [view.picture, whyNot(view)]));
  return { placed, unplaced, betweenAll };
}

/** Errors of pictures that are measured in one frame. */
function errorsOf(views: readonly PlacedView[], between: Between | undefined): PlacedErrors {
  const all = views.flatMap(({ picture, measurement }) =>
    measurement.bases.map(({ pose }, index) => ({ picture, measurement, pose, index })),
  );
  const joint = new Array<number>(9 * all.length ** 2).fill(0);
  all.forEach((one, row) => {
    all.forEach((other, column) => {
      const isOne = one.picture === other.picture;
      const block = isOne
        ? blockAt(one.measurement.jointCovariance, one.index, other.index)
        : between?.(one.picture, one.index, other.picture, other.index);
      if (block) setBlock(joint, row, column, block);
    });
  });
  return measuredErrors(
    all.map(({ pose }) => pose),
    joint,
  );
}

/** The link of a picture to the placed one with which it has most bases in common, or why it has no link. */
function bestLink(measurement: TableMeasurement, placed: readonly PlacedView[], isTentative: boolean): LinkTo | keyof typeof NO_LINK {
  const links = placed.flatMap((to) =>
    [measurement, ...otherSizedMeasurements(measurement)].map((one) => ({
      to,
      measurement: one,
      link: linkBases(one.bases, to.measurement.bases),
    })),
  );
  const found = links.flatMap(({ link, ...rest }): LinkTo[] => (typeof link === 'string' ? [] : [{ ...rest, link }]));
  const [best] = found.sort((a, b) => b.link.pairs.length - a.link.pairs.length);
  const pairs = best?.link.pairs.length ?? 0;
  const asMirrored = placed.map((to) => linkBases(mirroredBases(measurement.bases), to.measurement.bases));
  if (asMirrored.some((link) => typeof link !== 'string' && link.pairs.length >= MIRRORED_PAIRS && link.pairs.length > pairs))
    return 'mirrored';
  if (!best) return links.some(({ link }) => link === 'ambiguous') ? 'ambiguous' : 'none';
  if (isTurnedOtherwise(measurement, best.to.measurement, best.link)) return 'turned';
  return !isTentative && mayBeChance(best.measurement, best.to.measurement, best.link) ? 'chance' : best;
}

/** One picture's table in the common frame. */
function tableOf(
  { picture, measurement }: PlacedView,
  frame: TableMeasurement,
  ships: readonly KnownShip[],
  areObstaclesOpen: boolean,
): Table {
  const ids = measurement.bases.map(
    (_, index) => ships.find(({ seen }) => seen.some((one) => one.view.picture === picture && one.index === index))!.id,
  );
  return {
    ...edgeOf(frame),
    ...(areObstaclesOpen && { areObstaclesOpen }),
    ships: measurement.bases.map((base, i) => shipOf(ids[i]!, base)),
    obstacles: named(measurement.obstacles),
    devices: [],
    unmeasurable: measurement.unmeasurable,
    jointCovariance: measurement.jointCovariance,
  };
}

/**
 * Every ship where it stood last, unless a later picture shows that it has gone; from the picture that knows it best since it has stood
 * there, allowing for a push that the last one may not show: pictures share errors of lens and plastic, which an average of them would not
 * reduce. Ships of one picture keep their joint covariance, and so do those of pictures that were measured together. Nothing is certain
 * about ships whose pictures may be of another table than those of most.
 */
function together(
  tables: readonly (readonly PlacedView[])[],
  placed: readonly PlacedView[],
  frame: TableMeasurement,
  ships: readonly KnownShip[],
  between: Between,
): Required<Pick<OneTable, 'together' | 'seen'>> {
  const known = ships.map(({ id, seen, isOneOf }) => {
    const arrived = seen.map(({ isSamePlace }) => isSamePlace).lastIndexOf(false);
    const last = seen.at(-1)!.view;
    const here = seen.slice(arrived).map(({ view, index }) => ({ id, last, view, index, base: view.measurement.bases[index]! }));
    const stood = here.flatMap((one) => {
      const pushed = stoodStill(one, here.at(-1)!, between);
      return pushed ? [{ ...one, pushed, base: mayBePushed(one.base, pushed) }] : [];
    });
    const [best] = stood.sort((a, b) => a.base.covariance.xx + a.base.covariance.yy - b.base.covariance.xx - b.base.covariance.yy);
    const base = facingAsLast(
      best!.base,
      here.at(-1)!.base,
      here.some((one) => one.base.isFrontDisputed),
    );
    return { ...best!, base: isOneOf ? mayHaveFlown(base, isOneOf) : base };
  });
  const present = known.map((one) => ({ ...one, presence: presenceOf(one, placed) }));
  const gone = present.filter(({ presence }) => presence === 'gone');
  const standing = present.filter(({ presence }) => presence !== 'gone');
  const countOn = (table: readonly PlacedView[]) => standing.filter(({ last }) => table.includes(last)).length;
  const [main] = [...tables].sort((a, b) => countOn(b) - countOn(a)) as [readonly PlacedView[]];
  const isDoubted = (view: PlacedView) => !main.includes(view);
  const chosen = standing.map((one) =>
    isDoubted(one.last) || one.presence === 'perhaps there' ? { ...one, base: mayBeElsewhere(one.base) } : one,
  );
  const rows = chosen.flatMap(({ view, index, pushed }) =>
    [pushed.placeSq, pushed.placeSq, pushed.headingSq].map((pushSq, axis) => ({ view, row: 3 * index + axis, pushSq })),
  );
  const jointCovariance = rows.flatMap((one) =>
    rows.map((other) => {
      if (one.view === other.view) {
        const seenSq = one.view.measurement.jointCovariance[one.row * 3 * one.view.measurement.bases.length + other.row]!;
        return one === other ? seenSq + one.pushSq : seenSq;
      }
      const [base, otherBase] = [Math.floor(one.row / 3), Math.floor(other.row / 3)];
      return between(one.view.picture, base, other.view.picture, otherBase)[3 * (one.row % 3) + (other.row % 3)]!;
    }),
  );
  const obstacles = obstaclesOfAll(placed.map((view) => (isDoubted(view) ? withDoubtedObstacles(view) : view)));
  const areObstaclesOpen = mayMissAnyOn(main);
  const bases = chosen.map(({ base }) => base);
  const left = ships.flatMap((ship) => (ship.left && isOutOfView(ship.left, placed) ? [ship.left] : []));
  const unmeasurable = [...openPlaces(placed, bases, obstacles), ...[...gone, ...left].map(placeOfGone)];
  const { mat, isEdgeUnknown, isScaleUnknown, caution } = frame;
  return {
    together: {
      ...edgeOf(frame),
      ...(areObstaclesOpen && { areObstaclesOpen }),
      ships: chosen.map(({ id, base }) => shipOf(id, base)),
      obstacles: named(obstacles),
      devices: [],
      unmeasurable,
      jointCovariance,
    },
    seen: {
      mat,
      ...(isEdgeUnknown && { isEdgeUnknown }),
      ...(isScaleUnknown && { isScaleUnknown }),
      ...(caution && { caution }),
      ...{ bases, jointCovariance, obstacles, unmeasurable },
    },
  };
}

/** A base as one picture of several shows it. */
interface ShownBase {
  readonly view: PlacedView;
  readonly index: number;
  readonly base: SeenBase;
}

/**
 * Limits within which two pictures show a ship in the same place: 95 % of chi-squared with two degrees of freedom, and for its heading with
 * one, beside the error of its plastic from each side.
 */
const STOOD_STILL = { withinMm: 3, chiSquared: 5.99, plasticMm: 0.25, withinRad: 0.06, headingChiSquared: 3.84, plasticRad: 0.004 };
/** Push of a ship between two pictures, about half as far as would be noticed in any picture. */
const PUSH = { sigmaMm: STOOD_STILL.withinMm / 2, sigmaRad: STOOD_STILL.withinRad / 2 };

/** Additional variance of a ship that may have been pushed or turned without the last picture showing it; mm², rad². */
interface Pushed {
  readonly placeSq: number;
  readonly headingSq: number;
}

/**
 * Compares a ship in the last picture with an earlier one, whatever side is its front: undefined where it was pushed by some millimetres,
 * or turned; otherwise how far it may have been pushed without the last picture showing it.
 */
function stoodStill(one: ShownBase, last: ShownBase, between: Between): Pushed | undefined {
  if (one === last) return { placeSq: 0, headingSq: 0 };
  const [dx, dy] = [last.base.pose.x - one.base.pose.x, last.base.pose.y - one.base.pose.y];
  const apart = Math.hypot(dx, dy);
  if (apart > STOOD_STILL.withinMm) return undefined;
  const [a, b] = [one, last].map(({ view }) => view.picture) as [number, number];
  const common = between(a, one.index, b, last.index);
  const difference = differenceCovariance(one.base.covariance, last.base.covariance, common, STOOD_STILL.plasticMm);
  const turnedRad = turnBesideQuarters(one.base.pose, last.base.pose);
  const hh = Math.max(0, one.base.covariance.hh + last.base.covariance.hh - 2 * common[8]!) + STOOD_STILL.plasticRad ** 2;
  const headingChiSquared = turnedRad ** 2 / hh;
  if (Math.abs(turnedRad) > STOOD_STILL.withinRad || headingChiSquared > STOOD_STILL.headingChiSquared) return undefined;
  const chiSquared = mahalanobisSq({ x: dx, y: dy }, difference);
  if (chiSquared >= STOOD_STILL.chiSquared) return undefined;
  const own = one.base.covariance;
  const [narrowest] = principalVariances(own);
  const [, widest] = principalVariances(difference);
  const place = { variance: narrowest, apart, apartVariance: widest, chiSquared, axes: 2, pushSigma: PUSH.sigmaMm } as const;
  const heading = { variance: own.hh, apart: Math.abs(turnedRad), apartVariance: hh, chiSquared: headingChiSquared } as const;
  return { placeSq: pushVariance(place), headingSq: pushVariance({ ...heading, axes: 1, pushSigma: PUSH.sigmaRad }) };
}

/** Variance in the narrowest and in the widest direction. */
function principalVariances({ xx, xy, yy }: PlaneCovariance): readonly [number, number] {
  const [mean, half] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
  return [Math.max(0, mean - half), mean + half];
}

/** A base that may have been pushed or turned a little. */
function mayBePushed(base: SeenBase, { placeSq, headingSq }: Pushed): SeenBase {
  return { ...base, covariance: covarianceSum(base.covariance, { ...EXACT, xx: placeSq, yy: placeSq, hh: headingSq }) };
}

/** A base with the front that the last picture shows, where pictures contradict each other: the ship may have been turned in between. */
function facingAsLast(base: SeenBase, last: SeenBase, isDisputed: boolean): SeenBase {
  if (!isDisputed) return base;
  const { isFrontOpen: _, ...rest } = base;
  const pose = last.isFrontOpen ? undefined : facingAs(base, last);
  return pose ? { ...rest, pose } : { ...base, isFrontOpen: true };
}

/**
 * Largest probability that a ship or an obstacle is in its place when a ship of several has flown out of view, its place hardly shows a
 * base any more, or its picture may be of another table: nothing about it is certain.
 */
const MAY_BE_ELSEWHERE = 0.9;

function mayBeElsewhere<T extends SeenBase | SeenObstacle>(one: T): T {
  return { ...one, detectionProbability: Math.min(one.detectionProbability ?? 1, MAY_BE_ELSEWHERE) };
}

function mayHaveFlown(base: SeenBase, count: number): SeenBase {
  return mayBeElsewhere({ ...base, detectionProbability: Math.min(base.detectionProbability, 1 - 1 / count) });
}

function edgeOf({ mat, isEdgeUnknown }: TableMeasurement): Pick<Table, 'widthMm' | 'depthMm' | 'isEdgeUnknown'> {
  return { widthMm: mat.widthMm, depthMm: mat.depthMm, ...(isEdgeUnknown && { isEdgeUnknown: true }) };
}

function named(obstacles: readonly SeenObstacle[]): Obstacle[] {
  return obstacles.map((one, i) => ({ ...one, id: `obstacle-${i + 1}` }));
}

function shipOf(id: string, { base, pose, covariance, detectionProbability, tile, isFrontOpen }: SeenBase): Ship {
  return {
    ...{ id, base, pose, covariance, arcs: DEFAULT_ARCS, detectionProbability },
    ...(tile && { tile }),
    ...(isFrontOpen && { isFrontOpen }),
  };
}
