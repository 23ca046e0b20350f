import { AsyncLocalStorage } from 'node:async_hooks';
import { runCommandLine } from '../../src/cli/command-line.js';

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
