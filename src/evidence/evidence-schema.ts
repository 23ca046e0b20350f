import * as v from 'valibot';
import { REPORT_SCHEMA } from '../judge/report/report-schema.js';
import { MAX_OBJECTS, SCENE_SCHEMA } from '../table/documents/scene-schema.js';
import {
  described,
  exactly,
  fields,
  items,
  lengthMm,
  list,
  number,
  oneOf,
  record,
  text,
  whole,
  word,
} from '../table/documents/validate.js';
import { OBSTACLE_TOKEN_SCHEMA, SETUP_SCHEMA } from '../table/setup/setup-schema.js';
import { EVIDENCE_KINDS } from './evidence.js';

/** Some thousand years after 1970, ms. */
const MAX_MS = 1e14;
const MAX_PX = 100_000;
/** An encoded picture of a 4K camera is a few megabytes. */
const MAX_BASE64 = 48_000_000;
/** Two screens of words are enough to say what is wrong. */
const MAX_SAID = 4000;
const MAX_LOG = 1000;

const focalPx = () => number({ min: 0, above: 0, max: 1e6 });
const coefficient = () => number({ min: -1e6, max: 1e6 });
const row = () => [coefficient(), coefficient(), coefficient()] as const;

const CAMERA = fields({
  ...{ widthPx: whole({ min: 1, max: MAX_PX }), heightPx: whole({ min: 1, max: MAX_PX }) },
  ...{ fx: focalPx(), fy: focalPx(), cx: coefficient(), cy: coefficient() },
  distortion: described(
    items([coefficient(), coefficient(), coefficient(), coefficient(), coefficient()], '5 coefficients'),
    'k1, k2, p1, p2, k3 as in OpenCV',
  ),
  r: described(items([...row(), ...row(), ...row()], '9 numbers'), 'rotation from the table frame to the camera frame, row-major'),
  tMm: described(items(row(), '3 numbers'), 'translation'),
});

const PICTURE = fields({
  type: oneOf(['image/jpeg', 'image/png', 'image/webp'] as const),
  widthPx: whole({ min: 1, max: MAX_PX }),
  heightPx: whole({ min: 1, max: MAX_PX }),
  base64: described(word(MAX_BASE64), 'the encoded picture'),
});

/** evidence.schema.json. What is frozen can be opened, looked at, and measured in again. */
export const EVIDENCE_SCHEMA = fields({
  format: exactly('hashmark-evidence', 'This is no evidence.'),
  version: exactly(1, 'It was frozen by a newer Hashmark: update this one.'),
  kind: oneOf(EVIDENCE_KINDS),
  frozenAt: described(word(40), 'ISO 8601, UTC'),
  versions: fields({ program: word(40), rules: whole({ min: 0, max: 1_000_000 }) }),
  asked: v.optional(described(fields({ from: word(), to: word() }), 'the two ships that were asked about')),
  answer: v.optional(described(text(MAX_SAID), 'as it was given, in words')),
  problem: v.optional(described(text(MAX_SAID), 'why the table was not seen, or not any more')),
  said: v.optional(described(text(MAX_SAID), 'what a person finds wrong')),
  state: v.optional(described(record(text()), 'what the page was doing')),
  log: v.optional(list(fields({ atMs: number({ min: 0, max: MAX_MS }), text: text() }), MAX_LOG, 0, 'entries')),
  camera: v.optional(described(CAMERA, 'of the picture; absent: no table was found in it')),
  matSigmaMm: v.optional(described(lengthMm(), "one standard deviation of the mat's width and depth")),
  scene: described(SCENE_SCHEMA, 'what lay on the table'),
  tokens: v.optional(
    described(
      list(fields({ obstacle: word(), token: OBSTACLE_TOKEN_SCHEMA }), MAX_OBJECTS, 0, 'tokens'),
      'which obstacles of the scene are which tokens, and how they lie',
    ),
  ),
  report: described(REPORT_SCHEMA, 'everything that was said of the table'),
  setup: v.optional(described(SETUP_SCHEMA, 'what was known of the table beforehand')),
  picture: v.optional(PICTURE),
  publicKey: v.optional(described(word(200), 'of the device that froze it: ECDSA P-256, the point uncompressed, 65 bytes in base64')),
  signature: v.optional(
    described(word(200), 'r and s, 64 bytes in base64: ECDSA with SHA-256 of all bytes of the file before `,"signature":`; the last field'),
  ),
});

export type CheckedEvidence = v.InferOutput<typeof EVIDENCE_SCHEMA>;
