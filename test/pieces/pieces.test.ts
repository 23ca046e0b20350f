import assert from 'node:assert/strict';
import test from 'node:test';
import { selfCrossing, signedAreaSqMm } from '../../src/geometry/outline.js';
import { ARC_NAMES } from '../../src/pieces/arc-names.js';
import { arcRegion } from '../../src/pieces/arcs.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import { baseCorners, baseOutline, guides, halfSideMm, hashmarks } from '../../src/pieces/bases.js';
import { BAND_MM, BANDS, PHYSICAL_SETS, TEMPLATE_WIDTH_MM } from '../../src/pieces/dimensions.js';
import { DEVICES, deviceToken, OBSTACLES, obstacleToken, placedOutline } from '../../src/pieces/obstacles.js';
import { allTemplates, laidAcross, template, templateOutline } from '../../src/pieces/templates.js';

test('bases are squares of 40, 60 and 80 mm', () => {
  for (const [base, side] of [
    ['small', 40],
    ['medium', 60],
    ['large', 80],
  ] as const) {
    assert.equal(2 * halfSideMm(base), side);
    assert.equal(signedAreaSqMm(baseCorners(base)), side * side);
  }
  // Facing +x, the rear left corner of a small base is up and behind.
  assert.deepEqual(baseOutline('small', { x: 100, y: 50, headingRad: Math.PI / 2 })[0], { x: 80, y: 70 });
});

test('a huge base is 80 mm wide and as long as it was measured, else 221; its front arc lines cross its sides 45.29 mm ahead of the centre', () => {
  assert.equal(signedAreaSqMm(baseCorners('huge')), 80 * 221);
  assert.equal(signedAreaSqMm(baseCorners('huge', 195)), 80 * 195);
  const [, , , nx, ny] = arcRegion('huge', 'front').sides as [number, number, number, number, number];
  // On the line nx·x + ny·y = 0, and at x = −40 or 40 by symmetry.
  assert.ok(Math.abs(Math.abs((nx * 40) / ny) - 45.291) < 0.001);
  assert.equal(arcRegion('huge', 'bullseye').sides[8], 110.5);
});

test('a base has four guides that leave 20 mm for the template, and a hashmark in the middle of each edge', () => {
  for (const base of BASE_SIZES) {
    assert.equal(guides(base).length, 4);
    const inner = guides(base).map(({ outline }) => Math.min(...outline.map(({ x }) => Math.abs(x))));
    assert.deepEqual(inner, [10, 10, 10, 10]);
    for (const { x, y } of Object.values(hashmarks(base))) assert.equal(Math.abs(x) + Math.abs(y), halfSideMm(base));
  }
});

test('every named set of physical numbers can be cut from card, and has a name of its own', () => {
  for (const { name, bankRadiusMm, turnRadiusMm, bullseyeWidthMm, frontArcDeg } of PHYSICAL_SETS) {
    // A curve is wider than half its template, and longer at a higher speed; an arc is less than half of what is around a ship.
    for (const radii of [bankRadiusMm, turnRadiusMm]) {
      assert.ok(radii[0] > TEMPLATE_WIDTH_MM / 2 && radii[0] < radii[1] && radii[1] < radii[2] && radii[2] < 1000, name);
    }
    assert.ok(bullseyeWidthMm > 0 && bullseyeWidthMm < 40, name);
    for (const deg of Object.values(frontArcDeg)) assert.ok(deg > 0 && deg < 180, name);
  }
  assert.equal(new Set(PHYSICAL_SETS.map(({ name }) => name)).size, PHYSICAL_SETS.length);
});

test('the box holds eleven templates; straights are 40 mm longer each, banks turn by 45° and turns by 90°', () => {
  const all = allTemplates();
  assert.equal(all.length, 11);
  assert.deepEqual(
    all.filter(({ kind }) => kind === 'straight').map(({ lengthMm }) => lengthMm),
    [40, 80, 120, 160, 200],
  );
  const lengths = all.filter(({ kind }) => kind !== 'straight').map(({ lengthMm }) => Math.round(lengthMm * 1000) / 1000);
  assert.deepEqual(lengths, [62.832, 102.102, 141.372, 54.978, 98.175, 141.372]);
  assert.throws(() => template('straight', 6), /straight 6, expected a speed from 1 to 5/);
  assert.throws(() => template('turn', 4), /turn 4, expected a speed from 1 to 3/);
});

