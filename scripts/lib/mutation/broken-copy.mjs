import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

const COPIED = ['src', 'test', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.cjs'];
const LINKED = ['node_modules', 'models', 'test-fixtures', 'calibration', 'docs'];

/**
 * A copy of the checkout whose code is broken on purpose, one file at a time, so that the checkout itself is never touched.
 * `whileBroken(file, change, work)` writes `change(text)` into a file, resolves with what `work()` does, and puts the text back.
 */
export async function openBrokenCopy() {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-mutants-'));
  await Promise.all(COPIED.map((name) => cp(join(ROOT, name), join(folder, name), { recursive: true })));
  await Promise.all(LINKED.map((name) => symlink(join(ROOT, name), join(folder, name))));
  return {
    folder,
    async whileBroken(file, change, work) {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      const broken = change(text);
      await writeFile(path, broken);
      try {
        return await work();
      } finally {
        await writeFile(path, text);
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs Node in a folder; resolves with its exit status, 124 where it took longer than `limitMs`, and what it printed. */
export function runNode(folder, args, limitMs) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_NO_WARNINGS: '1' };
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], env });
    let out = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, limitMs);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status: isLate ? 124 : (status ?? 1), out });
    });
  });
}
