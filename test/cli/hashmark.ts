import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/cli/command-line.js';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
/** Lets a program share with the tests of a run what nets computed. */
const SHARED_NETS = process.env.HASHMARK_SHARED_NETS
  ? ['--import', new URL('../../scripts/lib/shared-nets.mjs', import.meta.url).href]
  : [];

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What is printed by a command belongs to it; what a test runner prints meanwhile does not. */
const commands = new AsyncLocalStorage<{ stdout: string; stderr: string }>();

for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (text: unknown, ...rest: unknown[]) => {
    const said = commands.getStore();
    if (!said) return write(text, ...rest);
    said[name] += String(text);
    return true;
  };
}

/** Runs the command line as `hashmark ARGS…` does, but in this process: engines are loaded once, and nothing is compiled for each command. */
export function hashmark(...args: readonly string[]): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  return commands.run(said, async () => ({ status: await runCommandLine(args), ...said }));
}

/** Runs the command line as a person does, as a program of its own; in another folder or environment where that is given. */
export function hashmarkProgram(args: readonly string[], { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Outcome> {
  const all = ['--import', import.meta.resolve('tsx/esm'), ...SHARED_NETS, MAIN, ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, all, { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
