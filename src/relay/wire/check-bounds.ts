import { refuse } from '../../table/documents/validate.js';

/** Largest number that any document has a use for: a time of day in ms since 1970, some thousand years on. */
const MAX_NUMBER = 1e14;
/** Longest text: names and sentences. */
const MAX_TEXT_LENGTH = 2000;
const MAX_DEPTH = 16;

/**
 * Throws where a document holds what no valid one does, whatever its fields mean: a number that is not finite or far beyond any table, a
 * text without end, a nesting without end, a name that would change what an object is. A reader that draws an unknown field is safe too.
 */
export function checkBounds(value: unknown): void {
  // Where something is wrong is put into words only then: a report of 16 ships has ten thousand values, ten times a second.
  if (!isWithinBounds(value, 0)) refuseBeyond(value, 'message', 0);
}

function isWithinBounds(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= MAX_NUMBER;
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH;
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((inner) => isWithinBounds(inner, depth + 1));
  return Object.keys(value).every((key) => key !== '__proto__' && isWithinBounds((value as Record<string, unknown>)[key], depth + 1));
}

function refuseBeyond(value: unknown, where: string, depth: number): void {
  if (typeof value === 'number' && !(Math.abs(value) <= MAX_NUMBER)) {
    refuse(where, value, `a finite number of at most ${MAX_NUMBER}`, 'Correct the number or leave the field out.');
  }
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
    refuse(where, value, `a text of at most ${MAX_TEXT_LENGTH} characters`, 'Shorten it.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) refuse(where, 'more', `at most ${MAX_DEPTH} objects and arrays in each other`, 'Flatten it.');
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') refuse(where, key, 'another name of a field', 'Rename the field.');
    refuseBeyond(inner, Array.isArray(value) ? `${where}[${key}]` : `${where}.${key}`, depth + 1);
  }
}
