import { parseScene } from '../../table/documents/scene-file.js';
import { SCENE_SCHEMA } from '../../table/documents/scene-schema.js';
import { ignoredFields } from '../../table/documents/validate.js';
import type { Table } from '../../table/table.js';
import { say } from '../terminal/output.js';
import { readJson } from './read-json.js';

/** Of more the first ones say enough. */
const MAX_NAMED = 5;

/**
 * Reads a scene file; throws an Error that names the file and says what is wrong with it and what to do. Fields that no scene has are named on
 * standard error: a mistyped uncertainty would else make an exact table of a measured one.
 */
export function readScene(path: string): Promise<Table> {
  return readJson(path, 'a scene file', (json) => {
    const table = parseScene(json);
    const ignored = ignoredFields(SCENE_SCHEMA, json, 'scene');
    const more = ignored.length > MAX_NAMED ? ` and ${ignored.length - MAX_NAMED} more` : '';
    if (ignored.length > 0)
      say(
        `hashmark: ${path}: ignored, no fields of a scene: ${ignored.slice(0, MAX_NAMED).join(', ')}${more}. Compare with docs/formats.\n`,
      );
    return table;
  });
}
