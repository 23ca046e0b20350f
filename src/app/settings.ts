import { keep, kept } from './kept.js';

/** The little that the page remembers: never a picture, never a table. */
export interface Settings {
  readonly cameraId?: string;
}

const KEY = 'hashmark-settings';

/** What was saved last; nothing where the browser keeps nothing. */
export function loadSettings(): Settings {
  const cameraId = (kept(KEY) as Settings | undefined)?.cameraId;
  return typeof cameraId === 'string' ? { cameraId } : {};
}

export function saveSettings(settings: Settings): void {
  keep(KEY, settings);
}
