/**
 * The printed ChArUco sheet: `columns`×`rows` squares, a marker in every white one, numbered row by row from the top left, where the
 * square is black. The sizes are those of a print at 100 %. Big modules, because the sheet must be read from across a table at 1080p.
 */
export const CALIBRATION_BOARD = {
  columns: 5,
  rows: 7,
  squareMm: 34,
  markerMm: 26,
  /** OpenCV's name of the marker dictionary. */
  dictionary: 'DICT_4X4_50',
} as const;

/** Length of the bars beside the board, mm, on a print at 100 %: measured by a person to learn the print's true scale. */
export const CHECK_BAR_MM = 100;

export type PaperName = 'a4' | 'letter';

/** The papers the sheet fits on, upright, mm (ISO 216; ANSI/ASME Y14.1). */
export const PAPERS: Readonly<Record<PaperName, { readonly widthMm: number; readonly heightMm: number }>> = {
  a4: { widthMm: 210, heightMm: 297 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
};

/** Whether a printer may turn 100 mm into this length; otherwise something else was measured. */
export const isCheckBar = (barMm: number): boolean => barMm >= 80 && barMm <= 120;

/** The printed board, from the length measured on its check bar, mm. */
export function boardAsPrinted(barMm: number) {
  const scale = barMm / CHECK_BAR_MM;
  const { columns, rows, squareMm, markerMm, dictionary } = CALIBRATION_BOARD;
  return { columns, rows, squareMm: squareMm * scale, markerMm: markerMm * scale, dictionary };
}
