import { keep, kept } from '../ui/storage.js';

/** Ids of the cameras whose pictures are mirror images, as a person said; on this device only. */
const KEY = 'hashmark-mirrors';

export function isKeptMirrored(cameraId: string): boolean {
  return load().includes(cameraId);
}

/** Keeps what a person said of a camera. A browser that gives its cameras no names keeps nothing. */
export function keepMirrored(cameraId: string, isMirrored: boolean): void {
  if (cameraId === '') return;
  const others = load().filter((id) => id !== cameraId);
  keep(KEY, isMirrored ? [...others, cameraId] : others);
}

function load(): readonly string[] {
  const saved = kept(KEY);
  return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : [];
}
