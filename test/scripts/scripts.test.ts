import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The scripts are plain JavaScript without types: they run before anything is installed. */
const load = (name: string) => import(new URL(`../../scripts/lib/${name}.mjs`, import.meta.url).href);

test('packages are stale when one that is needed is missing or of another version; what is optional, or for tests where the app is served, may be missing', async () => {
  const { staleReason } = await load('packages');
  const lock = {
    packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/for-a-mac': { version: '2.0.0', optional: true } },
  };
  const installed = (version?: string) => ({ packages: version ? { 'node_modules/a': { version } } : {} });
  assert.equal(staleReason(lock, installed('1.0.0')), undefined);
  assert.equal(staleReason(lock, installed('1.0.1')), 'a is 1.0.1, expected 1.0.0');
  assert.equal(staleReason(lock, installed()), 'a is missing, expected 1.0.0');
  assert.equal(staleReason(lock, {}), 'none are installed');
  const withTests = { packages: { ...lock.packages, 'node_modules/a-runner': { version: '3.0.0', dev: true } } };
  assert.equal(staleReason(withTests, installed('1.0.0')), 'a-runner is missing, expected 3.0.0');
  assert.equal(staleReason(withTests, installed('1.0.0'), true), undefined);
  assert.equal(staleReason(withTests, installed('1.0.1'), true), 'a is 1.0.1, expected 1.0.0');
});

test('a Node that is too old gets an error that names the one needed', async () => {
  const { tooOldNode } = await load('node-version');
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '100.0.0']) assert.equal(tooOldNode(version), undefined, version);
  for (const version of ['20.18.9', '18.20.0', '8.0.0']) assert.match(tooOldNode(version), /needs Node 20\.19 or newer/, version);
});

test('the oldest Node is the one that the packages ask for, and all who speak of it name the same', async () => {
  const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string }; optional?: true }>;
  };
  const needed = Object.entries(packages).flatMap(([name, { engines, optional }]) =>
    name === '' || optional ? [] : [Number(/(?:\^|>= ?)20\.(\d+)/.exec(engines?.node ?? '')?.[1] ?? 0)],
  );
  const oldest = `20.${Math.max(...needed)}`;
  assert.equal(packages['']!.engines!.node, `>=${oldest}`);
  assert.equal(JSON.parse(await read('package.json')).engines.node, `>=${oldest}`);
  assert.ok((await load('node-version')).tooOldNode('20.0.0').includes(`needs Node ${oldest} or newer`));
  for (const name of ['README.md', 'CONTRIBUTING.md']) {
    const said = [...(await read(name)).matchAll(/Node (\d+[\d.]*) or newer/g)].map(([, version]) => version);
    assert.deepEqual([...new Set(said)], [oldest], name);
  }
});

test('Chromium is the one of CHROMIUM, else the first on the path that can be run', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { findChromium } = await load('chromium');
  const folder = await makeFolder(t);
  const program = join(folder, 'chromium');
  await writeFile(program, '');
  const elsewhere = { CHROMIUM: '/nowhere/chrome', PATH: folder };
  assert.notEqual(findChromium(elsewhere), program);
  await writeFile(join(folder, 'google-chrome'), '#!/bin/sh\n', { mode: 0o755 });
  assert.equal(findChromium(elsewhere), join(folder, 'google-chrome'));
  assert.equal(findChromium({ CHROMIUM: process.execPath, PATH: folder }), process.execPath);
});

test('every passed and failed test is counted once, and a file that breaks off is a failed test', async (t) => {
  const folder = await makeFolder(t);
  const facts = `import { describe, test } from 'node:test';
    describe('a group counts nothing itself', () => { test('one', () => {}); test('two', () => {}); });
    test('three', () => { throw new Error('not so'); });
    test('skipped', { skip: true }, () => {});`;
  const files = {
    facts,
    broken: "import './nowhere.mjs';",
    empty: '',
    crashing: "import { test } from 'node:test'; test('one', () => process.exit(3));",
  };
  const path = (name: string) => join(folder, `${name}.test.mjs`);
  for (const [name, text] of Object.entries(files)) await writeFile(path(name), text);
  assert.deepEqual(countsOf([[path('facts')]]), { passed: 2, failed: 1 });
  assert.deepEqual(countsOf([[path('facts')], [path('broken')], [path('empty')], [path('crashing')]]), { passed: 2, failed: 4 });
  assert.deepEqual(countsOf([[path('broken'), path('facts'), path('empty')]]), { passed: 2, failed: 3 }, 'in one process');
});

test('tests in the background give way to others, and programs that they start do too', async (t) => {
  const file = join(await makeFolder(t), 'facts.test.mjs');
  const facts = `import { spawnSync } from 'node:child_process';
    import { getPriority } from 'node:os';
    import { test } from 'node:test';
    const program = 'process.exitCode = os.getPriority()';
    const priorities = [getPriority(), spawnSync(process.execPath, ['--eval', program]).status];
    test('both', () => { if (Math.min(...priorities) < 10) throw new Error(priorities.join()); });`;
  await writeFile(file, facts);
  assert.deepEqual(countsOf([[file]], { isBackground: true }), { passed: 1, failed: 0 });
});

test('a test file that leaves something running is ended once its tests are done and closed', async (t) => {
  const folder = await makeFolder(t);
  const closed = join(folder, 'closed');
  const facts = `import { after, test } from 'node:test';
    import { writeFileSync } from 'node:fs';
    setInterval(() => {}, 1000);
    after(() => writeFileSync(${JSON.stringify(closed)}, ''));
    test('one', () => {});`;
  await writeFile(join(folder, 'facts.test.mjs'), facts);
  assert.deepEqual(countsOf([[join(folder, 'facts.test.mjs')]]), { passed: 1, failed: 0 });
  assert.ok(existsSync(closed));
});

