import * as v from 'valibot';
import { described, fields, number, sizeMm, validate, word } from '../documents/validate.js';
import type { PrintImage } from './setup.js';
import { SETUP_ENTRIES } from './setup-schema.js';

const sideMm = () => number({ min: 0, above: 0, max: 1e4 });
/** Some three megabytes. */
const MAX_LETTERS = 4e6;

const PRINT = fields({
  pxPerMm: number({ min: 0, above: 0, max: 20 }),
  ...{ widthMm: sideMm(), depthMm: sideMm() },
  sigmaMm: described(sizeMm(), 'one standard deviation of the mat’s sides as they are drawn'),
  shiftSigmaMm: described(sizeMm(), 'one standard deviation of where the mat lies about the print'),
  webp: described(word(MAX_LETTERS), 'base64 of a WebP of the print from straight above, transparent where it is not known'),
});

/** setup.schema.json: a setup as it is in a file. The print is beyond what every visit of the page has to load. */
export const SETUP_FILE_SCHEMA = fields({
  ...SETUP_ENTRIES,
  print: v.optional(described(PRINT, 'beyond the contract: the map of the mat’s print')),
});

/** A print as a device kept it; undefined where it is damaged. */
export function readPrint(kept: unknown): PrintImage | undefined {
  const read = v.safeParse(PRINT, kept);
  return read.success ? read.output : undefined;
}

/** The print in a setup's document; throws with the field that is wrong. */
export function printIn(json: unknown): PrintImage | undefined {
  return validate(fields({ print: v.optional(PRINT) }), json, 'setup').print;
}
