import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a program in the checkout and resolves with its exit status; output goes where ours goes. `limitMs` ends one that hangs,
 * and the browsers it started with it, with status 124; being told to stop meanwhile ends us too.
 */
export function run(command, args, { limitMs, env, toStderr = false } = {}) {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32' && limitMs !== undefined;
    const stdio = ['ignore', toStderr ? process.stderr : 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd: ROOT, stdio, env: { ...process.env, ...env }, detached: isGroup });
    let isLate = false;
    const stop = (signal) => {
      endProcess(isGroup ? -child.pid : child.pid, signal);
      if (isGroup) process.exit(130);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const onLate = () => {
      isLate = true;
      process.stderr.write(`${command} ${args[0] ?? ''}: ended after ${limitMs / 60_000} minutes\n`);
      endProcess(isGroup ? -child.pid : child.pid, 'SIGKILL');
    };
    const timer = limitMs && setTimeout(onLate, limitMs);
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (status) => {
      clearTimeout(timer);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(isLate ? 124 : (status ?? 1));
    });
  });
}

function endProcess(id, signal) {
  try {
    process.kill(id, signal);
  } catch {
    // It has just ended by itself.
  }
}

/** Runs a program of an installed package by its own file, which needs no shell on any system. */
export function runTool(file, args, options) {
  return run(process.execPath, [`node_modules/${file}`, ...args], options);
}