test('the outline of a template has its area: width times length of the centre line', () => {
  for (const one of allTemplates()) {
    const area = Math.abs(signedAreaSqMm(templateOutline(one, one.lengthMm, 1e-3)));
    assert.ok(Math.abs(area - 20 * one.lengthMm) < 1e-3 * area, `${one.kind} ${one.speed}`);
  }
  assert.deepEqual([laidAcross(template('straight', 1)).lengthMm, laidAcross(template('straight', 1)).widthMm], [20, 40]);
  assert.throws(() => laidAcross(template('bank', 1)), /expected a straight one/);
});

test('the ruler has three bands of 100 mm', () => {
  assert.deepEqual([BANDS, BAND_MM], [3, 100]);
});

test('every arc of every base is a convex region whose sides and corners say the same', () => {
  for (const base of BASE_SIZES) {
    for (const arc of ARC_NAMES) {
      const { sides, corners } = arcRegion(base, arc);
      for (let s = 0; s < sides.length; s += 3) {
        assert.ok(Math.abs(Math.hypot(sides[s]!, sides[s + 1]!) - 1) < 1e-12);
        const depths = Array.from(
          { length: corners.length / 2 },
          (_, i) => sides[s]! * corners[2 * i]! + sides[s + 1]! * corners[2 * i + 1]! - sides[s + 2]!,
        );
        assert.ok(Math.abs(Math.min(...depths)) < 1e-9, `${base} ${arc}: a side lies along the border`);
      }
      const outline = Array.from({ length: corners.length / 2 }, (_, i) => ({ x: corners[2 * i]!, y: corners[2 * i + 1]! }));
      assert.ok(signedAreaSqMm(outline) > 0);
    }
  }
});

test('the 30 tournament obstacles are there by their XWS ids, with the areas that their source gives', () => {
  assert.equal(OBSTACLES.length, 30);
  const kinds = (kind: string) => OBSTACLES.filter((one) => one.kind === kind).length;
  assert.deepEqual([kinds('asteroid'), kinds('debris'), kinds('gas')], [15, 9, 6]);
  // Areas of VASSAL's masks, counted in pixels there, mm².
  for (const [xws, area] of [
    ['coreasteroid5', 2817],
    ['core2asteroid0', 512],
    ['yt2400debris0', 2602],
    ['gascloud4', 2828],
    ['pomdebris3', 3151],
  ] as const) {
    assert.ok(Math.abs(signedAreaSqMm(obstacleToken(xws).outline) - area) < 2, xws);
  }
  for (const { xws, outline } of [...OBSTACLES, ...DEVICES]) {
    assert.equal(selfCrossing(outline), undefined, xws);
    assert.ok(signedAreaSqMm(outline) > 0, `${xws} runs counter-clockwise`);
  }
  assert.throws(() => obstacleToken('rock'), /Unknown obstacle 'rock', expected one of coreasteroid1/);
});

test('the other side of a token is its mirror image', () => {
  const token = obstacleToken('coreasteroid0');
  const flat = { x: 0, y: 0, headingRad: 0 };
  const mirrored = placedOutline(token, flat, true);
  assert.ok(Math.abs(signedAreaSqMm(mirrored) - signedAreaSqMm(token.outline)) < 1e-9);
  for (const { x, y } of token.outline) assert.ok(mirrored.some((point) => point.x === -x && point.y === y));
});

test('devices have their sizes: a round bomb 30.8 × 32.6 mm, its centre 14.16 mm beyond the template', () => {
  const { outline, centreBeyondTemplateEndMm } = deviceToken('bomb');
  const size = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  assert.ok(Math.abs(size(outline.map(({ x }) => x)) - 30.8) < 0.1 && Math.abs(size(outline.map(({ y }) => y)) - 32.6) < 0.1);
  assert.equal(centreBeyondTemplateEndMm, 14.16);
});
