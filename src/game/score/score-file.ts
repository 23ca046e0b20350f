import * as v from 'valibot';
import { described, exactly, fields, flag, list, number, oneOf, text, validate, whole, word } from '../../table/documents/validate.js';
import type { Score } from './score.js';

const MOST = 10_000;
const PLAYER = oneOf([1, 2]);
const points = () => number({ min: 0, max: MOST });

const SHIP = fields({
  id: word(),
  name: text(),
  owner: PLAYER,
  points: v.optional(described(points(), 'what it costs; absent: nobody said')),
  whole: described(whole({ min: 1, max: MOST }), 'hull and shields together, at the beginning'),
  left: described(whole({ min: 0, max: MOST }), 'hull and shields together, at the end'),
  lost: oneOf(['nothing', 'half', 'all'] as const),
  scored: v.optional(described(points(), 'what the other player scores for it; absent where it is not known')),
});

const SIDE = fields({
  player: PLAYER,
  name: described(text(80), 'as it was entered; may be empty'),
  points: described(points(), 'for the other player’s ships'),
  unknown: described(whole({ min: 0, max: MOST }), 'ships that count with points nobody has said: `points` is at least what it says'),
  destroyed: whole({ min: 0, max: MOST }),
  halved: whole({ min: 0, max: MOST }),
  mission: described(points(), 'as it was entered'),
});

/** A score sheet to hand in, docs/formats/score.schema.json. */
export const SCORE_SCHEMA = fields({
  format: exactly('hashmark-score', 'This is no score sheet.'),
  version: exactly(1, 'It was written by a newer Hashmark: update this one.'),
  table: described(text(80), 'the table in the hall, as it was entered; may be empty'),
  writtenAt: described(word(40), 'ISO 8601, UTC'),
  round: described(whole({ min: 1, max: MOST }), 'of the match, at the end'),
  isOver: described(flag(), 'the players say that the match is over'),
  players: described(list(SIDE, 2, 2), 'player 1, then player 2'),
  ships: list(SHIP, MOST),
});

export type ScoreFile = v.InferOutput<typeof SCORE_SCHEMA>;

/** Facts that people add to what the match knows. */
export interface ScoreNotes {
  readonly table: string;
  readonly names: readonly [string, string];
  readonly mission: readonly [number, number];
  readonly isOver: boolean;
}

/** The sheet of a match, to hand in. */
export function scoreFile({ round, ships, players }: Score, { table, names, mission, isOver }: ScoreNotes, at: Date): ScoreFile {
  return {
    format: 'hashmark-score',
    version: 1,
    table,
    writtenAt: at.toISOString(),
    round,
    isOver,
    players: players.map((side, i) => ({ ...side, name: names[i]!, mission: mission[i]! })),
    ships: [...ships],
  };
}

/** Reads a score sheet; throws an Error that says what is wrong with it. */
export function readScore(json: unknown): ScoreFile {
  return validate(SCORE_SCHEMA, json, 'score sheet');
}
