import * as v from 'valibot';
import { BASE_SIZES } from '../../pieces/base-size.js';
import { OBSTACLE_SCHEMA } from '../../table/documents/scene-schema.js';
import {
  degrees,
  described,
  exactly,
  fields,
  items,
  lengthMm,
  list,
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

const MAX_SHIPS = 200;
const MAX_PX = 100_000;

const coordinatePx = () => number({ min: -MAX_PX, max: MAX_PX });
const component = () => number({ min: -1.000001, max: 1.000001 });
const row = <T extends v.GenericSchema>(item: () => T) => items([item(), item(), item()], 'three numbers');
const matrix = <T extends v.GenericSchema>(item: () => T) => items([row(item), row(item), row(item)], 'three rows of three numbers');

const SHIP = fields({
  id: word(),
  base: oneOf(BASE_SIZES),
  xMm: mm(),
  yMm: mm(),
  headingDeg: degrees(),
  heightMm: v.optional(lengthMm()),
  visibleFraction: v.optional(probability()),
  owner: v.optional(oneOf([1, 2])),
  cornersPx: v.optional(
    described(
      list(pair(coordinatePx()), 4, 4, 'corners'),
      'outer top corners in the image, lens distortion included: front-left, front-right, rear-right, rear-left',
    ),
  ),
});

/** docs/formats/truth.schema.json: a picture and what is truly on it. */
export const TRUTH_SCHEMA = fields({
  format: exactly('hashmark-truth', 'This is not a truth file.'),
  version: v.optional(exactly(1, 'Update Hashmark.')),
  image: described(word(), "the picture's name in the folder of the truth file"),
  widthPx: whole({ min: 1, max: MAX_PX }),
  heightPx: whole({ min: 1, max: MAX_PX }),
  camera: v.optional(
    described(
      fields({
        k: v.optional(matrix(coordinatePx)),
        distortion: v.optional(list(number({ min: -1000, max: 1000 }), 5)),
        r: v.optional(matrix(component)),
        tMm: v.optional(row(mm)),
      }),
      'OpenCV convention: Xc = R Xw + t, mm; distortion k1 k2 p1 p2 k3',
    ),
  ),
  table: fields({ widthMm: sizeMm(), depthMm: sizeMm() }),
  ships: list(SHIP, MAX_SHIPS, 0, 'ships'),
  obstacles: v.optional(list(OBSTACLE_SCHEMA, MAX_SHIPS)),
  tags: v.optional(list(text(), 100)),
});

export type CheckedTruth = v.InferOutput<typeof TRUTH_SCHEMA>;
