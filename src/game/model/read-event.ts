import { readArray, readNumber, readObject, readOneOf, readString, refuse } from '../../table/json-door.js';
import type { Ability } from './ability.js';
import type { GameEvent } from './event.js';
import { ABILITY_SHAPE, type Chosen, EVENT_SHAPES, type Fields, type Shape } from './event-shapes.js';

/** Whole numbers go up to here: the parts of a seed have 32 bits, all else is far smaller. */
const LARGEST = 2 ** 32;

/** Reads an event of a log; throws with the field, what was got and what was expected. Fields that it does not know are ignored. */
export function readEvent(json: unknown, where: string): GameEvent {
  const event = readObject(json, where);
  const kind = readOneOf(event.kind as string, Object.keys(EVENT_SHAPES), `${where}.kind`) as GameEvent['kind'];
  readFields(event, EVENT_SHAPES[kind], where);
  return event as unknown as GameEvent;
}

/** What is wrong with an event that a program made, in a sentence; undefined: its kind, its fields and its words are those there are. */
export function eventProblem(event: unknown): string | undefined {
  try {
    readEvent(event, 'event');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function readFields(json: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, Shape>>, where: string): void {
  for (const [key, shape] of Object.entries(fields)) {
    const name = key.replace('?', '');
    if (json[name] === undefined && key.endsWith('?')) continue;
    readShape(json[name], shape, `${where}.${name}`);
  }
}

function readShape(value: unknown, shape: Shape, where: string): void {
  if (shape === 'any') return;
  if (shape === 'text') readString(value, where);
  else if (shape === 'whole') readWhole(value, where);
  else if (shape === 'flag') readFlag(value, where);
  else if (shape === 'answer') readAnswer(value, where);
  else if ('oneOf' in shape) readOneOf(value, shape.oneOf as readonly string[], where);
  else if ('fields' in shape) readFields(readObject(value, where), shape.fields, where);
  else if ('choice' in shape) {
    const object = readObject(value, where);
    const chosen = readOneOf(object[shape.by], Object.keys(shape.choice), `${where}.${shape.by}`);
    const inner = shape.choice[chosen]!;
    if (isChosen(inner)) readShape(object, inner.within, where);
    else readFields(object, inner, where);
  } else {
    const many = 'many' in shape ? readArray(value, where) : readObject(value, where);
    const inner = 'many' in shape ? shape.many : shape.map;
    for (const [key, one] of Object.entries(many)) readShape(one, inner, `${where}.${key}`);
  }
}

function isChosen(inner: Fields | Chosen): inner is Chosen {
  return typeof inner.within === 'object' && 'by' in inner.within;
}

function readAnswer(value: unknown, where: string): void {
  if (typeof value !== 'boolean') readWhole(value, where);
}

function readWhole(value: unknown, where: string): void {
  if (!Number.isInteger(readNumber(value, where, { min: -LARGEST, max: LARGEST })))
    refuse(where, value, 'a whole number', 'Correct the number.');
}

function readFlag(value: unknown, where: string): void {
  if (typeof value !== 'boolean') refuse(where, value, 'true or false', 'Correct the value.');
}

/** Reads an ability that was saved; throws with the field, what was got and what was expected. */
export function readAbility(json: unknown, where: string): Ability {
  readShape(json, ABILITY_SHAPE, where);
  return json as Ability;
}
