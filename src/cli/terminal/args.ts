import { parseArgs as parseNodeArgs } from 'node:util';
import { nearestWord } from './nearest-word.js';

/** Wrong use of the command line: exit status 2. */
export class UsageError extends Error {}

export interface Args {
  readonly names: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Splits arguments into names, flags and options with a value (`--out FILE` or `--out=FILE`; after `--` all are names). Throws a UsageError
 * that names what is allowed, and the option that was probably meant; also where one option is given two values.
 */
export function parseArgs(
  args: readonly string[],
  allowed: { readonly flags: readonly string[]; readonly values: readonly string[] },
): Args {
  const options = Object.fromEntries([
    ...allowed.flags.map((name) => [name, { type: 'boolean' as const }] as const),
    ...allowed.values.map((name) => [name, { type: 'string' as const }] as const),
  ]);
  // Not strict: what is wrong is said here, in our words.
  const { tokens } = parseNodeArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const names: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (allowed.flags.includes(name) && rawName.startsWith('--')) {
      if (value !== undefined) throw new UsageError(`got a value for ${rawName}, expected none: it is only said or left out.`);
      flags.add(name);
    } else if (allowed.values.includes(name) && rawName.startsWith('--')) {
      if (value === undefined || (!inlineValue && value.startsWith('--'))) throw new UsageError(`${rawName} needs a value.`);
      const before = values.get(name);
      if (before !== undefined && before !== value)
        throw new UsageError(`${rawName}: got '${before}' and '${value}', expected one of them.`);
      values.set(name, value);
    } else throw unknown(rawName, [...allowed.flags, ...allowed.values], args[token.index]!);
  }
  return { names, flags, values };
}

/** `word`: the whole of what was given, which may be a file whose name begins with a dash. */
function unknown(got: string, known: readonly string[], word: string): UsageError {
  if (word.startsWith('-') && /[./\\]/.test(word) && !word.includes('=')) {
    return new UsageError(`got ${word}, which looks like an option; where it is a file, write ./${word}`);
  }
  const nearest = nearestWord(got.replace(/^-+/, ''), known);
  const meant = nearest === undefined ? '' : ` Did you mean --${nearest}?`;
  return new UsageError(`unknown option ${got}; expected one of ${known.map((one) => `--${one}`).join(', ')}.${meant}`);
}
