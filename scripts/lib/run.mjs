import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Programs that run now; a signal to us does not reach by itself those that lead groups of their own. */
const running = new Map();

/**
 * Runs a program in the checkout and resolves with its exit status; output goes where ours goes, or to `onOutput`, text by text. `limitMs` ends one that
 * hangs, and the browsers it started with it, with status 124; a signal to stop meanwhile ends us too. One in the background gives way to others.
 */
export function run(command, args, { limitMs, env, toStderr = false, onOutput, isBackground = false } = {}) {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32' && limitMs !== undefined;
    const stdio = onOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', toStderr ? process.stderr : 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd: ROOT, stdio, env: { ...process.env, ...env }, detached: isGroup });
    const say = onOutput ?? ((text) => process.stderr.write(text));
    for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', say);
    if (isBackground && child.pid) giveWay(child.pid);
    started(child.pid, isGroup);
    let isLate = false;
    const onLate = () => {
      isLate = true;
      say(`${command} ${args[0] ?? ''}: ended after ${limitMs / 60_000} minutes\n`);
      endProcess(isGroup ? -child.pid : child.pid, 'SIGKILL');
    };
    const timer = limitMs && setTimeout(onLate, limitMs);
    child.on('error', (error) => {
      ended(child.pid);
      say(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (status) => {
      clearTimeout(timer);
      ended(child.pid);
      resolve(isLate ? 124 : (status ?? 1));
    });
  });
}

function started(id, isGroup) {
  if (running.size === 0) process.on('SIGINT', stopAll).on('SIGTERM', stopAll);
  running.set(id, isGroup);
}

function ended(id) {
  if (running.delete(id) && running.size === 0) process.off('SIGINT', stopAll).off('SIGTERM', stopAll);
}

function stopAll(signal) {
  for (const [id, isGroup] of running) endProcess(isGroup ? -id : id, signal);
  if ([...running.values()].includes(true)) process.exit(130);
}

/** At once, for threads that it starts later inherit it; never above ourselves, which is not allowed to everybody. */
function giveWay(id) {
  try {
    setPriority(id, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // It has just ended by itself.
  }
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
