import * as v from 'valibot';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import { BASE_SIZES } from '../../pieces/base-size.js';
import { MAX_CORNERS, MAX_COVARIANCE, MAX_INITIATIVE, MAX_OBJECTS, MAX_SHIPS, PLAYER } from '../../table/documents/scene-schema.js';
import {
  fields,
  flag,
  lengthMm,
  list,
  MAX_DEG,
  mm,
  number,
  oneOf,
  pair,
  probability,
  sizeMm,
  text,
  whole,
  word,
} from '../../table/documents/validate.js';
import { CORRECTIONS } from '../../table/table.js';

const degrees = () => number({ min: -MAX_DEG, max: MAX_DEG });
/** Degrees squared are 3283 times as many as radians squared. */
const MAX_IN_DEGREES = 3300 * MAX_COVARIANCE;
const variance = () => number({ min: 0, max: MAX_IN_DEGREES });
const covariance = () => number({ min: -MAX_IN_DEGREES, max: MAX_IN_DEGREES });

/** Rows and columns x mm, y mm, heading degrees. */
const COVARIANCE = fields({ xx: variance(), xy: covariance(), xh: covariance(), yy: variance(), yh: covariance(), hh: variance() });
const POSE = { xMm: mm(), yMm: mm(), headingDeg: degrees(), covariance: v.optional(COVARIANCE) };
const OUTLINE = list(pair(mm()), MAX_CORNERS, 3, 'corners');

const SHIP = fields({
  id: word(),
  base: oneOf(BASE_SIZES),
  ...POSE,
  arcs: list(oneOf(ARC_NAMES), 100),
  owner: v.optional(PLAYER()),
  name: v.optional(text()),
  pilot: v.optional(text()),
  initiative: v.optional(whole({ min: 0, max: MAX_INITIATIVE })),
  tile: v.optional(fields({ turnDeg: degrees(), sigmaDeg: number({ min: 0, max: MAX_DEG }) })),
  hasTurret: v.optional(flag()),
  isFrontOpen: v.optional(flag()),
  isByHand: v.optional(flag()),
  corrected: v.optional(oneOf(CORRECTIONS)),
  isHidden: v.optional(flag()),
  detectionProbability: v.optional(probability()),
});

const OBSTACLE = fields({
  id: word(),
  kind: oneOf(['asteroid', 'debris', 'gas']),
  outlineMm: OUTLINE,
  sigmaMm: v.optional(lengthMm()),
  detectionProbability: v.optional(probability()),
  token: v.optional(fields({ xws: word(), name: text(), mirrored: flag(), ...POSE })),
});

/** A table in the file of a match: a scene's fields, mm and degrees, and all that a scene leaves out. */
export const TABLE_IN_FILE_SCHEMA = fields({
  table: fields({ widthMm: sizeMm(), depthMm: sizeMm(), areObstaclesOpen: v.optional(flag()), areObstaclesSaid: v.optional(flag()) }),
  ships: list(SHIP, MAX_SHIPS, 0, 'ships'),
  obstacles: list(OBSTACLE, MAX_OBJECTS),
  devices: list(
    fields({ id: word(), kind: word(), outlineMm: OUTLINE, owner: v.optional(PLAYER()), sigmaMm: v.optional(lengthMm()) }),
    MAX_OBJECTS,
  ),
  unmeasurable: v.optional(list(fields({ xMm: mm(), yMm: mm(), radiusMm: lengthMm(), probability: probability(), reason: text() }), 1000)),
  jointCovariance: v.optional(list(covariance(), (3 * MAX_SHIPS) ** 2)),
});
