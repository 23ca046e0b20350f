import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const load = () => import(new URL('../../scripts/lib/printed-documents.mjs', import.meta.url).href);

test('a printed document is stale once a file that its program imports, or a fixture, runs otherwise; not for any other file or a comment', async (t) => {
  const { hashOf, staleReason } = await load();
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-printed-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'tables'));
  await writeFile(join(folder, 'print.ts'), "import { one } from './one.js';\nimport type { Two } from './two.js';");
  await writeFile(join(folder, 'one.ts'), 'export const one = 1;');
  await writeFile(join(folder, 'two.ts'), 'export type Two = 2;');
  await writeFile(join(folder, 'tables/a.json'), '{}');
  const hash = () => hashOf({ entries: ['print.ts'], also: ['tables'] }, folder);
  const stamp = { date: '2026-11-20', hash: await hash() };
  assert.equal(staleReason(stamp, await hash()), undefined);
  await writeFile(join(folder, 'other.ts'), 'export {};');
  assert.equal(staleReason(stamp, await hash()), undefined);
  await writeFile(join(folder, 'one.ts'), 'export const one = 2;');
  assert.match(staleReason(stamp, await hash()), /was printed on 2026-11-20 from other files/);
  await writeFile(join(folder, 'one.ts'), '/** What is one. */\nexport const one: number = 1; // the first');
  assert.equal(staleReason(stamp, await hash()), undefined);
  await writeFile(join(folder, 'one.ts'), 'export const one = 1;');
  assert.equal(staleReason(stamp, await hash()), undefined);
  await writeFile(join(folder, 'tables/b.json'), '{}');
  assert.match(staleReason(stamp, await hash()), /from other files/);
  assert.match(staleReason(undefined, await hash()), /no stamp/);
});

test('only a document of the list can be stamped, and a wrong name is answered with the list', async () => {
  const { stampDocument } = await load();
  await assert.rejects(stampDocument('ACURACY.md'), /got 'ACURACY\.md', expected one of: ACCURACY\.md; /);
});

test('stale documents fail a release alone, and what is accepted today is accepted in a year', async (t) => {
  const { areDocumentsAccepted } = await import(new URL('../../scripts/lib/checks.mjs', import.meta.url).href);
  const { printedStates } = await load();
  const isAnyStale = (await printedStates()).some(({ reason }: { reason?: string }) => reason);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 365 * 86_400_000 });
  assert.equal(await areDocumentsAccepted(), true);
  assert.equal(await areDocumentsAccepted({ isRelease: true }), !isAnyStale);
});

test('every section that is said to be printed into ACCURACY.md has its program, and its title where it is there', async () => {
  const { PRINTED, printedStates } = await load();
  const { PROGRAMS } = await import(new URL('../../analyses/programs.mjs', import.meta.url).href);
  const sections = PRINTED.filter(({ title }: { title?: string }) => title !== undefined);
  assert.ok(sections.length > 5);
  for (const { command, entries } of sections) {
    const [, name] = /^npm run analyse -- (\S+) --write$/.exec(command)!;
    assert.equal(`analyses/${PROGRAMS[name!][0]}`, entries[0], command);
    assert.match(await readFile(new URL(`../../${entries[0]}`, import.meta.url), 'utf8'), new RegExp(`writeSection\\(\\w+, '${name}'\\)`));
  }
  const page = await readFile(new URL('../../ACCURACY.md', import.meta.url), 'utf8');
  const names = (await printedStates()).map(({ name }: { name: string }) => name);
  for (const { name, title } of sections) assert.equal(names.includes(name), page.includes(`\n## ${title}`), name);
});
