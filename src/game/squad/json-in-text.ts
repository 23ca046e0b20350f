import { gunzipSync, inflateSync, unzlibSync } from 'fflate';
import { decodeText } from '../../table/decode-text.js';
import { FieldTwiceError, parseJson } from '../../table/parse-json.js';

/** So deep may a squad lie in what a tournament's or a builder's own export wraps around it. */
const MOST_LEVELS = 8;
/** What is packed may be this much longer, bytes: a text that swells without end is no squad. */
const MOST_BYTES = 1_000_000;

/** So many brackets of a text are tried as the beginning of one. */
const MOST_TRIES = 100;

interface Found {
  /** Objects that have pilots. */
  readonly squads: readonly object[];
  /** The first object that was whole and held no squad. */
  readonly other?: object;
  /** An object begins after all that are whole, and does not end. */
  readonly isCutOff: boolean;
}

/**
 * The squads in a text: JSON of its own, with words or code fences around it, several of them, in lists and objects around them, as a text in JSON,
 * with typographic or single quotes, as a program's source, quoted in a mail or a chat, percent-encoded, or packed (base64 of JSON, gzip, zlib or
 * deflate). Throws a FieldTwiceError where an object names one field twice: which of two lists of upgrades is meant nobody knows.
 */
export function squadsInText(text: string): Found {
  const plain = foundIn(text);
  if (plain.squads.length > 0) return plain;
  for (const form of FORMS) {
    const read = form(text);
    const found = read === undefined ? undefined : foundIn(read);
    if (found && found.squads.length > 0) return found;
  }
  return plain;
}

/** What a text was made of on its way; each gives the text before, or nothing where it was not that. */
const FORMS: readonly ((text: string) => string | undefined)[] = [
  decodedUri,
  unpackedText,
  withoutMarks,
  unescaped,
  undoubled,
  withoutTags,
  fromMail,
];

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
  if (level > MOST_LEVELS) return [];
  if (typeof value === 'string')
    return /^\s*[{[]/.test(value) ? jsonIn(value).values.flatMap((one) => squadsWithin(one.value, level + 1)) : [];
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && Object.entries(value).some(([key, one]) => /^pilots$/i.test(key) && typeof one === 'object')) return [value];
  return Object.values(value).flatMap((one) => squadsWithin(one, level + 1));
}

interface Json {
  /** The objects and lists of a text that are whole, and where each ends. */
  readonly values: readonly { readonly value: unknown; readonly end: number }[];
  /** Where an object begins that does not end. */
  readonly unclosedAt: readonly number[];
}

function jsonIn(text: string): Json {
  const whole = parsed(text);
  if (whole !== undefined) return { values: [{ value: whole, end: text.length }], unclosedAt: [] };
  const values: Json['values'][number][] = [];
  const unclosedAt: number[] = [];
  let start = nextBracket(text, 0);
  for (let tries = 0; start >= 0 && tries < MOST_TRIES; tries++) {
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

/** Where the bracket that opens at `start` is closed, after it; brackets in quotes do not count. */
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
  const QUOTE = '["\'“”„‟«»″‘’]';
  const quoted = text
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/&#(\d{2,4});|&#x([\da-f]{2,4});/gi, (_, decimal, hex) =>
      String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
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

/** The parts of JSON as people and programs write it: texts in quotes, comments, and what stands between. */
const PARTS = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^"/]+|[\s\S]/g;

/** JSON as a program's source has it: comments, names without quotes, numbers that JSON has not; and line ends within a text, where a mail was wrapped. */
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

/** Each line was quoted by a mail, a chat or a table, or numbered by an editor. */
function withoutMarks(text: string): string | undefined {
  const lines = text.split('\n');
  const MARKS = /^(\s*[>|+])+ ?|^\s*\d+[:.]?\s/;
  const marked = lines.filter((line) => MARKS.test(line)).length;
  return marked > lines.length / 2 ? lines.map((line) => line.replace(MARKS, '')).join('\n') : undefined;
}

/** A text within a program's source, without its quotes; in Markdown or Rich Text, without what is put before brackets there. */
function unescaped(given: string): string | undefined {
  const text = given.replace(/\\'([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /\\["[{]/.test(text) ? text.replace(/\\(["\\/[\]{}_*~`-])/g, '$1').replace(/\\[nrt]/g, ' ') : undefined;
}

/** A cell of a spreadsheet (CSV): quotes within it are written twice. */
function undoubled(text: string): string | undefined {
  return text.includes('""') ? text.replaceAll('""', '"') : undefined;
}

/** What a page's source or a formatted mail has. */
function withoutTags(text: string): string | undefined {
  return /<[a-z/][^>]*>/i.test(text) ? text.replace(/<[a-z/!][^>]*>/gi, '') : undefined;
}

/** A mail as it travels (quoted-printable). */
function fromMail(text: string): string | undefined {
  if (!/=(\r?\n|[0-9A-F]{2})/.test(text)) return undefined;
  const joined = text.replace(/=\r?\n/g, '');
  const bytes = joined.replace(/(?:=[0-9A-F]{2})+/g, (run) =>
    decodeText(Uint8Array.from(run.slice(1).split('='), (pair) => Number.parseInt(pair, 16))),
  );
  return bytes;
}

function decodedUri(text: string): string | undefined {
  if (!/%7b/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The text in base64, packed or not. */
function unpackedText(text: string): string | undefined {
  const bytes = bytesOfBase64(
    text
      .replace(/^data:[^,]*;base64,/, '')
      .trim()
      .replaceAll(' ', '+')
      .replace(/\s/g, ''),
  );
  const isText = bytes?.[0] === 0x7b || bytes?.[0] === 0x5b;
  const unpacked = bytes && (isText ? bytes : inflated(bytes));
  return unpacked && decodeText(unpacked);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of base64 in either alphabet, with or without its end; undefined of another text. */
function bytesOfBase64(text: string): Uint8Array | undefined {
  const letters = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (letters.length < 16 || /[^A-Za-z0-9+/]/.test(letters)) return undefined;
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  for (const [i, letter] of [...letters].entries()) {
    bits = ((bits << 6) | BASE64.indexOf(letter)) & 0xffffff;
    if (i % 4 > 0) bytes[Math.floor((i * 3) / 4)] = bits >> [0, 4, 2, 0][i % 4]!;
  }
  return bytes;
}

function inflated(bytes: Uint8Array): Uint8Array | undefined {
  const unpack = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync : bytes[0] === 0x78 ? unzlibSync : inflateSync;
  try {
    // What does not fit into the buffer is cut off, and so does not come out shorter than it.
    const unpacked = unpack(bytes, { out: new Uint8Array(MOST_BYTES) });
    return unpacked.length < MOST_BYTES ? unpacked : undefined;
  } catch {
    return undefined;
  }
}
