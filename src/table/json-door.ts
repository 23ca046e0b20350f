/** Reading JSON that somebody else wrote: every refusal says where, what was got, what was expected and what to do. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Throws the one kind of refusal. `where` is a path like `ships[2].xMm`. */
export function refuse(where: string, got: unknown, expected: string, hint: string): never {
  throw new Error(`${where}: got ${shown(got)}, expected ${expected}. ${hint}`);
}

/** A value as it is shown in a refusal, cut to a readable length. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

export function readObject(value: unknown, where: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  return refuse(where, value, 'an object', 'Compare with scene.schema.json.');
}

export function readArray(value: unknown, where: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(where, value, 'an array', 'Compare with scene.schema.json.');
}

/** A finite number, at least `min` and at most `max` where given. */
export function readNumber(value: unknown, where: string, limits: { readonly min?: number; readonly max?: number } = {}): number {
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = limits;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  const atLeast = limits.min === undefined ? '' : ` of at least ${min}`;
  const atMost = limits.max === undefined ? '' : ` ${limits.min === undefined ? 'of' : 'and'} at most ${max}`;
  return refuse(where, value, `a finite number${atLeast}${atMost}`, 'Correct the number or leave an optional field out.');
}

export function readString(value: unknown, where: string): string {
  return typeof value === 'string' && value.length > 0 ? value : refuse(where, value, 'a text that is not empty', 'Give it a text.');
}

/** One of a list of values. */
export function readOneOf<T extends string | number>(value: unknown, allowed: readonly T[], where: string): T {
  const found = allowed.find((one) => one === value);
  return found ?? refuse(where, value, `one of ${allowed.join(', ')}`, 'Choose one of these.');
}
