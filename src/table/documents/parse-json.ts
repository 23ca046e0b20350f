/** An object of a document names one field twice: JSON's own reader silently takes the last value, another program may take the first. */
export class FieldTwiceError extends Error {}

/**
 * The value of a JSON text, with or without the byte order mark that some editors put before it, and the zeros that disks leave behind it.
 * Throws a SyntaxError where it is not JSON, a FieldTwiceError where an object names one field twice.
 */
export function parseJson(text: string): unknown {
  const bare = text.slice(text.startsWith('\uFEFF') ? 1 : 0, endWithoutZeros(text));
  const value: unknown = JSON.parse(bare);
  const twice = fieldTwice(bare);
  if (twice !== undefined)
    throw new FieldTwiceError(`${twice}: got this field twice in one object, expected it once. Leave out the one that does not count.`);
  return value;
}

/** The length of a text without the zeros behind it; a pattern for these would try every run of zeros from each of its letters. */
function endWithoutZeros(text: string): number {
  let end = text.length;
  while (text[end - 1] === '\0') end--;
  return end;
}

/** One level of the scan of a text: the number of items of a list, or the names of an object, seen so far. */
interface Level {
  readonly names?: Set<string>;
  at: string | number;
}

/** The path of the first field that an object of a JSON text names twice, such as `ships[2].xMm`; undefined without one. */
function fieldTwice(json: string): string | undefined {
  const levels: Level[] = [];
  let isName = false;
  for (let i = 0; i < json.length; i++) {
    const level = levels.at(-1);
    switch (json[i]) {
      case '{':
        levels.push({ names: new Set(), at: '' });
        isName = true;
        break;
      case '[':
        levels.push({ at: 0 });
        break;
      case '}':
      case ']':
        levels.pop();
        isName = false;
        break;
      case ',':
        if (typeof level?.at === 'number') level.at++;
        isName = level?.names !== undefined;
        break;
      case '"': {
        const end = endOfText(json, i);
        if (isName && level?.names) {
          level.at = JSON.parse(json.slice(i, end + 1)) as string;
          if (level.names.has(level.at)) return pathOf(levels);
          level.names.add(level.at);
        }
        isName = false;
        i = end;
      }
    }
  }
  return undefined;
}

/** Position of the quote that closes the text that begins at `start`: one behind an odd number of backslashes is part of the text. */
function endOfText(json: string, start: number): number {
  for (let end = start; ; ) {
    end = json.indexOf('"', end + 1);
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
}

const pathOf = (levels: readonly Level[]): string =>
  levels.reduce((path, { at }) => (typeof at === 'number' ? `${path}[${at}]` : path ? `${path}.${at}` : at), '');
