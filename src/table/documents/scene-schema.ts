import * as v from 'valibot';
import { selfCrossing, signedAreaSqMm } from '../../geometry/outline.js';
import type { Point } from '../../geometry/point.js';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import { SHIP_BASES } from '../../pieces/base-size.js';
import { MAX_HUGE_MM, MIN_HUGE_MM } from '../huge-ship.js';
import { CORRECTIONS } from '../table.js';
import {
  degrees,
  described,
  exactly,
  fields,
  flag,
  lengthMm,
  list,
  mm,
  number,
  oneOf,
  pair,
  probability,
  sigmaDegrees,
  sizeMm,
  text,
  whole,
  word,
} from './validate.js';

/** More ships than any table holds; what is said of all pairs grows with the square. */
export const MAX_SHIPS = 200;
export const MAX_OBJECTS = 200;
/** An outline traced by hand or by a program has tens of corners; whether it crosses itself costs their square. */
export const MAX_CORNERS = 1000;
export const MAX_INITIATIVE = 1000;
/** No covariance of places (mm) and headings (degrees) is larger. */
export const MAX_COVARIANCE = 1e10;

export const PLAYER = () => oneOf([1, 2]);

/** Refuses an outline that crosses itself or has no area; `pointsOf` reads the corners as they stand in the document. */
export function surface<T>(corners: v.GenericSchema<unknown, T[]>, pointsOf: (corners: readonly T[]) => readonly Point[]) {
  const crossing = ({ input }: v.BaseIssue<unknown>) => {
    const { edge, otherEdge } = selfCrossing(pointsOf(input as T[]))!;
    const hint = 'Give the corners in order around the piece, not repeating the first one.';
    return `got edges ${edge} and ${otherEdge} that cross or touch, expected an outline that does not cross itself. ${hint}`;
  };
  return v.pipe(
    corners,
    v.check((all) => !selfCrossing(pointsOf(all)), crossing),
    v.check((all) => Math.abs(signedAreaSqMm(pointsOf(all))) > 0, 'expected an outline with an area. Give the corners of a surface.'),
  );
}

/** `[[x, y], …]`, mm: corners of a surface, in order, not closed. */
const outline = () =>
  surface(list(pair(mm()), MAX_CORNERS, 3, 'corners'), (corners) => (corners as [number, number][]).map(([x, y]) => ({ x, y })));

const outlineSigma = () => v.optional(described(lengthMm(), 'beyond the contract: one standard deviation of the outline; absent: exact'));

export const OBSTACLE_SCHEMA = fields({
  id: word(),
  kind: oneOf(['asteroid', 'debris', 'gas']),
  outlineMm: described(outline(), 'corners in order, mm, not closed, no self-crossing'),
  sigmaMm: outlineSigma(),
  detectionProbability: v.optional(described(probability(), 'beyond the contract: that there is an obstacle at all; absent: certain')),
  xws: v.optional(described(text(), 'beyond the contract: which token it was recognised as, by its XWS id; written, not read back')),
  name: v.optional(described(text(), 'beyond the contract: the name of that token; written, not read back')),
  mirrored: v.optional(described(flag(), 'beyond the contract: whether that token lies with its other side up; written, not read back')),
});

const DEVICE = fields({
  id: word(),
  kind: word(),
  owner: v.optional(PLAYER()),
  outlineMm: described(outline(), 'corners in order, mm, not closed, no self-crossing'),
  sigmaMm: outlineSigma(),
});

const SIGMA = fields({
  xMm: lengthMm(),
  yMm: lengthMm(),
  headingDeg: described(sigmaDegrees(), 'where the front is open: of a heading of which nothing is known'),
  xyCorrelation: v.optional(number({ min: -1, max: 1 })),
  outlineDeg: v.optional(described(sigmaDegrees(), 'beyond the contract: of the outline, of which any side may be the front')),
});

const SHIP = fields({
  id: word(),
  base: described(oneOf(SHIP_BASES), 'huge: beyond the contract; placed by hand, and flown by no template that is known here'),
  lengthMm: v.optional(
    described(
      number({ min: MIN_HUGE_MM, max: MAX_HUGE_MM }),
      'beyond the contract: of a huge base, as it was measured; absent: nothing that is said of it is certain',
    ),
  ),
  xMm: mm(),
  yMm: mm(),
  headingDeg: degrees(),
  owner: v.optional(PLAYER()),
  arcs: v.optional(
    described(
      list(oneOf(ARC_NAMES), 100),
      "arcs the ship can attack with, a turret's present direction included; default: front and bullseye",
    ),
  ),
  sigma: v.optional(described(SIGMA, 'standard deviations of the pose; absent: exact')),
  detectionProbability: v.optional(probability()),
  byHand: v.optional(
    described(flag(), 'beyond the contract: it stands where a hand placed it, which no picture bears out: nothing of it is certain'),
  ),
  corrected: v.optional(
    described(
      oneOf(CORRECTIONS),
      'beyond the contract: a person turned it from where the camera saw it face, or placed it, and it was fitted to the picture there',
    ),
  ),
  hidden: v.optional(described(flag(), 'beyond the contract: the last look did not see it: it counts where it was seen last')),
  tile: v.optional(
    described(
      fields({ turnDeg: degrees(), sigmaDeg: sigmaDegrees() }),
      'beyond the contract: how the printed tile is turned in its base, clockwise',
    ),
  ),
  name: v.optional(text()),
  pilot: v.optional(described(text(), 'XWS pilot id')),
  initiative: v.optional(whole({ min: 0, max: MAX_INITIATIVE })),
});

const UNMEASURABLE = fields({
  xMm: mm(),
  yMm: mm(),
  radiusMm: lengthMm(),
  probability: described(probability(), 'that there is anything at all'),
  reason: v.optional(text()),
});

/** scene.schema.json. What one document's parts demand of each other (ids, the joint covariance) is checked by `parseScene`. */
export const SCENE_SCHEMA = fields({
  format: exactly('hashmark-scene', 'This is not a scene file.'),
  version: exactly(1, 'Update Hashmark, or save the scene as version 1.'),
  table: fields({ widthMm: sizeMm(), depthMm: sizeMm() }),
  tableEdgeKnown: v.optional(
    described(flag(), 'beyond the contract: false where too little of the mat was seen to know where its edge is; absent: known'),
  ),
  obstaclesKnown: v.optional(
    described(
      flag(),
      'beyond the contract: false where a camera recognised no obstacle and nobody said which there are; true where a person said that there are no others; absent: known, but for what is unmeasurable',
    ),
  ),
  ships: list(SHIP, MAX_SHIPS, 0, 'ships'),
  obstacles: v.optional(list(OBSTACLE_SCHEMA, MAX_OBJECTS)),
  devices: v.optional(list(DEVICE, MAX_OBJECTS)),
  unmeasurable: v.optional(
    described(
      list(UNMEASURABLE, 1000),
      'beyond the contract: what was seen and not made out, so that a saved scene is judged no surer than it was',
    ),
  ),
  jointCovariance: v.optional(
    described(
      list(number({ min: -MAX_COVARIANCE, max: MAX_COVARIANCE }), (3 * MAX_SHIPS) ** 2),
      'beyond the contract: covariance of all poses, (3n)×(3n) row-major in the order of `ships` (mm, mm, degrees each)',
    ),
  ),
});

export type CheckedScene = v.InferOutput<typeof SCENE_SCHEMA>;
