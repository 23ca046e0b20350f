import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { CALIBRATION_BOARD, CHECK_BAR_MM, PAPERS, type PaperName } from '../../src/pieces/calibration-board.js';
import { boardRectangles, type PaperRectangle } from './board-rectangles.js';

const POINTS_PER_MM = 72 / 25.4;
const BLACK = rgb(0, 0, 0);
/** Free paper above the board; printers leave up to 6 mm unprinted. */
const TOP_MM = 10;
const BAR_MM = 2;
/** From the board to the bar below it and to the one beside it. */
const BAR_BELOW_MM = 7;
const BAR_BESIDE_MM = 7;
const LINE_MM = 4.2;
const TEXT_POINTS = 9;

const TEXT = [
  'Hashmark calibration sheet. Print at 100 % ("actual size"), on plain matt paper; never "fit to page".',
  `Then measure both black bars from end to end: ${CHECK_BAR_MM} mm if the printer is true. Enter what you measured in the app; if the two`,
  'differ by more than half a millimetre, use another printer. Lay the sheet flat (a book or a board under it helps).',
];

/** The calibration sheet as a PDF for one paper, drawn in true millimetres. The same paper always gives the same bytes. */
export async function makeBoardPdf(paper: PaperName): Promise<Uint8Array> {
  const { widthMm, heightMm } = PAPERS[paper];
  // Without a date in it, the file in calibration/ can be compared with what this code makes.
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(`Hashmark calibration sheet, ${paper === 'a4' ? 'A4' : 'US Letter'}`);
  const page = pdf.addPage([widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const boardWidthMm = CALIBRATION_BOARD.columns * CALIBRATION_BOARD.squareMm;
  const boardHeightMm = CALIBRATION_BOARD.rows * CALIBRATION_BOARD.squareMm;
  const leftMm = (widthMm - boardWidthMm) / 2;
  const barTopMm = TOP_MM + boardHeightMm + BAR_BELOW_MM;
  fill(page, boardRectangles(), leftMm, TOP_MM);
  fill(page, [{ xMm: 0, yMm: 0, widthMm: CHECK_BAR_MM, heightMm: BAR_MM }], leftMm, barTopMm);
  fill(page, [{ xMm: 0, yMm: 0, widthMm: BAR_MM, heightMm: CHECK_BAR_MM }], leftMm + boardWidthMm + BAR_BESIDE_MM, TOP_MM);
  write(page, font, [`${CHECK_BAR_MM} mm`], leftMm + CHECK_BAR_MM + 3, barTopMm + BAR_MM);
  write(page, font, TEXT, leftMm, barTopMm + BAR_MM + 6);
  return pdf.save();
}

/** Fills rectangles as one path: shapes filled one by one show hairlines where they meet. Positions are mm from the top left of the page. */
function fill(page: PDFPage, rectangles: readonly PaperRectangle[], leftMm: number, topMm: number): void {
  const path = rectangles.map(({ xMm, yMm, widthMm, heightMm }) => `M${xMm} ${yMm}h${widthMm}v${heightMm}h${-widthMm}z`).join('');
  page.drawSvgPath(path, {
    x: leftMm * POINTS_PER_MM,
    y: page.getHeight() - topMm * POINTS_PER_MM,
    scale: POINTS_PER_MM,
    color: BLACK,
    borderWidth: 0,
  });
}

/** Writes lines of text, the first with its foot at `baseMm` from the top of the page. */
function write(page: PDFPage, font: PDFFont, lines: readonly string[], leftMm: number, baseMm: number): void {
  for (const [i, line] of lines.entries()) {
    const y = page.getHeight() - (baseMm + i * LINE_MM) * POINTS_PER_MM;
    page.drawText(line, { x: leftMm * POINTS_PER_MM, y, size: TEXT_POINTS, font, color: BLACK });
  }
}
