import * as v from 'valibot';

/**
 * Reading JSON that somebody else wrote. A document's schema is made of the pieces below and stands beside its type; docs/formats/ holds the
 * JSON Schema of each, printed from it. Every refusal says where, what was got, what was expected and what to do.
 */

/** Largest length on a table, mm; whoever gives more has mistaken the unit. */
export const MAX_MM = 100_000;
/** Largest turn, degrees: hundreds of whole turns are no mistake, more are. */
export const MAX_DEG = 100_000;
const MAX_LETTERS = 500;

/** Throws a refusal. `where` is a path like `ships[2].xMm`. */
export function refuse(where: string, got: unknown, expected: string, hint: string): never {
  throw new Error(`${where}: got ${shown(got)}, expected ${expected}. ${hint}`);
}

/**
 * The document without its unknown fields; throws with the first fault. `name` stands for the whole document in a fault; `within` is its
 * path in a larger one.
 */
export function validate<T extends v.GenericSchema>(schema: T, json: unknown, name: string, within = ''): v.InferOutput<T> {
  const result = v.safeParse(schema, json, { abortEarly: true });
  if (result.success) return result.output;
  const [{ path, input, message }] = result.issues;
  throw new Error(`${placeOf(path, within) || name}: ${message.startsWith('got ') ? '' : `got ${shown(input)}, `}${message}`);
}

function placeOf(path: readonly { readonly key?: unknown }[] = [], within: string): string {
  return path.reduce((place, { key }) => (typeof key === 'number' ? `${place}[${key}]` : place ? `${place}.${key}` : String(key)), within);
}

/** A value as shown in a refusal, cut to a readable length. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** The expectation of each schema, for refusals of a missing field. */
const EXPECTED = new WeakMap<object, string>();

function expecting<T extends object>(schema: T, message: string): T {
  EXPECTED.set(schema, message);
  return schema;
}

const NO_OBJECT = 'expected an object. Compare with docs/formats.';
/** Whether a value is not an array: an array has fields too, as far as JavaScript is concerned. */
const isNoArray = (value: unknown) => !Array.isArray(value);

/** The expectation of the field that an object lacks. */
function missingIn(entries: v.ObjectEntries) {
  return ({ path }: v.ObjectIssue) => EXPECTED.get(entries[String(path?.at(-1)?.key)] ?? entries) ?? NO_OBJECT;
}

/** An object with these fields; others are ignored. Whole documents and parts of them are made of it (see scene-schema.ts). */
export function fields<T extends v.ObjectEntries>(entries: T) {
  return expecting(v.pipe(v.unknown(), v.check(isNoArray, NO_OBJECT), v.object(entries, missingIn(entries))), NO_OBJECT);
}

/** The fields of each kind of an object, or kinds of its own, distinguished by one more field. */
type Kinds = Readonly<Record<string, v.ObjectEntries | { readonly by: string; readonly kinds: Kinds; readonly isNested: true }>>;

/** Objects of several kinds, distinguished by the field `by`: its values, each with the other fields of that kind. */
export function variant(by: string, kinds: Kinds) {
  return expecting(v.pipe(v.unknown(), v.check(isNoArray, NO_OBJECT), kindsOf(by, kinds, {})), NO_OBJECT);
}

/** A kind that has kinds of its own. */
export function nested(by: string, kinds: Kinds) {
  return { by, kinds, isNested: true } as const;
}

function kindsOf(by: string, kinds: Kinds, shared: v.ObjectEntries): v.GenericSchema {
  const names = `expected one of ${Object.keys(kinds).join(', ')}. Choose one of these.`;
  const options = Object.entries(kinds).map(([kind, own]) => {
    const all = { [by]: exactly(kind, ''), ...shared };
    if (own.isNested === true) return kindsOf(own.by as string, own.kinds as Kinds, all);
    const entries = { ...all, ...(own as v.ObjectEntries) };
    return v.object(entries, missingIn(entries));
  });
  // For kinds that are only known when the program runs, the types say nothing more.
  const typed = options as unknown as [v.ObjectSchema<Record<string, v.GenericSchema>, undefined>];
  return v.variant(by, typed, ({ path }) => (path?.at(-1)?.key === by ? names : NO_OBJECT));
}

/** An object whose fields may have any name. */
export function record<T extends v.GenericSchema>(item: T) {
  return expecting(v.pipe(v.unknown(), v.check(isNoArray, NO_OBJECT), v.record(v.string(), item, NO_OBJECT)), NO_OBJECT);
}

/** A list of `least` to `most` items, which a refusal calls by the word `what`. */
export function list<T extends v.GenericSchema>(item: T, most: number, least = 0, what = 'items') {
  const message = 'expected an array. Compare with docs/formats.';
  const tooMany = (issue: v.BaseIssue<unknown>) =>
    `got ${(issue.input as unknown[]).length} ${what}, expected at most ${most}. Leave out what is not needed.`;
  const tooFew = `expected at least ${least} ${what}. Give the whole list.`;
  const all = v.pipe(
    v.array(v.unknown(), message),
    v.minLength(least, tooFew),
    v.maxLength(most, tooMany),
    v.array(item),
    // Repeated for the JSON Schema, which is made from the last check.
    v.minLength(least),
    v.maxLength(most),
  );
  return expecting(all, message);
}

