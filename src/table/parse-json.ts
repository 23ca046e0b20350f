/** The value of a JSON text, with or without the byte order mark that some editors put before it. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}
