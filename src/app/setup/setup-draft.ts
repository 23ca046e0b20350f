import type { Camera } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import type { Point } from '../../geometry/point.js';
import { SOLD_MATS } from '../../pieces/mats.js';
import type { Quarters } from '../../table/edits.js';
import type { RankedObstacle } from '../../table/measurement.js';
import { movedObstacle, quarterMotion } from '../../table/moved-table.js';
import { type Corners, wrongCorners } from '../../table/setup/corners.js';
import { quarterTurned } from '../../table/setup/mat-size.js';
import type { Setup, SetupMat } from '../../table/setup/setup.js';
import type { Obstacle, Table } from '../../table/table.js';
import type { Phrase } from '../../texts/phrase.js';

/** Questions of the set-up, in this order; each can be skipped. */
export const SETUP_STEPS = ['border', 'mat', 'obstacles', 'side'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** A person's answers about the table until now; none of them counts before the end. */
export interface SetupDraft {
  readonly step: SetupStep;
  /** Whether anything was said at all. */
  readonly isSaid: boolean;
  /** Corners of the mat, as found or dragged, in order around it beginning nearest-left to player 1. */
  readonly corners: Corners;
  /** Whether they were said to be the mat's. */
  readonly isBorderConfirmed: boolean;
  /** Whether they are where they were found, so that the measurement with them is valid. */
  readonly isBorderAsFound: boolean;
  readonly mat: SetupMat;
  readonly obstacles: readonly Obstacle[];
  /** These are all there are. */
  readonly areObstaclesSaid?: true;
  /** Whether they were asked about before a step back: the answers about them stay. */
  readonly areObstaclesKept?: boolean | undefined;
  /** Something was found after that answer: it is asked again. */
  readonly isFoundSince?: true;
  /** The obstacle that is moved, turned or named now. */
  readonly chosenId?: string | undefined;
  /** Whether the chosen one, laid by hand, was fitted to its edges in the picture; undefined: not asked for. */
  readonly fit?: 'sought' | 'fitted' | 'unclear' | undefined;
  /** All outlines in possible poses where the chosen one was fitted, the best first; undefined until they were tried. */
  readonly ranked?: readonly RankedObstacle[] | undefined;
  /** Place of an obstacle that was not found, while its outline is chosen. */
  readonly missingAt?: Point | undefined;
  /** Places where something was mistaken for an obstacle. */
  readonly noObstacleAt: readonly Point[];
  /** Number of corners farther around the mat at which player 1 sits. */
  readonly sidesOn: Quarters;
}

/** Initial corners while none was found, as shares of the picture. */
const USUAL_CORNERS = [
  [0.2, 0.85],
  [0.8, 0.85],
  [0.7, 0.2],
  [0.3, 0.2],
] as const;

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

export const NOMINAL_MAT: SetupMat = { ...SOLD_MATS[0]!, source: 'nominal' };

/** A draft with the findings in a picture of that size, and the knowledge of the table. */
export function begunDraft(table: Table, camera: Camera | undefined, size: Size, known: Setup | undefined, step: SetupStep): SetupDraft {
  return {
    step,
    isSaid: false,
    corners: camera ? cornersIn(camera, table) : usualCorners(size),
    isBorderConfirmed: false,
    isBorderAsFound: camera !== undefined,
    mat: known?.mat ?? NOMINAL_MAT,
    obstacles: table.obstacles,
    noObstacleAt: [],
    sidesOn: 0,
  };
}

/** A draft that was begun while no mat was found, with the mat as found now: nothing was said about its corners. */
export function foundDraft(draft: SetupDraft, table: Table, camera: Camera): SetupDraft {
  return { ...draft, corners: cornersIn(camera, table), isBorderAsFound: true };
}

/** The mat's corners in the picture, px; undefined out of view. */
export function cornersIn(camera: Camera, { widthMm, depthMm }: Pick<Table, 'widthMm' | 'depthMm'>): Corners {
  const ring = [
    { x: 0, y: 0 },
    { x: widthMm, y: 0 },
    { x: widthMm, y: depthMm },
    { x: 0, y: depthMm },
  ];
  return ring.map((point) => pixelInPicture(camera, { ...point, z: 0 }));
}

function usualCorners({ widthPx, heightPx }: Size): Corners {
  return USUAL_CORNERS.map(([u, v]) => ({ u: u * widthPx, v: v * heightPx }));
}

/** The problem with the draft's corners; undefined when they may be a mat's. */
export function wrongBorder({ corners }: SetupDraft, { widthPx, heightPx }: Size): Phrase | undefined {
  return wrongCorners(corners, widthPx, heightPx);
}

export function stepAfter(step: SetupStep): SetupStep | undefined {
  return SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1];
}

export function stepBefore(step: SetupStep): SetupStep {
  return SETUP_STEPS[SETUP_STEPS.indexOf(step) - 1] ?? step;
}

/**
 * The setup that a draft makes of earlier knowledge and of the results of pictures (`learned`). On another side of player 1, obstacles are
 * turned with the frame; results for edges and place are true of the old frame and left out, the box's plastic stays.
 */
export function setupOfDraft(draft: SetupDraft, table: Pick<Table, 'widthMm' | 'depthMm'>, learned: Setup | undefined): Setup {
  const { mat, obstacles, sidesOn, corners, isBorderConfirmed, isBorderAsFound } = draft;
  const quarters = ((4 - sidesOn) % 4) as Quarters;
  const motion = quarterMotion(table, quarters);
  // A doubtful obstacle that was passed over is looked for again in each picture.
  const turned = obstacles.filter(isSure).map((one) => movedObstacle(one, motion));
  const isOdd = sidesOn % 2 === 1;
  const camera = sidesOn === 0 && (isBorderAsFound || !isBorderConfirmed) ? learned?.camera : undefined;
  return {
    mat: isOdd ? quarterTurned(mat) : mat,
    ...(camera && { camera: isBorderConfirmed ? { ...camera, corners } : camera }),
    ...(learned?.plastic && { plastic: learned.plastic }),
    ...(camera && learned?.print && { print: learned.print, printId: learned.printId }),
    obstacles: turned,
    learnedFrom: camera && learned ? learned.learnedFrom : { pictures: 0, ships: 0 },
  };
}

/** Possible obstacles that nobody has confirmed or rejected. */
export function openObstacles({ obstacles }: SetupDraft): readonly Obstacle[] {
  return obstacles.filter((one) => !isSure(one));
}

function isSure({ detectionProbability }: Obstacle): boolean {
  return detectionProbability === undefined;
}

/**
 * The corners to measure with: those that were confirmed, beginning at player 1's side; undefined while nothing was said about border and
 * side.
 */
export function cornersOfDraft({ corners, sidesOn, isBorderConfirmed }: SetupDraft): Corners | undefined {
  if (!isBorderConfirmed && sidesOn === 0) return undefined;
  return corners.map((_, i) => corners[(i + sidesOn) % corners.length]);
}

/** Whether the table is measured again with a draft: in another frame, or because its border was found wrong. */
export function isAnotherFrame({ sidesOn, isBorderConfirmed, isBorderAsFound }: SetupDraft): boolean {
  return sidesOn !== 0 || (isBorderConfirmed && !isBorderAsFound);
}