/** As many items as there are schemas, each of its own kind; `what` describes them to people. */
export function items<const T extends v.TupleItems>(schemas: T, what: string) {
  const message = `expected ${what}. Give just these.`;
  const isLong = (value: unknown) => Array.isArray(value) && value.length === schemas.length;
  return expecting(v.pipe(v.unknown(), v.check(isLong, message), v.strictTuple(schemas)), message);
}

/** `[x, y]`, mm or px. */
export function pair<T extends v.GenericSchema>(item: T) {
  return items([item, item], '[x, y]');
}

/** Limits of a number; there are always some, so that everything computed from it stays finite. */
interface Limits {
  readonly min: number;
  readonly max: number;
  /** The number has to be larger than this. */
  readonly above?: number;
}

export function number({ min, max, above }: Limits) {
  const least = above === undefined ? `of at least ${min}` : `larger than ${above}`;
  const message = `expected a finite number ${least} and at most ${max}. Correct the number or leave an optional field out.`;
  const lowest = above === undefined ? v.minValue<number, number, string>(min, message) : v.gtValue<number, number, string>(above, message);
  return expecting(v.pipe(v.number(message), lowest, v.maxValue(max, message)), message);
}

export function whole({ min, max }: Limits) {
  const message = `expected a whole number of at least ${min} and at most ${max}. Correct the number or leave an optional field out.`;
  return expecting(v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message)), message);
}

/** A place or a signed length, mm. */
export const mm = () => number({ min: -MAX_MM, max: MAX_MM });
/** A length or a standard deviation of one, mm. */
export const lengthMm = () => number({ min: 0, max: MAX_MM });
/** A size larger than zero, mm. */
export const sizeMm = () => number({ min: 0, above: 0, max: MAX_MM });
/** A direction or turn, degrees, clockwise. */
export const degrees = () => number({ min: -MAX_DEG, max: MAX_DEG });
export const sigmaDegrees = () => number({ min: 0, max: MAX_DEG });
export const probability = () => number({ min: 0, max: 1 });

/** A text, which may be empty. */
export function text(maxLetters = MAX_LETTERS) {
  const message = `expected a text of at most ${maxLetters} letters. Give it a text or leave an optional field out.`;
  return expecting(v.pipe(v.string(message), v.maxLength(maxLetters, message)), message);
}

/** A text that is not empty: an id, a kind. */
export function word(maxLetters = MAX_LETTERS) {
  const message = `expected a text that is not empty, of at most ${maxLetters} letters. Give it a text.`;
  return expecting(v.pipe(v.string(message), v.minLength(1, message), v.maxLength(maxLetters, message)), message);
}

export function flag() {
  const message = 'expected true or false. Correct the value.';
  return expecting(v.boolean(message), message);
}

/** Null where there is no value. */
export function nullable<T extends v.GenericSchema>(schema: T) {
  return expecting(v.nullable(schema), EXPECTED.get(schema) ?? '');
}

/** One of a list of values. */
export function oneOf<const T extends string | number>(allowed: readonly T[]) {
  const message = `expected one of ${allowed.join(', ')}. Choose one of these.`;
  return expecting(v.picklist(allowed, message), message);
}

/** The value that says what a document is: its `format` or `version`. */
export function exactly<const T extends string | number>(value: T, hint: string) {
  const message = `expected ${typeof value === 'string' ? `'${value}'` : value}. ${hint}`;
  return expecting(v.literal(value, message), message);
}

/** The same schema with words for people, which its JSON Schema shows. */
export function described<T extends v.GenericSchema>(schema: T, words: string) {
  return expecting(v.pipe(schema, v.description(words)), EXPECTED.get(schema) ?? '');
}

/**
 * Places of a document's fields that its schema does not know, such as `ships[2].sigmaMm`: a reader ignores them, and whoever mistyped one is
 * none the wiser. Throws where the document is not valid.
 */
export function ignoredFields(schema: v.GenericSchema, json: unknown, name: string): readonly string[] {
  return unknownIn(json, validate(schema, json, name), '');
}

function unknownIn(json: unknown, known: unknown, where: string): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  if (Array.isArray(json)) return json.flatMap((item, i) => unknownIn(item, (known as readonly unknown[])[i], `${where}[${i}]`));
  return Object.entries(json).flatMap(([key, value]) => {
    const place = where === '' ? key : `${where}.${key}`;
    const isKnown = Object.hasOwn(known as object, key);
    return isKnown ? unknownIn(value, (known as Readonly<Record<string, unknown>>)[key], place) : [place];
  });
}
