import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Service, type ServiceOptions, startService } from '../../src/cli/serve/service.js';

/** A folder that is gone after the test. */
export async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Something that looks like a built app, and a secret beside it. */
export async function makeApp(t: TestContext): Promise<{ readonly folder: string }> {
  const parent = await makeFolder(t);
  const folder = join(parent, 'dist');
  const files: Readonly<Record<string, string>> = {
    'index.html': '<title>the app</title>',
    'overlay.html': '<title>the overlay</title>',
    'console.html': '<title>the console</title>',
    'director.html': '<title>the director</title>',
    'app.js': 'export const version = 1;\n',
    'onnx/ort.mjs': 'export {};\n',
    'onnx/ort.wasm': '\0asm'.repeat(1000),
    'models/detector/model.json': '{}',
    'models/detector/model.onnx': 'weights',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await writeFile(join(parent, 'secret.txt'), 'secret');
  return { folder };
}

export async function serve(
  t: TestContext,
  options: Partial<ServiceOptions> = {},
): Promise<{ readonly url: string; readonly service: Service; readonly folder: string }> {
  const folder = options.folder ?? (await makeApp(t)).folder;
  const cache = options.cache ?? (await makeFolder(t));
  const service = await startService({
    port: 0,
    host: 'localhost',
    table: 'table',
    viewerDelayMs: 0,
    onRefused: () => undefined,
    ...options,
    folder,
    cache,
  });
  t.after(() => service.close());
  return { url: service.urls[0]!, service, folder };
}

export interface Program {
  readonly child: ChildProcess;
  readonly firstLine: Promise<string>;
  readonly status: Promise<number | null>;
  stdout(): string;
  stderr(): string;
}

/** Runs `hashmark serve` as a program of its own, on something that looks like a built app. */
export async function startProgram(t: TestContext, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Program> {
  const { folder } = await makeApp(t);
  const cache = await makeFolder(t);
  const starter = `import { guardOutput } from './src/cli/terminal/output.ts'; import { run } from './src/cli/commands/serve.ts'; const endWith = guardOutput(); run(${JSON.stringify(args)}, ${JSON.stringify(folder)}).then(endWith);`;
  const child = spawn(process.execPath, ['--import', 'tsx/esm', '--input-type=module', '--eval', starter], {
    env: { ...process.env, ...env, HASHMARK_CACHE: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text;
      if (said.stdout.includes('\n')) resolve(said.stdout.split('\n', 1)[0]!);
    });
  });
  const status = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, firstLine, status, stdout: () => said.stdout, stderr: () => said.stderr };
}
