import { FieldTwiceError, parseJson } from '../../table/documents/parse-json.js';
import { formsOf, withoutEntities } from './text-forms.js';

/** Maximum depth of a squad within what a tournament's or a builder's own export wraps around it. */
const MAX_LEVELS = 8;
/** Maximum number of texts that are read, the given one and what it may have been made of: a mail may hold a page, and that a link. */
const MAX_TEXTS = 24;
/** Maximum number of letters of all of them together. */
const MAX_LETTERS = 5_000_000;

/** Maximum number of brackets of a text that are tried as the beginning of JSON. */
const MAX_TRIES = 100;

interface Found {
  /** Objects that have pilots. */
  readonly squads: readonly object[];
  /** The first object that was whole and held no squad. */
  readonly other?: object;
  /** Whether an object begins after all complete ones and does not end. */
  readonly isCutOff: boolean;
}

/**
 * The squads in a text: JSON of its own, with words or code fences around it, several of them, in lists and objects around them, as a text in JSON,
 * with typographic or single quotes, as a program's source, quoted in a mail or a chat, percent-encoded, or packed (base64 of JSON, gzip, zlib or
 * deflate). Throws a FieldTwiceError where an object names one field twice: which of two lists of upgrades is meant nobody knows.
 */
export function squadsInText(text: string): Found {
  const given = foundIn(text);
  if (given.squads.length > 0) return given;
  const texts = [text];
  let letters = text.length;
  for (let i = 0; i < texts.length; i++) {
    for (const form of formsOf(texts[i]!)) {
      letters += form.length;
      if (letters > MAX_LETTERS || texts.length >= MAX_TEXTS) return given;
      if (texts.includes(form)) continue;
      const found = foundIn(form);
      if (found.squads.length > 0) return found;
      texts.push(form);
    }
  }
  return given;
}

function foundIn(text: string): Found {
  const { values, unclosedAt } = jsonIn(text);
  const held = values.map((one) => ({ ...one, squads: squadsWithin(one.value, 0) }));
  const squads = held.flatMap((one) => one.squads);
  const lastEnd = held.findLast((one) => one.squads.length > 0)?.end;
  const isCutOff = unclosedAt.some((at) => lastEnd === undefined || (at >= lastEnd && /"(pilots|faction)"/i.test(text.slice(at))));
  const other = values
    .map(({ value }) => value)
    .find((one): one is object => typeof one === 'object' && one !== null && !Array.isArray(one));
  return { squads, ...(squads.length === 0 && other ? { other } : {}), isCutOff };
}

function squadsWithin(value: unknown, level: number): object[] {
  if (level > MAX_LEVELS) return [];
  if (typeof value === 'string')
    return /^\s*[{["]/.test(value) ? jsonIn(value).values.flatMap((one) => squadsWithin(one.value, level + 1)) : [];
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && Object.entries(value).some(([key, one]) => /^pilots$/i.test(key) && typeof one === 'object')) return [value];
  return Object.values(value).flatMap((one) => squadsWithin(one, level + 1));
}

interface Json {
  /** The objects and lists of a text that are whole, and where each ends. */
  readonly values: readonly { readonly value: unknown; readonly end: number }[];
  /** Positions where an object begins that does not end. */
  readonly unclosedAt: readonly number[];
}

function jsonIn(text: string): Json {
  const whole = parsed(text);
  if (whole !== undefined) return { values: [{ value: whole, end: text.length }], unclosedAt: [] };
  const values: Json['values'][number][] = [];
  const unclosedAt: number[] = [];
  let start = nextBracket(text, 0);
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries++) {
    const end = endOf(text, start);
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    if (value !== undefined) values.push({ value, end: end! });
    else if (end === undefined && text[start] === '{') unclosedAt.push(start);
    start = nextBracket(text, value === undefined ? start + 1 : end!);
  }
  return { values, unclosedAt };
}

function nextBracket(text: string, from: number): number {
  const places = [text.indexOf('{', from), text.indexOf('[', from)].filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
}

/** Position after the bracket that closes the one at `start`; undefined where none does. Brackets in quotes do not count. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let i = start; i < text.length; i++) {
    const letter = text[i]!;
    if (isQuoted && letter === '\\') i++;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '{' || letter === '[')) depth++;
    else if (!isQuoted && (letter === '}' || letter === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}

function parsed(text: string): unknown {
  for (const form of [text, mended(text)]) {
    try {
      const value = parseJson(form);
      return typeof value === 'object' || typeof value === 'string' ? value : undefined;
    } catch (error) {
      if (error instanceof FieldTwiceError) throw error;
      // The next form, or none.
    }
  }
  return undefined;
}

/** JSON as chats, word processors and Python write it: other quotes, characters that only look like spaces, entities, True and None, a comma too many. */
function mended(text: string): string {
  const QUOTE = '(?:``|´´|["\'“”„‟«»″‘’`´])';
  const quoted = withoutEntities(text)
    .replace(/[＂：，｛｝［］]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/« +| +»/g, (quote) => quote.trim())
    .replace(new RegExp(`([{[,:]\\s*)${QUOTE}`, 'g'), '$1"')
    .replace(new RegExp(`${QUOTE}(\\s*[}\\],:])`, 'g'), '"$1')
    .replace(/([:[,]\s*)None\b/g, '$1null')
    .replace(/([:[,]\s*)True\b/g, '$1true')
    .replace(/([:[,]\s*)False\b/g, '$1false')
    .replace(/,(\s*[}\]])/g, '$1');
  return fromSource(quoted);
}

/**
 * The parts of JSON as people and programs write it: texts in quotes, comments, and what stands between. One that does not end goes to the end of the text, which
 * would else be read again for each that begins.
 */
const PARTS = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^"/]+|[\s\S]/g;

/**
 * JSON as a program's source has it: comments, names without quotes, numbers that JSON lacks; and line ends within a text, where a mail was
 * wrapped.
 */
function fromSource(text: string): string {
  const inQuotes = (part: string) => part.startsWith('"');
  const uncommented = text.replace(PARTS, (part) => {
    if (inQuotes(part)) return part.replace(/\p{Cc}+/gu, ' ');
    return /^\/[/*]/.test(part) ? '' : part;
  });
  const named = uncommented.replace(PARTS, (part) => {
    if (inQuotes(part)) return part;
    return part.replace(/([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)/g, '$1"$2"$3').replace(/(:\s*)(-?(?:NaN|Infinity)|undefined)\b/g, '$1null');
  });
  return named.replace(/,(\s*[}\]])/g, '$1');
}
