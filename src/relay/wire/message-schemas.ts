import * as v from 'valibot';
import { REPORT_SCHEMA } from '../../judge/report/report-schema.js';
import { SCENE_SCHEMA } from '../../table/documents/scene-schema.js';
import { described, fields, flag, items, number, text, whole, word } from '../../table/documents/validate.js';
import { PUBLIC_MATCH_SCHEMA, SHOW_SCHEMA } from './show-schema.js';

/** Some thousand years after 1970, ms. */
const MAX_MS = 1e14;

const sequence = () => described(whole({ min: 0, max: Number.MAX_SAFE_INTEGER }), 'grows by one with each scene, from 0 with each session');
const session = () => v.optional(described(word(), "id of the camera's session"));
const focalPx = () => number({ min: 0, above: 0, max: 1e6 });
const coefficient = () => number({ min: -1e6, max: 1e6 });
const row = () => [coefficient(), coefficient(), coefficient()] as const;
const durationMs = () => number({ min: 0, max: MAX_MS });

/** The fields around a scene; `parseScene` reads the scene itself. */
export const SCENE_ENVELOPE = { sequence: sequence(), capturedAtMs: durationMs(), session: session() };

/** The payloads of a table's topics (docs/formats/relay-*.schema.json). Bounds that hold for unknown fields too are in messages.ts. */
export const MESSAGE_SCHEMAS = {
  scene: fields({ ...SCENE_ENVELOPE, scene: SCENE_SCHEMA }),
  report: fields({ sequence: described(sequence(), 'of the scene that it answers'), session: session(), report: REPORT_SCHEMA }),
  status: fields({
    online: flag(),
    session: session(),
    framesPerSecond: v.optional(number({ min: 0, max: 1e6 })),
    lookAgeMs: v.optional(described(durationMs(), 'with a problem: how old the last look at the table is')),
    sigmaMm: v.optional(described(number({ min: 0, max: 1e6 }), 'typical standard deviation of a distance now')),
    problem: v.optional(
      fields({
        message: described(word(2000), 'for people, in English'),
        code: v.optional(word()),
        hint: v.optional(text(2000)),
        said: v.optional(described(v.array(v.unknown()), 'message and hint as keys and values, for readers in other languages')),
      }),
    ),
  }),
  camera: described(
    fields({
      session: session(),
      widthPx: whole({ min: 1, max: 100_000 }),
      heightPx: whole({ min: 1, max: 100_000 }),
      ...{ fx: focalPx(), fy: focalPx(), cx: coefficient(), cy: coefficient() },
      distortion: described(
        items([coefficient(), coefficient(), coefficient(), coefficient(), coefficient()], '5 coefficients'),
        'k1, k2, p1, p2, k3',
      ),
      r: described(items([...row(), ...row(), ...row()], '9 numbers'), 'rotation from the table frame to the camera frame, row-major'),
      t: described(items(row(), '3 numbers'), 'translation, mm'),
    }),
    'the pinhole camera with Brown–Conrady distortion in which the table was seen last',
  ),
  match: described(PUBLIC_MATCH_SCHEMA, 'what everyone at the table may know of the match'),
  show: described(SHOW_SCHEMA, 'what the commentator has on screen'),
  call: fields({ calledAtMs: durationMs(), reason: v.optional(described(word(2000), "what about, in the players' words")) }),
} as const;
