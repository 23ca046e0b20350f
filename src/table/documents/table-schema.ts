import * as v from 'valibot';
import { ARC_NAMES } from '../../pieces/arc-names.js';
import { BASE_SIZES } from '../../pieces/base-size.js';
import { CORRECTIONS, type Table } from '../table.js';
import { checkIds, checkJoint, checkSize } from './check-scene.js';
import { MAX_CORNERS, MAX_COVARIANCE, MAX_INITIATIVE, MAX_OBJECTS, MAX_SHIPS, PLAYER, surface } from './scene-schema.js';
import { fields, flag, lengthMm, list, mm, number, oneOf, probability, sizeMm, text, validate, whole, word } from './validate.js';

const radians = () => number({ min: -1e6, max: 1e6 });
const variance = () => number({ min: 0, max: MAX_COVARIANCE });
const covariance = () => number({ min: -MAX_COVARIANCE, max: MAX_COVARIANCE });
const optional = <T extends v.GenericSchema>(schema: T) => v.optional(schema);

const POSE = fields({ x: mm(), y: mm(), headingRad: radians() });
const SPREAD = fields({ xx: variance(), xy: covariance(), xh: covariance(), yy: variance(), yh: covariance(), hh: variance() });
const OUTLINE = surface(list(fields({ x: mm(), y: mm() }), MAX_CORNERS, 3, 'corners'), (corners) => corners as { x: number; y: number }[]);

const SHIP = fields({
  id: word(),
  base: oneOf(BASE_SIZES),
  pose: POSE,
  covariance: SPREAD,
  arcs: list(oneOf(ARC_NAMES), 100),
  owner: optional(PLAYER()),
  name: optional(text()),
  pilot: optional(text()),
  initiative: optional(whole({ min: 0, max: MAX_INITIATIVE })),
  tile: optional(fields({ turnRad: radians(), sigmaRad: number({ min: 0, max: 1e6 }) })),
  hasTurret: optional(flag()),
  isFrontOpen: optional(flag()),
  isByHand: optional(flag()),
  corrected: optional(oneOf(CORRECTIONS)),
  isHidden: optional(flag()),
  detectionProbability: optional(probability()),
});

const TOKEN = fields({ xws: word(), name: text(), mirrored: flag(), pose: POSE, covariance: SPREAD });

/** A table as a program keeps it: millimetres and radians. */
export const TABLE_SCHEMA = fields({
  widthMm: sizeMm(),
  depthMm: sizeMm(),
  areObstaclesOpen: optional(flag()),
  areObstaclesSaid: optional(flag()),
  ships: list(SHIP, MAX_SHIPS, 0, 'ships'),
  obstacles: list(
    fields({
      id: word(),
      kind: oneOf(['asteroid', 'debris', 'gas']),
      outline: OUTLINE,
      sigmaMm: optional(lengthMm()),
      detectionProbability: optional(probability()),
      token: optional(TOKEN),
    }),
    MAX_OBJECTS,
  ),
  devices: list(
    fields({ id: word(), kind: word(), outline: OUTLINE, owner: optional(PLAYER()), sigmaMm: optional(lengthMm()) }),
    MAX_OBJECTS,
  ),
  unmeasurable: optional(
    list(fields({ at: fields({ x: mm(), y: mm() }), radiusMm: lengthMm(), probability: probability(), reason: text() }), 1000),
  ),
  jointCovariance: optional(list(covariance(), (3 * MAX_SHIPS) ** 2)),
});

/**
 * A table that was kept as it is, every number unchanged: a replay must ask exactly what was asked. Throws with `where` it stands, what was got
 * and what was expected.
 */
export function checkedTable(json: unknown, where: string): Table {
  try {
    const { jointCovariance, ships } = validate(TABLE_SCHEMA, json, 'table');
    if (jointCovariance) checkJoint(jointCovariance, ships.length);
    checkIds(json as Table);
    checkSize(json as Table);
    return json as Table;
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`);
  }
}
