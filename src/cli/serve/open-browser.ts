import { spawn } from 'node:child_process';

/** Opens an address in the user's browser where there is one to open; the address is printed anyway. */
export function openBrowser(url: string): void {
  const { env, platform } = process;
  const hasScreen = platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  if (!hasScreen || env.CI || env.BROWSER === 'none') return;
  const [command, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command!, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
