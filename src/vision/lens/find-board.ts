import type { Point } from '../../geometry/point.js';
import type { BoardLayout } from '../../table/measurement.js';
import { type ArucoCv, type Cv, type Mat, withMats } from '../runtime/opencv.js';
import type { Mark } from '../solve/observations.js';

/** One chessboard corner of the printed board, and where it is seen. */
export interface BoardCorner {
  /** In the board's own frame: mm from its centre, x right, y up as printed. */
  readonly at: Point;
  readonly mark: Mark;
}

/** Fewer corners than this do not determine a camera. */
const MIN_CORNERS = 8;
/** OpenCV refines board corners to about this, px (its practitioners' floor). */
const CORNER_SIGMA_PX = 0.3;
/** OpenCV 4.12 counts Charuco corners from the top-left pixel's corner, not its centre; shown by test/app/print-board.test.ts. */
const CORNER_OFFSET_PX = 0.5;

/** Chessboard corners of the board in a frame (RGBA); empty when the board is not in view. */
export function findBoard(plainCv: Cv, rgba: Mat, layout: BoardLayout): BoardCorner[] {
  const cv = plainCv as Cv & ArucoCv;
  return withMats((own) => {
    const gray = own(new cv.Mat());
    cv.cvtColor(rgba, gray, cv.COLOR_RGBA2GRAY);
    const code = (cv as unknown as Record<string, number>)[layout.dictionary];
    if (code === undefined) throw new Error(`OpenCV has no marker dictionary ${layout.dictionary}; expected a name such as DICT_5X5_100.`);
    const dictionary = own(cv.getPredefinedDictionary(code));
    const size = new cv.Size(layout.columns, layout.rows);
    const board = own(new cv.aruco_CharucoBoard(size, layout.squareMm, layout.markerMm, dictionary, own(new cv.Mat())));
    const detector = own(
      new cv.aruco_CharucoDetector(
        board,
        own(new cv.aruco_CharucoParameters()),
        own(new cv.aruco_DetectorParameters()),
        own(new cv.aruco_RefineParameters(10, 3, true)),
      ),
    );
    const corners = own(new cv.Mat());
    const ids = own(new cv.Mat());
    detector.detectBoard(gray, corners, ids, own(new cv.MatVector()), own(new cv.Mat()));
    if (ids.rows < MIN_CORNERS) return [];
    const across = layout.columns - 1;
    return Array.from({ length: ids.rows }, (_, i) => {
      const id = ids.data32S[i]!;
      const column = (id % across) + 1;
      const row = Math.floor(id / across) + 1;
      return {
        at: { x: (column - layout.columns / 2) * layout.squareMm, y: (layout.rows / 2 - row) * layout.squareMm },
        mark: {
          u: corners.data32F[2 * i]! - CORNER_OFFSET_PX,
          v: corners.data32F[2 * i + 1]! - CORNER_OFFSET_PX,
          sigmaPx: CORNER_SIGMA_PX,
        },
      };
    });
  });
}
