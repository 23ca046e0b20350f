import * as v from 'valibot';
import { fields, text, validate } from '../../table/validate.js';
import { keep, kept } from './storage.js';

/** The little that the page remembers: never a picture, never a table. */
export interface Settings {
  readonly cameraId?: string;
  /** Cameras that were opened, by name, the newest first: their ids may be others at the next visit. */
  readonly cameras?: readonly { readonly deviceId: string; readonly label: string }[];
}

const KEY = 'hashmark-settings';
const SAVED = fields({ cameraId: v.optional(text()), cameras: v.optional(v.array(fields({ deviceId: text(), label: text() }))) });

/** What was saved last; nothing where the browser keeps nothing, or what is there is damaged. */
export function loadSettings(): Settings {
  try {
    const { cameraId, cameras } = validate(SAVED, kept(KEY) ?? {}, 'settings');
    return { ...(cameraId !== undefined && { cameraId }), ...(cameras && { cameras }) };
  } catch {
    return {};
  }
}

export function saveSettings(settings: Settings): void {
  keep(KEY, settings);
}
