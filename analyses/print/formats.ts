/** npm run analyse -- formats: writes the JSON Schemas of docs/formats/ from the schemas that the readers use. */
import { writeFileSync } from 'node:fs';
import { FORMATS, schemaText } from './format-list.js';

for (const { file, ...format } of FORMATS)
  writeFileSync(new URL(`../../docs/formats/${file}`, import.meta.url), schemaText({ file, ...format }));
