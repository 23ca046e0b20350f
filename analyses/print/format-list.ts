import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { TRUTH_SCHEMA } from '../../src/cli/eval/truth-schema.js';
import { EVIDENCE_SCHEMA } from '../../src/evidence/evidence-schema.js';
import { MATCH_SCHEMA } from '../../src/game/log/match-schema.js';
import {
  ABILITY_SCHEMA,
  ACTION_SCHEMA,
  FACE_SCHEMA,
  SHIP_SCHEMA,
  TOKEN_KIND_SCHEMA,
  WINDOW_SCHEMA,
} from '../../src/game/model/event-schemas.js';
import { SCORE_SCHEMA } from '../../src/game/score/score-file.js';
import { XWS_SCHEMA } from '../../src/game/squad/xws-schema.js';
import { REPORT_SCHEMA } from '../../src/judge/report/report-schema.js';
import { MESSAGE_SCHEMAS } from '../../src/relay/wire/message-schemas.js';
import { CHANNELS } from '../../src/relay/wire/topics.js';
import { SCENE_SCHEMA } from '../../src/table/documents/scene-schema.js';
import { LENS_SCHEMA } from '../../src/table/known-lens.js';
import { SETUP_FILE_SCHEMA } from '../../src/table/setup/print-schema.js';

/** A format whose reader's schema is printed as a JSON Schema into docs/formats/. */
export interface Format {
  readonly file: string;
  readonly title: string;
  readonly schema: v.GenericSchema;
  /** Parts that occur more than once, by the names that they get under `$defs`. */
  readonly parts?: Readonly<Record<string, v.GenericSchema>>;
}

export const FORMATS: readonly Format[] = [
  { file: 'scene.schema.json', title: 'What lies on the table', schema: SCENE_SCHEMA },
  { file: 'report.schema.json', title: 'What the table says', schema: REPORT_SCHEMA },
  {
    file: 'match.schema.json',
    title: 'The log of a match',
    schema: MATCH_SCHEMA,
    parts: {
      ability: ABILITY_SCHEMA,
      ship: SHIP_SCHEMA,
      token: TOKEN_KIND_SCHEMA,
      action: ACTION_SCHEMA,
      face: FACE_SCHEMA,
      window: WINDOW_SCHEMA,
    },
  },
  { file: 'score.schema.json', title: 'The score sheet of a match', schema: SCORE_SCHEMA },
  { file: 'evidence.schema.json', title: 'A moment of a table, frozen and signed', schema: EVIDENCE_SCHEMA },
  { file: 'truth.schema.json', title: 'The truth of one picture', schema: TRUTH_SCHEMA },
  ...CHANNELS.map(({ channel }) => ({
    file: `relay-${channel}.schema.json`,
    title: `What travels on hashmark/1/{table}/${channel}`,
    schema: MESSAGE_SCHEMAS[channel],
  })),
  { file: 'setup.schema.json', title: 'What stays the same at a table for a whole match', schema: SETUP_FILE_SCHEMA },
  { file: 'lens.schema.json', title: "A camera's lens at one resolution, zoom and focus", schema: LENS_SCHEMA },
  { file: 'xws.schema.json', title: "A squad in the community's format (XWS), as far as it is read", schema: XWS_SCHEMA },
];

/** The text of a format's JSON Schema file. What parts of a document demand of each other is not in it: docs/formats/README.md says it. */
export function schemaText({ file, title, schema, parts }: Format): string {
  const { $schema, ...body } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'output',
    ignoreActions: ['check'],
    ...(parts && { definitions: parts }),
  });
  return `${JSON.stringify({ $schema, $id: file, title, ...body }, null, 1)}\n`;
}
