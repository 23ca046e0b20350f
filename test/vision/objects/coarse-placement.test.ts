import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Point } from '../../../src/geometry/point.js';
import { wrapRad } from '../../../src/geometry/pose.js';
import { coarsePlacements } from '../../../src/vision/objects/coarse-placement.js';
import { evenHeadingsRad } from '../../../src/vision/objects/match-obstacle.js';
import { type ObstacleShape, tournamentShapes } from '../../../src/vision/objects/obstacle-shapes.js';
import { type ObstacleView, VIEW_PX_PER_MM } from '../../../src/vision/objects/obstacle-view.js';
import { searchPlanes } from '../../../src/vision/objects/search-planes.js';

const SIDE_MM = 156;
/** Edges are seen this far to each side of an outline. */
const THICK_MM = 2;

/** A view of `SIDE_MM`, from so high that cardboard has no thickness, with edges along a shape's outline and nothing else. */
function viewOf(shape: ObstacleShape, at: Point, headingRad: number, isSeen: (x: number, y: number) => boolean = () => true): ObstacleView {
  const side = SIDE_MM * VIEW_PX_PER_MM + 1;
  const coarse = new Float32Array(3 * side * side);
  const seen = new Uint8Array(side * side);
  const { fine } = shape;
  const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const [x, y] = [column / VIEW_PX_PER_MM - at.x, row / VIEW_PX_PER_MM - at.y];
      const pixel = row * side + column;
      seen[pixel] = Number(isSeen(x + at.x, y + at.y));
      // In the shape's own frame.
      const [px, py] = [cos * x - sin * y, sin * x + cos * y];
      for (let i = 0; i < fine.count; i++) {
        if (Math.hypot(fine.x[i]! - px, fine.y[i]! - py) > THICK_MM) continue;
        const nx = cos * fine.nx[i]! + sin * fine.ny[i]!;
        const ny = -sin * fine.nx[i]! + cos * fine.ny[i]!;
        coarse.set([nx * nx, nx * ny, ny * ny], 3 * pixel);
        break;
      }
    }
  }
  const odds = new Float32Array(side * side);
  const planes = searchPlanes(coarse, seen, { columns: side, rows: side }, VIEW_PX_PER_MM);
  const eye = { x: 0, y: 0, heightMm: 1e9 };
  return { left: 0, low: 0, columns: side, rows: side, coarse, fine: coarse, planes: () => planes, odds, forMm2: 0, seen, eye };
}

const SHAPES = tournamentShapes().filter((_, i) => i % 4 === 0);
const HEADINGS = evenHeadingsRad(36);

const best = (view: ObstacleView, spot: Point, shapes: readonly ObstacleShape[] = SHAPES) =>
  coarsePlacements(view, shapes, spot, 20, HEADINGS).sort((a, b) => b.score - a.score);

for (const i of [2, 5, 11]) {
  test(`an outline is laid where its edges are, of all that were tried (${SHAPES[i]!.token.xws})`, () => {
    const shape = SHAPES[i]!;
    const lies = { at: { x: 80, y: 75 }, headingRad: (7 * Math.PI) / 18 };
    const [first] = best(viewOf(shape, lies.at, lies.headingRad), { x: 70, y: 80 });
    assert.equal(first!.shape, shape);
    assert.ok(Math.hypot(first!.x - lies.at.x, first!.y - lies.at.y) < 0.01, `${first!.x}, ${first!.y}`);
    assert.ok(Math.abs(wrapRad(first!.headingRad - lies.headingRad)) < 0.01, `${first!.headingRad}`);
    assert.ok(first!.score > 1.2, `${first!.score}`);
  });
}

test('what lies beyond the view is not laid, and what is not seen of an outline is not asked', () => {
  const [shape] = SHAPES;
  const at = { x: 78, y: 78 };
  const whole = viewOf(shape!, at, 0);
  assert.equal(best(whole, { x: 0, y: 0 }, [shape!]).length, 0);
  const left = best(whole, { x: shape!.radiusMm, y: 78 }, [shape!]);
  assert.ok(left.length > 0 && left.every(({ x }) => x > 0), 'some of the places are within');
  const half = viewOf(shape!, at, 0, (x) => x < 78);
  assert.ok(Math.abs(best(half, at, [shape!])[0]!.score - best(whole, at, [shape!])[0]!.score) < 0.3);
});
