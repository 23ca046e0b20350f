import { mkdirSync, writeFileSync } from 'node:fs';
import { piecesPage } from './pieces-page.js';

/** Writes docs/pieces.md and its drawings, all from the code: `npm run analyse -- draw-pieces`. */
const docs = new URL('../../docs/', import.meta.url);
mkdirSync(new URL('pieces/', docs), { recursive: true });
for (const [path, content] of piecesPage()) writeFileSync(new URL(path, docs), content);
process.stderr.write('docs/pieces.md and its drawings are written.\n');
