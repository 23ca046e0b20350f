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
