import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { boardRectangles } from '../../analyses/print/board-rectangles.js';
import { makeBoardPdf } from '../../analyses/print/print-board.js';
import { loadOpenCv } from '../../src/cli/inputs/node-engines.js';
import { boardAsPrinted, CALIBRATION_BOARD, CHECK_BAR_MM, isCheckBar, PAPERS, type PaperName } from '../../src/pieces/calibration-board.js';
import { type ArucoCv, type Cv, type Mat, withMats } from '../../src/vision/runtime/opencv.js';

const { columns, rows, squareMm, markerMm } = CALIBRATION_BOARD;
const PAPER_NAMES = Object.keys(PAPERS) as PaperName[];

/** In this version OpenCV's board corners lie half a pixel right of and below the pixel centres that its other functions count from. */
const OPENCV_SHIFT_PX = 0.5;

for (const [pxPerMm, what] of [
  [3, 'near'],
  [3.137, 'near, edges between pixels'],
  [1.1, 'across a whole table at 1080p'],
] as const) {
  test(`OpenCV finds every corner of the board as it is drawn, each where it was drawn: ${what}`, async () => {
    const { cv } = await loadOpenCv();
    const borderPx = 60;
    const picture = paint(cv, pxPerMm, borderPx);
    const corners = detect(cv, picture);
    picture.delete();
    assert.deepEqual(
      [...corners.keys()].sort((a, b) => a - b),
      Array.from({ length: (columns - 1) * (rows - 1) }, (_, id) => id),
    );
    for (const [id, { u, v }] of corners) {
      // The edge between two pixels lies at a half.
      const drawnU = borderPx - 0.5 + ((id % (columns - 1)) + 1) * squareMm * pxPerMm;
      const drawnV = borderPx - 0.5 + (Math.floor(id / (columns - 1)) + 1) * squareMm * pxPerMm;
      const offPx = Math.hypot(u - OPENCV_SHIFT_PX - drawnU, v - OPENCV_SHIFT_PX - drawnV);
      assert.ok(offPx < 0.25, `corner ${id}: drawn at ${drawnU}, ${drawnV}, found at ${u}, ${v}`);
    }
  });
}

test('the black of the board is that of its squares and markers, and nothing leaves it', () => {
  const rectangles = boardRectangles();
  for (const { xMm, yMm, widthMm, heightMm } of rectangles) {
    assert.ok(xMm >= 0 && yMm >= 0 && xMm + widthMm <= columns * squareMm + 1e-9 && yMm + heightMm <= rows * squareMm + 1e-9);
  }
  const squares = rectangles.filter(({ widthMm, heightMm }) => widthMm === squareMm && heightMm === squareMm);
  assert.equal(squares.length, 18);
  const moduleMm = markerMm / 6;
  const modules = rectangles.filter((each) => !squares.includes(each)).reduce((sum, { widthMm }) => sum + widthMm / moduleMm, 0);
  // 17 markers, each with a black frame of 20 modules.
  assert.ok(modules >= 17 * 20 && modules <= 17 * 36);
  assert.ok(Math.abs(modules - Math.round(modules)) < 1e-9);
});

for (const paper of PAPER_NAMES) {
  test(`the sheet for ${paper} has the paper's size, and the file in calibration/ is the one that this code makes`, async () => {
    const made = await makeBoardPdf(paper);
    const [page] = (await PDFDocument.load(made)).getPages();
    assert.ok(Math.abs((page!.getWidth() / 72) * 25.4 - PAPERS[paper].widthMm) < 1e-6);
    assert.ok(Math.abs((page!.getHeight() / 72) * 25.4 - PAPERS[paper].heightMm) < 1e-6);
    assert.ok((await readFile(`calibration/board-${paper}.pdf`)).equals(made), 'run npm run analyse -- calibration');
  });
}

test('calibration/board.json has the sizes that are drawn', async () => {
  const { board, checkBarMm } = JSON.parse(await readFile('calibration/board.json', 'utf8'));
  assert.deepEqual(board, CALIBRATION_BOARD);
  assert.equal(checkBarMm, CHECK_BAR_MM);
});

test('a bar measured at 98 mm makes every size 2 % smaller; a length that is no print of it is refused', () => {
  assert.deepEqual(boardAsPrinted(98), { ...CALIBRATION_BOARD, squareMm: 33.32, markerMm: 25.48 });
  for (const wrong of [0, 10, 34, 200, Number.NaN]) assert.ok(!isCheckBar(wrong), `${wrong} mm`);
});

/** The board on white paper, by filling whole and partly covered pixels: independent of PDF and of OpenCV's own drawing. */
function paint(cv: Cv, pxPerMm: number, borderPx: number) {
  const width = Math.ceil(columns * squareMm * pxPerMm) + 2 * borderPx;
  const height = Math.ceil(rows * squareMm * pxPerMm) + 2 * borderPx;
  const ink = new Float32Array(width * height);
  for (const { xMm, yMm, widthMm, heightMm } of boardRectangles()) {
    const [left, right] = [borderPx + xMm * pxPerMm, borderPx + (xMm + widthMm) * pxPerMm];
    const [top, bottom] = [borderPx + yMm * pxPerMm, borderPx + (yMm + heightMm) * pxPerMm];
    for (let v = Math.floor(top); v < bottom; v++) {
      for (let u = Math.floor(left); u < right; u++) {
        const covered = (Math.min(right, u + 1) - Math.max(left, u)) * (Math.min(bottom, v + 1) - Math.max(top, v));
        ink[v * width + u]! += covered;
      }
    }
  }
  const picture = new cv.Mat(height, width, cv.CV_8UC1);
  picture.data.set(Uint8Array.from(ink, (covered) => Math.round(255 * (1 - Math.min(1, covered)))));
  return picture;
}

/** The board's corners by their number, as OpenCV's own detector finds them. */
function detect(plainCv: Cv, picture: Mat): Map<number, { readonly u: number; readonly v: number }> {
  const cv = plainCv as Cv & ArucoCv;
  return withMats((own) => {
    const dictionary = own(cv.getPredefinedDictionary((cv as unknown as Record<string, number>)[CALIBRATION_BOARD.dictionary]!));
    const board = own(new cv.aruco_CharucoBoard(new cv.Size(columns, rows), squareMm, markerMm, dictionary, own(new cv.Mat())));
    const settings = [new cv.aruco_CharucoParameters(), new cv.aruco_DetectorParameters(), new cv.aruco_RefineParameters(10, 3, true)].map(
      own,
    );
    const detector = own(new cv.aruco_CharucoDetector(board, settings[0]!, settings[1]!, settings[2]!));
    const [corners, ids] = [own(new cv.Mat()), own(new cv.Mat())];
    detector.detectBoard(picture, corners, ids, own(new cv.MatVector()), own(new cv.Mat()));
    return new Map(Array.from(ids.data32S, (id, i) => [id, { u: corners.data32F[2 * i]!, v: corners.data32F[2 * i + 1]! }]));
  });
}
