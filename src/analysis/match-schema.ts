import { MATCH_VERSION } from '../game/log/match-file.js';
import { type Chosen, EVENT_SHAPES, type Fields, type Shape } from '../game/model/event-shapes.js';
import { ARC_NAMES } from '../pieces/arc-names.js';
import { BASE_SIZES } from '../pieces/base-size.js';

type Json = Readonly<Record<string, unknown>>;

/** The text of docs/formats/match.schema.json, made of the shapes by which a log is read. */
export function matchSchemaText(): string {
  return `${JSON.stringify(matchSchema(), null, 1)}\n`;
}

function matchSchema(): Json {
  const place = { type: 'integer', minimum: 0, description: 'a place in tables' };
  const entry = object({
    n: { type: 'integer', minimum: 1, description: 'numbered from 1, no hole' },
    table: place,
    event: { $ref: '#/$defs/event' },
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'match.schema.json',
    title: 'The log of a match: every event, and the tables they happened on; millimetres and degrees',
    ...object({
      format: { const: 'hashmark-match' },
      version: { const: MATCH_VERSION },
      rulesVersion: { type: 'integer', minimum: 1, description: 'the rules that it was played by' },
      tables: { type: 'array', items: { $ref: '#/$defs/table' } },
      entries: { type: 'array', items: entry },
    }),
    $defs: {
      event: {
        oneOf: [constObject('kind', 'undo', {}), ...Object.entries(EVENT_SHAPES).map(([kind, fields]) => eventSchema(kind, fields))],
      },
      table: TABLE,
    },
  };
}

/** Tables are not in an event but in `tables`: that of its entry, or `seenTable`. */
function eventSchema(kind: string, { table: _, 'seen?': seen, ...fields }: Fields): Json {
  const more = seen ? { 'seenTable?': { type: 'integer', minimum: 0, description: 'a place in tables' } } : {};
  return constObject('kind', kind, { ...schemasOf(fields), ...more });
}

function schemasOf(fields: Fields): Json {
  return Object.fromEntries(Object.entries(fields).map(([key, shape]) => [key, schemaOf(shape)]));
}

function schemaOf(shape: Shape): Json {
  if (shape === 'any') return {};
  if (shape === 'text') return { type: 'string', minLength: 1 };
  if (shape === 'whole') return { type: 'integer' };
  if (shape === 'flag') return { type: 'boolean' };
  if (shape === 'answer') return { type: ['boolean', 'integer'] };
  if ('oneOf' in shape) return { enum: shape.oneOf };
  if ('many' in shape) return { type: 'array', items: schemaOf(shape.many) };
  if ('map' in shape) return { type: 'object', additionalProperties: schemaOf(shape.map) };
  if ('fields' in shape) return object(schemasOf(shape.fields));
  return { oneOf: Object.entries(shape.choice).map(([word, inner]) => chosen(shape.by, word, inner)) };
}

function chosen(by: string, word: string, inner: Fields | Chosen): Json {
  if (!isChosen(inner)) return constObject(by, word, schemasOf(inner));
  return { ...constObject(by, word, {}), ...schemaOf(inner.within) };
}

function isChosen(inner: Fields | Chosen): inner is Chosen {
  return typeof inner.within === 'object' && 'by' in inner.within;
}

function constObject(by: string, word: string, fields: Json): Json {
  return object({ [by]: { const: word }, ...fields });
}

/** An object with these fields; those whose name ends in a question mark may be missing, unknown ones are ignored. */
function object(fields: Json): Json {
  const required = Object.keys(fields).filter((key) => !key.endsWith('?'));
  const properties = Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key.replace('?', ''), schema]));
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

const NUMBER = { type: 'number' };
const TEXT = { type: 'string' };
const POSE = { xMm: NUMBER, yMm: NUMBER, headingDeg: NUMBER };
const COVARIANCE = {
  ...object(Object.fromEntries(['xx', 'xy', 'xh', 'yy', 'yh', 'hh'].map((key) => [key, NUMBER]))),
  description: 'of x (mm), y (mm) and heading (degrees); left out: exact',
};
const OUTLINE = { type: 'array', minItems: 3, items: { type: 'array', prefixItems: [NUMBER, NUMBER], minItems: 2, maxItems: 2 } };
const list = (fields: Json): Json => ({ type: 'array', items: object(fields) });

const TABLE = object({
  table: object({ widthMm: NUMBER, depthMm: NUMBER }),
  ships: list({
    id: TEXT,
    base: { enum: BASE_SIZES },
    ...POSE,
    'covariance?': COVARIANCE,
    arcs: { type: 'array', items: { enum: ARC_NAMES } },
    'owner?': { enum: [1, 2] },
    'isFrontOpen?': { const: true },
    'tile?': object({ turnDeg: NUMBER, sigmaDeg: NUMBER }),
  }),
  obstacles: list({
    id: TEXT,
    kind: { enum: ['asteroid', 'debris', 'gas'] },
    outlineMm: OUTLINE,
    'sigmaMm?': NUMBER,
    'token?': object({ xws: TEXT, name: TEXT, mirrored: { type: 'boolean' }, ...POSE, 'covariance?': COVARIANCE }),
  }),
  devices: list({ id: TEXT, kind: TEXT, outlineMm: OUTLINE, 'sigmaMm?': NUMBER }),
  'unmeasurable?': list({ xMm: NUMBER, yMm: NUMBER, radiusMm: NUMBER, probability: NUMBER, reason: TEXT }),
  'jointCovariance?': {
    type: 'array',
    items: NUMBER,
    description: 'of all poses, 3n × 3n by rows in the order of ships; mm, mm, degrees each',
  },
});
