import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreObstacles } from '../../src/cli/eval/score-obstacles.js';
import { EXACT } from '../../src/geometry/pose.js';
import { OBSTACLES, placedOutline } from '../../src/pieces/obstacles.js';
import type { Obstacle, ObstacleKind } from '../../src/table/table.js';

const pose = { x: 300, y: 400, headingRad: 0.7 };

function obstacle(index: number, mirrored: boolean, shiftMm = 0, isNamed = false): Obstacle {
  const token = OBSTACLES[index]!;
  const at = { ...pose, x: pose.x + shiftMm };
  const { xws, name } = token;
  const outline = placedOutline(token, at, mirrored);
  const known = { xws, name, mirrored, pose: at, covariance: EXACT };
  return { id: 'rock', kind: token.kind as ObstacleKind, outline, ...(isNamed && { token: known }) };
}

test('an obstacle is found and named by its outline; the other side of its token is a wrong name', () => {
  OBSTACLES.forEach((_, index) => {
    for (const mirrored of [false, true]) {
      const score = scoreObstacles([obstacle(index, mirrored)], [obstacle(index, mirrored, 0.5, true)]);
      assert.deepEqual([score.onTable, score.found, score.named, score.namedRight], [1, 1, 1, 1]);
      assert.ok(Math.max(...score.outlineMm) <= 0.5 && Math.max(...score.outlineMm) > 0.4);
      assert.equal(scoreObstacles([obstacle(index, mirrored)], [obstacle(index, !mirrored, 0, true)]).namedRight, 0);
    }
  });
});

test('a name where nothing lies is wrong, an outline without a name is found and not named', () => {
  const far = obstacle(3, false, 200, true);
  const wrong = scoreObstacles([obstacle(3, false)], [far]);
  assert.deepEqual([wrong.found, wrong.named, wrong.namedRight], [0, 1, 0]);
  const unnamed = scoreObstacles([obstacle(3, false)], [obstacle(3, false)]);
  assert.deepEqual([unnamed.found, unnamed.named], [1, 0]);
});
