import type * as v from 'valibot';
import { validate } from './validate.js';

/**
 * Places of a document's fields that its schema does not know, such as `ships[2].sigmaMm`: a reader ignores them, and whoever mistyped one is
 * none the wiser. Throws where the document is not valid.
 */
export function ignoredFields(schema: v.GenericSchema, json: unknown, name: string): readonly string[] {
  return unknownIn(json, validate(schema, json, name), '');
}

function unknownIn(json: unknown, known: unknown, where: string): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  if (Array.isArray(json)) return json.flatMap((item, i) => unknownIn(item, (known as readonly unknown[])[i], `${where}[${i}]`));
  return Object.entries(json).flatMap(([key, value]) => {
    const place = where === '' ? key : `${where}.${key}`;
    const isKnown = Object.hasOwn(known as object, key);
    return isKnown ? unknownIn(value, (known as Readonly<Record<string, unknown>>)[key], place) : [place];
  });
}
