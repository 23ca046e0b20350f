import * as v from 'valibot';
import { fields, text, validate } from '../../table/validate.js';
import { keep, kept } from './storage.js';

/** The little that the page remembers: never a picture, never a table. */
export interface Settings {
  readonly cameraId?: string;
}

const KEY = 'hashmark-settings';
const SAVED = fields({ cameraId: v.optional(text()) });

/** What was saved last; nothing where the browser keeps nothing, or what is there is damaged. */
export function loadSettings(): Settings {
  try {
    const { cameraId } = validate(SAVED, kept(KEY) ?? {}, 'settings');
    return cameraId === undefined ? {} : { cameraId };
  } catch {
    return {};
  }
}

export function saveSettings(settings: Settings): void {
  keep(KEY, settings);
}
