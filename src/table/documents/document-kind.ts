/** The first letters of a file among which its format stands. */
const HEAD_LETTERS = 2000;

/** Kind of one of our own documents that a file's text, or the beginning of it, says it is, such as `setup`; what is wrong with it the reader of that kind says. */
export function documentKind(text: string): string | undefined {
  return /"format"\s*:\s*"hashmark-([a-z-]+)"/.exec(text.slice(0, HEAD_LETTERS))?.[1];
}
