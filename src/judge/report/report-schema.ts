import * as v from 'valibot';
import { MAX_SHIPS } from '../../table/documents/scene-schema.js';
import {
  described,
  exactly,
  fields,
  flag,
  items,
  list,
  MAX_MM,
  mm,
  nullable,
  number,
  oneOf,
  probability,
  record,
  word,
} from '../../table/documents/validate.js';

const MAX_THINGS = 1000;

/** Between places within the bounds; a table's diagonal is no longer. */
const distanceMm = () => number({ min: 0, max: 10 * MAX_MM });
const pointMm = () => described(items([mm(), mm()], 'two numbers, [x, y]'), '[x, y], mm');
const ids = () => list(word(), MAX_THINGS);

const JUDGEMENT = fields({
  value: flag(),
  probability: v.optional(probability()),
  certain: flag(),
  marginMm: v.optional(
    described(number({ min: -10 * MAX_MM, max: 10 * MAX_MM }), 'how far the answer is from turning over: positive when value is true'),
  ),
});

const RANGE_FIELDS = {
  mm: described(distanceMm(), 'closest distance'),
  sigmaMm: v.optional(distanceMm()),
  range: described(oneOf([0, 1, 2, 3, 4]), '0 touching, 1, 2, 3; 4 is beyond range 3'),
  probability: v.optional(described(record(probability()), 'probability of each range, keyed by range')),
  certain: described(flag(), 'false: too close to call'),
  fromMm: v.optional(pointMm()),
  toMm: v.optional(pointMm()),
};

const ATTACK = fields({
  ...RANGE_FIELDS,
  obstructed: v.optional(described(JUDGEMENT, 'by obstacles only')),
  by: v.optional(described(ids(), 'obstacles under the line; where the attacker may choose, under any of the lines')),
  choice: v.optional(described(flag(), 'true when several lines are equally short and the attacker may choose one that is not obstructed')),
  shipsOnLine: v.optional(described(ids(), 'other ships under the line; they give no die')),
  devicesOnLine: v.optional(described(ids(), 'beyond the contract: devices under the line; they give no die')),
});

const ARC = fields({
  inArc: JUDGEMENT,
  byPrintedLines: v.optional(described(JUDGEMENT, "beyond the contract: what the lines printed on the attacker's tile say")),
  attack: described(nullable(ATTACK), 'null when the target is not in this arc; range measured to the closest point in the arc'),
});

const PAIR = fields({
  from: word(),
  to: word(),
  closest: fields(RANGE_FIELDS),
  touching: JUDGEMENT,
  arcs: described(record(ARC), 'the arcs of `from` that the scene lists, keyed by arc'),
});

const SHIP = fields({
  id: word(),
  overlaps: described(ids(), 'obstacles, devices and ships that the base lies on or touches'),
  offTable: JUDGEMENT,
  objects: v.optional(
    described(list(fields({ id: word(), closest: fields(RANGE_FIELDS) }), MAX_THINGS), 'closest range to every obstacle and device'),
  ),
});

/** A report that somebody else wrote, docs/formats/report.schema.json; what this program writes is `Report`. */
export const REPORT_SCHEMA = fields({
  format: exactly('hashmark-report', 'This is not a report.'),
  version: exactly(1, 'Update Hashmark.'),
  pairs: described(list(PAIR, MAX_SHIPS * (MAX_SHIPS - 1), 0, 'pairs'), 'every ordered pair of ships'),
  ships: v.optional(list(SHIP, MAX_SHIPS, 0, 'ships')),
  offMat: v.optional(described(ids(), 'beyond the contract: ships wholly beside the mat, of which nothing else is said')),
});
