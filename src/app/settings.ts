/** The little that the page remembers: never a picture, never a table. */
export interface Settings {
  readonly cameraId?: string;
}

const KEY = 'hashmark-settings';

/** What was saved last; nothing where the browser keeps nothing. */
export function loadSettings(): Settings {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const cameraId = (saved as Settings | null)?.cameraId;
    return typeof cameraId === 'string' ? { cameraId } : {};
  } catch {
    return {};
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A private window may forbid it; the choice then lasts as long as the page.
  }
}
