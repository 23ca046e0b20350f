import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const { buildSizes, tooLarge } = await import(new URL('../../scripts/lib/build-size.mjs', import.meta.url).href);

test('the built app is no larger than it may be', { timeout: 300_000 }, async (t) => {
  const sizes = await buildSizes('dist');
  t.diagnostic(`shell ${sizes.shell} bytes, all ${sizes.all} bytes`);
  assert.ok(sizes.shellNames.includes('app.js') && sizes.shellNames.includes('app.css'), sizes.shellNames.join(' '));
  assert.ok(!sizes.shellNames.includes('opencv.js'), 'the engines come after the shell');
  assert.deepEqual(tooLarge(sizes), []);
});

test('what the page imports at once is shell, what it imports later is not, and too much of either is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-size-'));
  try {
    // Random letters cannot be packed to less than three quarters.
    const large = `// ${randomBytes(3000).toString('base64')}`;
    await writeFile(join(folder, 'index.html'), '<link href="./a.css" /><script type="module" src="./app.js"></script>');
    await writeFile(join(folder, 'a.css'), 'body{}');
    await writeFile(join(folder, 'app.js'), 'import{a}from"./now.js";import"./side.js";import("./later.js");');
    for (const name of ['now.js', 'side.js']) await writeFile(join(folder, name), 'export const a=1;');
    await writeFile(join(folder, 'later.js'), large);
    const sizes = await buildSizes(folder);
    assert.deepEqual(sizes.shellNames, ['a.css', 'app.js', 'index.html', 'now.js', 'side.js']);
    assert.ok(sizes.shell < 1000 && sizes.all > 3000);
    assert.deepEqual(tooLarge(sizes, { shell: 1000, all: 100_000 }), []);
    assert.equal(tooLarge(sizes, { shell: 1000, all: 1000 }).length, 1);
    assert.equal(tooLarge(sizes, { shell: 1, all: 100_000 }).length, 1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a folder without a page is refused with the command that builds it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-size-'));
  try {
    await assert.rejects(buildSizes(folder), /npm run build/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
