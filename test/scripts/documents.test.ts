import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

/** The repository's own pages: those at the top, in docs, and beside the code, the nets, the sheets and the fixtures. */
const PAGES = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['docs', 'src', 'models', 'calibration', 'test-fixtures'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !/(^|\/)runs\//.test(name))
      .map((name) => join(folder, name)),
  ),
];

/** The anchor of a title, as a forge makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

test('every link of a page to another file, picture or title of the repository leads somewhere', () => {
  const broken = PAGES.flatMap((page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
      ([, link, html]) => link ?? html!,
    );
    return links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        if (!existsSync(file)) return true;
        if (anchor === undefined || !file.endsWith('.md')) return false;
        const titles = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title]) => anchorOf(title!));
        return !titles.includes(decodeURIComponent(anchor));
      })
      .map((link) => `${page}: ${link}`);
  });
  assert.ok(PAGES.length > 50, `${PAGES.length} pages`);
  assert.deepEqual(broken, []);
});

test('every file that the README of vision names is there, and it names a file of each stage', () => {
  const named = [...readFileSync('src/vision/README.md', 'utf8').matchAll(/\b((?:[a-z-]+\/)+[\w-]+\.ts)\b/g)].map(([, path]) => path!);
  assert.deepEqual(
    named.filter((path) => !existsSync(join('src/vision', path)) && !existsSync(join('src', path))),
    [],
  );
  const stages = readdirSync('src/vision', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(
    stages.map(({ name }) => name).filter((stage) => !named.some((path) => path.startsWith(`${stage}/`))),
    [],
  );
});

const FAULTS = readFileSync('docs/faults.md', 'utf8');
/** The sections of the cases that continue the list of public reports, with their rows. */
const CONTINUED = FAULTS.slice(FAULTS.indexOf('## The same kinds, continued'))
  .split(/^\| \*\*/m)
  .slice(1)
  .map((part) => ({ section: part.slice(0, part.indexOf('**')), rows: part.split('\n').filter((line) => /^\| [A-Z]+-\d/.test(line)) }));

test('every test that the page of faults names is there', () => {
  const named = [...new Set([...FAULTS.matchAll(/`(test\/[\w./-]+)`/g)].map(([, name]) => name!))];
  assert.ok(named.length > 60, `${named.length}`);
  assert.deepEqual(
    named.filter((name) => !existsSync(name) && !existsSync(`${name}.test.ts`)),
    [],
  );
});

test('each section of the list of cases was continued by ten cases and more, as many as the page says', () => {
  assert.equal(CONTINUED.length, 5);
  for (const { section, rows } of CONTINUED) {
    const ids = rows.flatMap((row) => row.slice(0, row.indexOf('·')).match(/[A-Z]+-\d+/g) ?? []);
    assert.equal(new Set(ids).size, ids.length, `${section}: an id twice`);
    assert.ok(ids.length >= 10, `${section}: ${ids.length}`);
    assert.ok(FAULTS.includes(`| ${section} | ${ids.length} |`), `${section}: ${ids.length} is not what the page says`);
  }
});

test('each of those cases names a test that is there: by its title, or by a file of the corpus that it looks at', () => {
  const [squads, ...others] = ['test/game/squad-corpus.test.ts', 'test/cli/odd-pictures.test.ts', 'test/browser/app-capture.test.ts'].map(
    (name) => readFileSync(name, 'utf8'),
  ) as [string, ...string[]];
  // A file is named there, or by how its name begins.
  const isLookedAt = (file: string) =>
    file
      .split('-')
      .some((_, k, words) =>
        [`${words.slice(0, k + 1).join('-')}-|`, `startsWith('${words.slice(0, k + 1).join('-')}')`].some((name) => squads.includes(name)),
      ) || squads.includes(`'${file}'`);
  for (const { section, rows } of CONTINUED)
    for (const row of rows) {
      const tests = row.split('|').at(-2)!;
      const titles = [...tests.matchAll(/“([^”]+?)(?: …)?”/g)].map(([, title]) => title!);
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).filter((name) => !name.startsWith('test/'));
      for (const title of titles)
        assert.ok(
          others.some((source) => source.includes(title)),
          `${row}: no test is named “${title}”`,
        );
      for (const file of files)
        assert.ok(existsSync(join('test/corpus/squads', file)) && isLookedAt(file), `${row}: no test looks at ${file}`);
      if (section === 'Squads') assert.ok(files.length > 0, row);
    }
});
