import { readFile } from 'node:fs/promises';

/** How a program of `analyses` says it is used: in its constant, or in the longest such line of a comment; one that says nothing takes no options. */
export async function useOf(name, file) {
  const text = await readFile(new URL(`../../analyses/${file}`, import.meta.url), 'utf8');
  const constant = /^const US(?:E|AGE) =\s*(['"`])([\s\S]*?)\1;/m.exec(text)?.[2];
  const comments = text.matchAll(new RegExp(`^(?:/\\*\\*| \\*) +(npm run (?:analyse -- )?${name}(?: [^\`*:\\n]*)?)[\\n:]`, 'gm'));
  const [line] = [...comments].map(([, said]) => said.trim()).sort((a, b) => b.length - a.length);
  return (constant ?? line ?? `npm run analyse -- ${name}`).replace(/^make-\S+/, `npm run analyse -- ${name}`);
}
