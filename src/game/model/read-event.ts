import type * as v from 'valibot';
import { checkedTable } from '../../table/documents/table-schema.js';
import { validate } from '../../table/documents/validate.js';
import type { Ability } from './ability.js';
import type { GameEvent } from './event.js';
import { ABILITY_SCHEMA, EVENT_SCHEMA } from './event-schemas.js';

/** Reads an event of a log; throws with the field, what was got and what was expected. Fields that it does not know are ignored. */
export function readEvent(json: unknown, where: string): GameEvent {
  return checked<GameEvent>(EVENT_SCHEMA, json, where);
}

/** The problem with an event that a program made, in a sentence; undefined: its kind, fields, words and table are all valid. */
export function eventProblem(event: unknown): string | undefined {
  try {
    const read = readEvent(event, 'event');
    if (read.kind === 'begin' || read.kind === 'table') checkedTable(read.table, 'event.table');
    if (read.kind === 'execute' && read.seen !== undefined) checkedTable(read.seen, 'event.seen');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Reads an ability that was saved; throws with the field, what was got and what was expected. */
export function readAbility(json: unknown, where: string): Ability {
  return checked<Ability>(ABILITY_SCHEMA, json, where);
}

/** Returns the document itself, not a copy of its known fields. */
function checked<T>(schema: v.GenericSchema, json: unknown, where: string): T {
  validate(schema, json, where, where);
  return json as T;
}
