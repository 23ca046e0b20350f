import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../../../src/texts/english.js';
import { type LensViews, withBoardView } from '../../../src/vision/lens/lens-views.js';
import { cornersOf } from '../drawn-corners.js';
import { GOOD_VIEWS, WEBCAM } from '../drawn-sheet.js';
import { normals } from '../made-up-table.js';

const { widthPx, heightPx } = WEBCAM;

test('a lens comes of the sheet held to several sides; the same view again and again adds nothing', () => {
  const noise = normals(5);
  let seen: LensViews | undefined;
  for (let i = 0; i < 5; i++) seen = withBoardView(seen, cornersOf(GOOD_VIEWS[0]!, noise, 0.3), widthPx, heightPx);
  assert.equal(seen!.progress.pictures, 1);
  assert.match(english(seen!.progress.missing!), /seen at a slant/);
  for (const camera of GOOD_VIEWS) seen = withBoardView(seen, cornersOf(camera, noise, 0.3), widthPx, heightPx);
  assert.equal(seen!.progress.pictures, GOOD_VIEWS.length);
  const { lens } = seen!.progress;
  assert.ok(lens?.sigma && Math.abs(lens.fx - WEBCAM.fx) < 3.5 * lens.sigma.focalPx && lens.sigma.focalPx < 3, JSON.stringify(lens));
});

test('a bent sheet is left out, a picture without the sheet changes nothing, another resolution starts over', () => {
  const noise = normals(6);
  let seen: LensViews | undefined;
  for (const camera of GOOD_VIEWS.slice(0, 3)) seen = withBoardView(seen, cornersOf(camera, noise, 0.3), widthPx, heightPx);
  const bent = cornersOf(GOOD_VIEWS[4]!, noise, 0.3).map((corner) => ({
    ...corner,
    mark: { ...corner.mark, v: corner.mark.v + 6 * Math.cos(corner.at.x / 20) },
  }));
  assert.equal(withBoardView(seen, bent, widthPx, heightPx), seen);
  assert.equal(withBoardView(seen, [], widthPx, heightPx), seen);
  assert.equal(withBoardView(seen, [], heightPx, widthPx).progress.pictures, 0);
});
