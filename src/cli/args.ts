/** Wrong use of the command line: exit status 2. */
export class UsageError extends Error {}

export interface Args {
  readonly names: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

/** Splits arguments into names, flags and options with a value; throws a UsageError that names what is allowed. */
export function parseArgs(
  args: readonly string[],
  allowed: { readonly flags: readonly string[]; readonly values: readonly string[] },
): Args {
  const names: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (!arg.startsWith('--')) {
      names.push(arg);
      continue;
    }
    const [name, inline] = splitOnce(arg.slice(2));
    if (allowed.flags.includes(name) && inline === undefined) flags.add(name);
    else if (allowed.values.includes(name)) {
      const value = inline ?? args[++i];
      if (value === undefined) throw new UsageError(`--${name} needs a value.`);
      values.set(name, value);
    } else {
      const known = [...allowed.flags, ...allowed.values].map((one) => `--${one}`).join(', ');
      throw new UsageError(`unknown option ${arg}; expected one of ${known}.`);
    }
  }
  return { names, flags, values };
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
