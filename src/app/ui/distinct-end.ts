/** A name as its beginning, which may be cut off, and the short last word that distinguishes it from others that begin alike; an empty end: none does. */
export function distinctEnd(name: string, all: readonly string[]): { readonly head: string; readonly end: string } {
  const [, head = name, end = ''] = /^(.*\S)(\s+\S{1,4})$/.exec(name) ?? [];
  const isOneOfAlike = all.some((other) => other !== name && other.startsWith(`${head} `));
  return end && isOneOfAlike ? { head, end } : { head: name, end: '' };
}
