import assert from 'node:assert/strict';
import test from 'node:test';
import { EXACT } from '../../src/geometry/pose.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { backOf, earlierOverlay, movedSince } from '../../src/scene/ask/what-moved.js';
import type { Ship } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { DEG, tableOf } from '../judge/tables.js';

const ship = (id: string, x: number, y: number, headingRad = 0): Ship => ({
  id,
  base: 'small',
  pose: { x, y, headingRad },
  covariance: EXACT,
  arcs: ['front'],
});
const before = tableOf([ship('ship-1', 300, 300), ship('ship-2', 600, 600)]);

test('a ship that stands 1 mm beside the end of a bank is explained by that bank, within what hands do', () => {
  const { end } = execute(before, 'ship-1', parseManeuver('2NW'));
  const now = tableOf([{ ...before.ships[0]!, pose: { ...end, x: end.x + 1 } }, before.ships[1]!]);
  const { ships, others } = movedSince(before, now);
  assert.deepEqual(
    [ships.map(({ name, moved, isPlausible }) => [english(name), english(moved), isPlausible]), others],
    [[['Ship 1', '2 bank right: 1.0 mm and 0.0° off, within the tolerance of hands and camera.', true]], []],
  );
});

test('a bumped ship is explained by no maneuver, and one that came is named', () => {
  const now = tableOf([ship('ship-1', 312, 300), before.ships[1]!, ship('ship-3', 100, 100)]);
  const { ships, others } = movedSince(before, now);
  assert.match(english(ships[0]!.moved), /^No maneuver fits\. The nearest is 0 stationary: 12\.0 mm and 0\.0° off/);
  assert.deepEqual([ships[0]!.isPlausible, others.map(english)], [false, ['Ship 3']]);
});

test('the way back is given as the pilot sees it, until the ship stands within 0.5 mm and 0.5°', () => {
  const stood = ship('a', 300, 300);
  // It looks along +x now, so +y, where it came from, is to its left.
  const way = (now: Ship) => english(backOf(stood, now).text);
  assert.equal(way(ship('a', 300, 290, 90 * DEG)), 'Move it 10.0 mm to its left, turn it 90.0° anticlockwise.');
  assert.equal(way(ship('a', 300, 296)), 'Move it 4.0 mm forward.');
  assert.equal(way(ship('a', 300, 300, -2 * DEG)), 'Turn it 2.0° clockwise.');
  const states = [0.6, 0.49].map((mm) => backOf(stood, ship('a', 300 + mm, 300)).state);
  assert.deepEqual([...states, backOf(stood, ship('a', 300, 300, 0.6 * DEG)).state], ['off', 'back', 'off']);
});

test('a camera that sees no half millimetre does not say that a ship stands within it', () => {
  const covariance = { ...EXACT, xx: 1, yy: 1 };
  const guide = backOf({ ...ship('a', 300, 300), covariance }, { ...ship('a', 302, 300), covariance });
  assert.deepEqual([guide.state, /as nearly as the camera can tell/.test(english(guide.text))], ['near', true]);
});

test('where moved ships stood is drawn as ghosts, and of one that is put back that one only', () => {
  const now = tableOf([ship('ship-1', 330, 300), ship('ship-2', 640, 600)]);
  const labels = (shipId?: string) => earlierOverlay(before, now, shipId).labels.map(({ text }) => english(text));
  assert.deepEqual([labels(), labels('ship-2')], [['Ship 1 was here', 'Ship 2 was here'], ['Ship 2 was here']]);
});
