import * as v from 'valibot';
import { OBSTACLE_SCHEMA } from '../documents/scene-schema.js';
import { described, exactly, fields, flag, lengthMm, list, mm, number, oneOf, pair, sizeMm, whole, word } from '../documents/validate.js';
import { LENS_FIELDS } from '../known-lens.js';
import { PROOF_WAYS, PROVING_PIECES } from './proof.js';
import { LEARNED_PARAMETERS, LEARNED_PARAMETERS_WITH_POSE } from './setup.js';

const MAX_OBSTACLES = 200;
const MAX_PX = 1e5;
const MAX_SHIPS = 200;
const MAX_LAYOUTS = 200;
const MAX_PROOFS = 200;
const N = LEARNED_PARAMETERS.length;
const WITH_POSE = LEARNED_PARAMETERS_WITH_POSE.length;

const px = () => number({ min: -MAX_PX, max: MAX_PX });
const wholePx = () => whole({ min: 1, max: MAX_PX });
const sigma = () => number({ min: 0, above: 0, max: 1e6 });
const any = () => number({ min: -1e12, max: 1e12 });
const exactList = (count: number, what: string) => list(any(), count, count, what);

const CAMERA = fields({
  name: v.optional(word()),
  ...{ widthPx: wholePx(), heightPx: wholePx() },
  mirrored: v.optional(flag()),
  lens: fields(LENS_FIELDS),
  cornersPx: v.optional(
    described(
      list(v.union([v.null(), pair(px())], 'expected [u, v] in px, or null. Write null for a corner out of view.'), 4, 4, 'corners'),
      'the corners of the mat as confirmed by a person, in order around the mat beginning nearest-left to player 1; null: out of view',
    ),
  ),
  pose: v.optional(
    described(
      fields({ r: exactList(9, 'numbers'), tMm: exactList(3, 'numbers') }),
      'beyond the contract: where the camera stood last, Xc = R Xw + t; a hint',
    ),
  ),
  learned: v.optional(
    described(
      fields({
        parameters: list(oneOf(LEARNED_PARAMETERS), N, N, 'names'),
        values: exactList(N, 'values'),
        covariance: exactList(N * N, 'numbers'),
      }),
      'beyond the contract: what pictures have determined of all that stays the same, with its covariance, row-major; pixels as of this camera',
    ),
  ),
  learnedWithPose: v.optional(
    described(
      fields({
        parameters: list(oneOf(LEARNED_PARAMETERS_WITH_POSE), WITH_POSE, WITH_POSE, 'names'),
        values: exactList(WITH_POSE, 'values'),
        covariance: exactList(WITH_POSE * WITH_POSE, 'numbers'),
      }),
      'beyond the contract: the same with where the camera stood in the last picture (rotation vector, translation of the mat’s middle in mm)',
    ),
  ),
});

const POSE = fields({ x: mm(), y: mm(), headingRad: number({ min: -100, max: 100 }) });
const COVARIANCE = fields({ xx: any(), xy: any(), xh: any(), yy: any(), yh: any(), hh: any() });

/** The tournament obstacle that an outline is, and its pose. */
export const OBSTACLE_TOKEN_SCHEMA = fields({ xws: word(), name: word(), mirrored: flag(), pose: POSE, covariance: COVARIANCE });

const OBSTACLE = v.intersect([
  OBSTACLE_SCHEMA,
  fields({ token: v.optional(described(OBSTACLE_TOKEN_SCHEMA, 'beyond the contract: which tournament obstacle it is, and how it lies')) }),
]);

const PROOF = fields({
  piece: oneOf(PROVING_PIECES),
  by: described(oneOf(PROOF_WAYS), 'bases: it lay between two bases; piece: it lay there itself'),
  readMm: lengthMm(),
  sigmaMm: described(lengthMm(), 'one standard deviation of the reading, as it was claimed'),
  provedAt: described(word(40), 'ISO 8601, UTC'),
});

/** The fields of a setup. */
export const SETUP_ENTRIES = {
  format: exactly('hashmark-setup', 'This is not a setup file.'),
  version: exactly(1, 'It was saved by another version of Hashmark: update this one, or set the table up again.'),
  mat: fields({
    name: v.optional(word()),
    ...{ widthMm: number({ min: 0, max: 1e6 }), depthMm: number({ min: 0, max: 1e6 }) },
    sigmaMm: described(sizeMm(), 'one standard deviation of each of the two'),
    source: oneOf(['nominal', 'measured', 'ruler', 'board', 'learned']),
    look: v.optional(described(word(), 'what the app recognises this mat by; no picture')),
  }),
  camera: v.optional(CAMERA),
  plastic: v.optional(
    fields({
      scale: v.optional(number({ min: 0.9, max: 1.1 })),
      scaleSigma: v.optional(sigma()),
      tileTopMm: v.optional(number({ min: 0, max: 20 })),
      tileTopSigmaMm: v.optional(sigma()),
    }),
  ),
  obstacles: v.optional(list(OBSTACLE, MAX_OBSTACLES, 0, 'obstacles')),
  learnedFrom: v.optional(
    fields({
      pictures: v.optional(whole({ min: 0, max: 1e9 })),
      ships: v.optional(whole({ min: 0, max: 1e9 })),
      lengths: v.optional(
        described(
          whole({ min: 0, max: 1e9 }),
          'beyond the contract: number of these pictures that showed a template or ruler of known length',
        ),
      ),
      layoutsMm: v.optional(
        described(
          list(list(pair(mm()), MAX_SHIPS, 0, 'ships'), MAX_LAYOUTS, 0, 'layouts'),
          'beyond the contract: how the ships stood in the last of these pictures; one that shows them there again adds nothing',
        ),
      ),
    }),
  ),
  proofs: v.optional(
    described(list(PROOF, MAX_PROOFS, 0, 'proofs'), 'beyond the contract: known lengths that were laid on this table, the newest first'),
  ),
} as const;

/** setup.schema.json without the print. `parseSetup` checks the relations between its numbers. */
export const SETUP_SCHEMA = fields(SETUP_ENTRIES);

export type CheckedSetup = v.InferOutput<typeof SETUP_SCHEMA>;
