import * as v from 'valibot';
import { described, exactly, fields, list, whole, word } from '../../table/documents/validate.js';
import { EVENT_SCHEMA } from '../model/event-schemas.js';
import { TABLE_IN_FILE_SCHEMA } from './match-table-schema.js';

/** The version that this program writes and the newest one that it reads. Tables of version 1 were in radians, and no rules version was in it. */
export const MATCH_VERSION = 2;

const MOST = 100_000;

const place = () => described(whole({ min: 0, max: MOST }), 'place in `tables`');
const number = () => described(whole({ min: 1, max: MOST }), 'numbered from 1, without holes');
const format = exactly('hashmark-match', 'This is not the log of a match.');
const rulesVersion = described(whole({ min: 1, max: MOST }), 'the rules that it was played by');

/** The parts of a match that are read first; tables and events are read one by one, so that a refusal names the place. */
export const ENTRY_ENVELOPE = fields({ n: number(), table: place(), event: v.unknown() });
export const EVENT_ENVELOPE = fields({ kind: word(), seenTable: v.optional(place()) });
export const MATCH_ENVELOPE = fields({
  format,
  version: whole({ min: 1, max: MOST }),
  rulesVersion: v.optional(rulesVersion),
  tables: list(v.unknown(), MOST),
  entries: list(ENTRY_ENVELOPE, MOST),
});

/** The whole match, docs/formats/match.schema.json. */
export const MATCH_SCHEMA = fields({
  format,
  version: exactly(MATCH_VERSION, 'The log was written by a newer Hashmark: update this one.'),
  rulesVersion,
  tables: described(
    list(TABLE_IN_FILE_SCHEMA, MOST),
    'millimetres and degrees, exactly as they were: a replay asks them the same questions',
  ),
  entries: list(
    fields({
      n: number(),
      table: place(),
      event: described(
        v.union([fields({ kind: v.literal('undo') }), EVENT_SCHEMA], 'expected an event. Get the log as it was saved.'),
        'an event of the rules, or `undo`; `begin` and `table` bring the table of their entry, `execute` a seen one as `seenTable`',
      ),
    }),
    MOST,
  ),
});
