/** Writes the printable sheets of calibration/ and their true sizes. */
import { writeFile } from 'node:fs/promises';
import { CALIBRATION_BOARD, CHECK_BAR_MM, PAPERS, type PaperName } from '../../src/pieces/calibration-board.js';
import { makeBoardPdf } from './print-board.js';

const folder = new URL('../../calibration/', import.meta.url);
const sheets = (Object.keys(PAPERS) as PaperName[]).map((paper) => ({ paper, file: `board-${paper}.pdf`, ...PAPERS[paper] }));
for (const { paper, file } of sheets) await writeFile(new URL(file, folder), await makeBoardPdf(paper));
const sizes = { board: CALIBRATION_BOARD, checkBarMm: CHECK_BAR_MM, sheets };
await writeFile(new URL('board.json', folder), `${JSON.stringify(sizes, null, 2)}\n`);
