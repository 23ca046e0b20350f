import { CALIBRATION_BOARD } from '../../src/pieces/calibration-board.js';
import { MARKER_BITS } from './marker-bits.js';

/** A black rectangle of the printed board: mm from its top left corner, x right, y down, as on paper. */
export interface PaperRectangle {
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Everything black on the board, at 100 %. */
export function boardRectangles(): PaperRectangle[] {
  const { columns, rows, squareMm } = CALIBRATION_BOARD;
  const squares = Array.from({ length: columns * rows }, (_, i) => ({ column: i % columns, row: Math.floor(i / columns) }));
  const isBlack = ({ column, row }: { readonly column: number; readonly row: number }) => (column + row) % 2 === 0;
  const black = squares.filter(isBlack);
  const white = squares.filter((square) => !isBlack(square));
  return [
    ...black.map(({ column, row }) => ({ xMm: column * squareMm, yMm: row * squareMm, widthMm: squareMm, heightMm: squareMm })),
    ...white.flatMap(({ column, row }, id) => markerRectangles(id, column * squareMm, row * squareMm)),
  ];
}

/** The black modules of one marker in the middle of its square, joined along each row. */
function markerRectangles(id: number, squareXMm: number, squareYMm: number): PaperRectangle[] {
  const { squareMm, markerMm } = CALIBRATION_BOARD;
  const marker = MARKER_BITS[id];
  if (!marker) throw new Error(`Marker ${id}: expected one of ${MARKER_BITS.length}; make it again with scripts/marker-bits.mjs.`);
  const moduleMm = markerMm / marker.length;
  const marginMm = (squareMm - markerMm) / 2;
  return marker.flatMap((modules, row) =>
    [...modules.matchAll(/#+/g)].map((run) => ({
      xMm: squareXMm + marginMm + run.index * moduleMm,
      yMm: squareYMm + marginMm + row * moduleMm,
      widthMm: run[0].length * moduleMm,
      heightMm: moduleMm,
    })),
  );
}
