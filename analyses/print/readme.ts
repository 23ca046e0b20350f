/** Puts the numbers of README.md in their place, from the pages that `eval` and `bench` have printed: `npm run analyse -- readme`. */
import { readFile, writeFile } from 'node:fs/promises';
import { readmeWith } from './readme-numbers.js';

const at = (name: string) => new URL(`../../${name}`, import.meta.url);
const [readme, accuracy, benchmarks] = await Promise.all(
  ['README.md', 'ACCURACY.md', 'BENCHMARKS.md'].map((name) => readFile(at(name), 'utf8')),
);
await writeFile(at('README.md'), readmeWith(readme!, accuracy!, benchmarks!));