test('a test file that passed is unchanged until something that it is made of is another, and a failed one never is', async (t) => {
  const { openUnchangedTests } = await load('unchanged-tests');
  const root = await makeFolder(t);
  const files = {
    'src/sum.ts': 'export const sum = 1;',
    'docs/page.md': 'words',
    'test/game/plain.test.ts': "import '../../src/sum.js';",
    'test/game/reading.test.ts': "import { readFile } from 'node:fs/promises';",
    'test/app/of-code.test.ts': "import { readFile } from 'node:fs/promises'; readFile('src/sum.ts');",
    'test/game/failed.test.ts': '',
  };
  const write = async (name: string, text: string) => {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), text);
  };
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const tests = Object.keys(files).filter((name) => name.endsWith('.test.ts'));
  const unchanged = async () => {
    const { isUnchanged } = await openUnchangedTests(tests, root);
    return tests.filter((file) => isUnchanged(file)).map((file) => file.split('/').at(-1)!.split('.')[0]);
  };
  assert.deepEqual(await unchanged(), [], 'in a fresh clone');
  const results = tests.map((file) => ({ file, failed: file.includes('failed') ? 1 : 0 }));
  await (await openUnchangedTests(tests, root)).note(results);
  assert.deepEqual(await unchanged(), ['plain', 'reading', 'of-code']);
  await write('docs/page.md', 'other words');
  assert.deepEqual(await unchanged(), ['plain'], 'what is read by path');
  await write('docs/page.md', 'words');
  await write('src/other.ts', '');
  assert.deepEqual(await unchanged(), ['plain', 'reading'], 'code that is read');
  await write('src/sum.ts', 'export const sum = 2;');
  assert.deepEqual(await unchanged(), ['reading'], 'what is imported');
});

test('a check that a folder uses only what its row allows fails when one does not', () => {
  const config = `
    const { forbidden, options } = require('./.dependency-cruiser.cjs');
    const rule = forbidden.find(({ name }) => name === 'judge-uses-only-its-row');
    const may = (path) => !(new RegExp(rule.to.path).test(path) && !rule.to.pathNot.some((one) => new RegExp(one).test(path)));
    console.log(JSON.stringify([may('src/table/table.ts'), may('src/judge/report/report.ts'), may('src/vision/solve/joint-solution.ts'), may('src/game/round.ts')]));`;
  const { stdout } = spawnSync(process.execPath, ['--eval', config], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(stdout), [true, true, false, false]);
});

/** What the counting of `npm test` says of groups of test files, summed; in a process of its own, because a test may not start the runner again. */
function countsOf(groups: readonly (readonly string[])[], options = {}): { readonly passed: number; readonly failed: number } {
  const program = `import { runTestGroups } from './scripts/lib/node-tests.mjs';
    const results = await runTestGroups(${JSON.stringify(groups)}, ${JSON.stringify(options)});
    console.log('\\n' + JSON.stringify(results));`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', env });
  const results = JSON.parse(stdout.trim().split('\n').at(-1)!) as { readonly passed: number; readonly failed: number }[];
  return results.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('an element of the page is defined once it follows the language: what stands on the page before its part is loaded would speak on in the old one', async () => {
  const folder = new URL('../../src/app/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\bhm-[^/]*\.ts$/.test(name));
  const decorators = await Promise.all(
    files.map(
      async (name) =>
        [
          name,
          [...(await readFile(new URL(name, folder), 'utf8')).matchAll(/^@(localized|customElement)\(/gm)].map(([, one]) => one),
        ] as const,
    ),
  );
  const localized = decorators.filter(([, all]) => all.includes('localized'));
  assert.ok(localized.length > 50);
  // The last is applied first.
  for (const [name, all] of localized) assert.deepEqual(all, ['customElement', 'localized'], name);
});

test('every program of the analyses that reads options says how it is used', async () => {
  const [{ PROGRAMS }, { useOf }] = await Promise.all([
    import(new URL('../../analyses/programs.mjs', import.meta.url).href),
    load('use-of'),
  ]);
  for (const [name, [file]] of Object.entries(PROGRAMS) as [string, [string]][]) {
    const use: string = await useOf(name, file);
    assert.match(use, new RegExp(`^npm run (analyse -- )?${name}\\b`), name);
    const text = await readFile(new URL(`../../analyses/${file}`, import.meta.url), 'utf8');
    if (/parseArgs\(|process\.argv/.test(text)) assert.match(use, /\[|[A-Z]{3}/, `${name}: ${use}`);
  }
});

test('a program of the analyses that is asked for help or used wrongly says it without a stack', () => {
  const analyse = (...args: string[]) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('../../scripts/analyse.mjs', import.meta.url)), ...args], { encoding: 'utf8' });
  const help = analyse('bound', '--help');
  assert.equal(help.status, 0);
  assert.match(help.stdout, /npm run analyse -- bound \[DIR\] \[--spacing 4\]/);
  assert.equal(analyse('--help').status, 0);
  const wrong = analyse('bound', '--bogus');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /^npm run analyse -- bound: Unknown option '--bogus'.*npm run analyse -- bound --help\n$/s);
  const missing = analyse('borders', '/nowhere-at-all');
  assert.equal(missing.status, 1);
  assert.match(missing.stderr, /ENOENT: no such file or directory, scandir '\/nowhere-at-all'/);
  for (const { stderr } of [wrong, missing]) assert.ok(stderr.length < 1000 && !/^ {4}at /m.test(stderr), stderr.slice(0, 2000));
});
