import * as v from 'valibot';
import { REPORT_SCHEMA } from '../judge/report/report-schema.js';
import { SCENE_SCHEMA } from '../table/scene-schema.js';
import { described, fields, flag, number, record, text, whole, word } from '../table/validate.js';

/** Some thousand years after 1970, ms. */
const MOST_MS = 1e14;

const sequence = () => described(whole({ min: 0, max: Number.MAX_SAFE_INTEGER }), 'grows by one with each scene, anew with each session');
const session = () => v.optional(described(word(), "id of the camera's session"));
const durationMs = () => number({ min: 0, max: MOST_MS });

/** What is around a scene; `parseScene` reads the scene itself. */
export const SCENE_ENVELOPE = { sequence: sequence(), capturedAtMs: durationMs(), session: session() };

/** The payloads of a table's topics (docs/formats/relay-*.schema.json). Bounds that hold for unknown fields too are in check-bounds.ts. */
export const MESSAGE_SCHEMAS = {
  scene: fields({ ...SCENE_ENVELOPE, scene: SCENE_SCHEMA }),
  report: fields({ sequence: described(sequence(), 'of the scene that it answers'), session: session(), report: REPORT_SCHEMA }),
  status: fields({
    online: flag(),
    session: session(),
    framesPerSecond: v.optional(number({ min: 0, max: 1e6 })),
    lookAgeMs: v.optional(described(durationMs(), 'with a problem: how old the last look at the table is')),
    sigmaMm: v.optional(described(number({ min: 0, max: 1e6 }), 'typical standard deviation of a distance now')),
    problem: v.optional(fields({ message: described(word(2000), 'for people'), code: v.optional(word()), hint: v.optional(text(2000)) })),
  }),
  show: described(record(v.unknown()), "what the commentator has on screen; its meaning is the console's and the overlay's"),
  call: fields({ calledAtMs: durationMs(), reason: v.optional(described(word(2000), "what about, in the players' words")) }),
} as const;
