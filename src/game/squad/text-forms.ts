import { decodeText } from '../../table/documents/decode-text.js';
import { packedTexts } from './packed-text.js';

/** Forms that a text may have had before it was wrapped on its way: each is the text unwrapped in one way. */
export function formsOf(text: string): string[] {
  const forms = [
    ...packedTexts(text),
    ...[decodedUri, withoutMarks, unescaped, undoubled, withoutTags, fromMail].map((form) => form(text)),
    withoutEntities(text),
  ];
  return [...new Set(forms)].filter((form): form is string => form !== undefined && form !== text);
}

/** Names of the entities that stand for what JSON is written with. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ quot: '"', apos: "'", ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»', lsquo: '‘', rsquo: '’' },
  ...{ lbrace: '{', lcub: '{', rbrace: '}', rcub: '}', lbrack: '[', lsqb: '[', rbrack: ']', rsqb: ']' },
  ...{ colon: ':', comma: ',', nbsp: ' ', amp: '&', lt: '<', gt: '>', lowbar: '_', hyphen: '-' },
};

/** Replaces the entities of a page's source, by name or number, with their letters. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{2,4})|#x([\da-f]{2,4})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) =>
    name ? (ENTITIES[name.toLowerCase()] ?? entity) : String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

/** A text whose lines were each quoted by a mail, a chat or a table, or numbered by an editor. */
function withoutMarks(text: string): string | undefined {
  const lines = text.split('\n');
  const MARKS = /^(\s*[>|+])+ ?|^\s*\d+[:.]?\s/;
  const marked = lines.filter((line) => MARKS.test(line)).length;
  return marked > lines.length / 2 ? lines.map((line) => line.replace(MARKS, '')).join('\n') : undefined;
}

/** A text within a program's source, without its quotes; in Markdown or Rich Text, without the escapes before brackets. */
function unescaped(given: string): string | undefined {
  const text = given.replace(/\\'([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /\\["[{]/.test(text) ? text.replace(/\\(["\\/[\]{}_*~`-])/g, '$1').replace(/\\[nrt]/g, ' ') : undefined;
}

/** A cell of a spreadsheet (CSV): quotes within it are written twice. */
function undoubled(text: string): string | undefined {
  return text.includes('""') ? text.replaceAll('""', '"') : undefined;
}

/** The text of a page's source or a formatted mail. */
function withoutTags(text: string): string | undefined {
  return /<[a-z/][^<>]*>/i.test(text) ? text.replace(/<[a-z/!][^<>]*>/gi, '') : undefined;
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
  if (!/%(?:25)*7b/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
