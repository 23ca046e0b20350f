import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { carriedCovariance } from '../../../src/geometry/carried-covariance.js';
import { meanPoint } from '../../../src/geometry/mean-point.js';
import { outlineContains, signedAreaSqMm } from '../../../src/geometry/outline.js';
import type { Point } from '../../../src/geometry/point.js';
import { EXACT, type Pose, wrapRad } from '../../../src/geometry/pose.js';
import { pointRingDistanceSq } from '../../../src/geometry/ring-point.js';
import { OBSTACLES, placedOutline, type Token } from '../../../src/pieces/obstacles.js';
import type { SeenObstacle } from '../../../src/table/measurement.js';
import type { ObstacleKind } from '../../../src/table/table.js';
import { findObstacles, type ObstacleReaders, type ObstacleScene } from '../../../src/vision/objects/find-obstacles.js';
import { tournamentShapes } from '../../../src/vision/objects/obstacle-shapes.js';
import type { Match } from '../../../src/vision/objects/rate-obstacle.js';
import type { ObstacleReading } from '../../../src/vision/objects/read-obstacles.js';
import {
  isClearlyBetter,
  isGoodMatch,
  nameProbability,
  obstacleProbability,
  rankedByKind,
  type SeenSpot,
} from '../../../src/vision/objects/recognise-token.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { type Drawn, drawMasks, drawPicture } from '../drawn-obstacles.js';
import { cameraAt, normals } from '../made-up-table.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

interface PlacedOutline {
  readonly token: Token;
  readonly mirrored: boolean;
  readonly pose: Pose;
}

/** A grid of places so far apart that no two tokens touch, each token shifted and turned at random. */
function laidOut(tokens: readonly { token: Token; mirrored: boolean }[], seed: number): PlacedOutline[] {
  const noise = normals(seed);
  return tokens.map(({ token, mirrored }, i) => ({
    token,
    mirrored,
    pose: { x: 130 + 160 * (i % 5) + 8 * noise(), y: 130 + 160 * Math.floor(i / 5) + 8 * noise(), headingRad: wrapRad(20 * noise()) },
  }));
}

function drawn({ token, mirrored, pose }: PlacedOutline, i: number): Drawn {
  return { outline: placedOutline(token, pose, mirrored), kind: token.kind as ObstacleKind, grey: [150, 25, 120, 190, 20][i % 5]! };
}

interface Look {
  readonly elevationDeg: number;
  readonly over?: readonly (readonly Point[])[];
  readonly seed: number;
  /** By how much less the masks show everywhere (logits). */
  readonly fainter?: number;
}

/** What a net that is never wrong reads in close crops of drawn things, from a place 3 mm beside each. */
function readerOf(things: readonly Drawn[], logit = 4): ObstacleReaders['readAt'] {
  return async (places) =>
    places.map((place): ObstacleReading => {
      const thing = things.find(({ outline }) => outlineContains(outline, place));
      if (!thing) return { logit: -logit, outline: [], areaMm2: 0, isRound: false };
      return {
        logit,
        outline: thing.outline.map(({ x, y }) => ({ x: x + 3, y })),
        areaMm2: Math.abs(signedAreaSqMm(thing.outline)),
        isRound: false,
      };
    });
}

/** What is found of drawn things. The drawing has no height, so the outline seen is that of the cardboard's foot. */
async function lookAt(things: readonly Drawn[], look: Look, known?: ObstacleScene['known']): Promise<readonly SeenObstacle[]> {
  const { elevationDeg, over = [], seed, fainter = 0 } = look;
  const camera = cameraAt(elevationDeg, 1250, -0.08, 0.01);
  const rgba = drawPicture({ camera, things, over, noiseLevels: 4, seed });
  const mat = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, rgba as unknown as number[]);
  try {
    const masks = drawMasks(things, 0.4, seed).map((logits) => logits.map((logit) => logit - fainter));
    const scene = { coarse: camera, camera, bases: [], ...(known && { known }) };
    return (await findObstacles(cv, mat, masks, scene, { readAt: readerOf(things) })).obstacles;
  } finally {
    mat.delete();
  }
}

function nearestTo({ pose }: PlacedOutline, seen: readonly SeenObstacle[]): SeenObstacle | undefined {
  const middle = ({ outline }: SeenObstacle) => ({
    x: outline.reduce((sum, { x }) => sum + x, 0) / outline.length,
    y: outline.reduce((sum, { y }) => sum + y, 0) / outline.length,
  });
  return seen.find((one) => Math.hypot(middle(one).x - pose.x, middle(one).y - pose.y) < 25);
}

function farthestMm(outline: readonly Point[], truth: readonly Point[]): number {
  const ring = truth.flatMap(({ x, y }) => [x, y]);
  return Math.sqrt(Math.max(...outline.map(({ x, y }) => pointRingDistanceSq(x, y, ring))));
}

describe('obstacles in drawn pictures', () => {
  test('one that is known stays what it was, and where none was recognised none is sought', async () => {
    const look = { elevationDeg: 55, seed: 7 };
    const laid = laidOut(
      OBSTACLES.slice(0, 3).map((token) => ({ token, mirrored: false })),
      7,
    );
    const things = laid.map(drawn);
    const seenFirst = await lookAt(things, look);
    const first = laid.map((one) => nearestTo(one, seenFirst)!);
    assert.ok(first.every(({ token }) => token));
    const known = { obstacles: [first[0]!], noObstacles: [{ at: meanPoint(first[1]!.outline), probability: 0.2 }] };
    const seenAgain = await lookAt(things, { ...look, seed: 8 }, known);
    const again = laid.map((one) => nearestTo(one, seenAgain));
    assert.equal(again[0], first[0]);
    assert.equal(again[1]?.token, undefined);
    assert.equal(again[2]?.token?.xws, first[2]!.token!.xws);
    assert.notEqual(again[2], first[2]);
  });

  test('what faint masks show beside a base is a place where an obstacle may lie under it; a base alone shows none', async () => {
    const camera = cameraAt(60, 1250, -0.08, 0.01);
    const pose = { x: 450, y: 450, headingRad: 0.4 };
    const base = { base: 'small' as const, pose, covariance: { ...EXACT, xx: 1, yy: 1 } };
    const nameless = () => ({ isNamed: false, probability: 0.1 });
    const suspectsOf = async (outline: readonly Point[]) => {
      const thing: Drawn = { outline, kind: 'asteroid', grey: 70 };
      const rgba = drawPicture({ camera, things: [thing], noiseLevels: 4, seed: 3 });
      const mat = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, rgba as unknown as number[]);
      try {
        const masks = drawMasks([thing], 0.4, 3).map((logits) => logits.map((logit) => logit - 4));
        const scene = { coarse: camera, camera, bases: [base] };
        const readers = { readAt: readerOf([]), recogniseAt: nameless };
        return (await findObstacles(cv, mat, masks, scene, readers)).suspects;
      } finally {
        mat.delete();
      }
    };
    const square = (half: number) => [-1, 1].flatMap((y) => [-y, y].map((x) => ({ x: 450 + half * x, y: 450 + half * y })));
    const under = await suspectsOf(square(42));
    assert.equal(under.length, 1);
    assert.ok(under[0]!.probability > 0.001, 'no line past it is certainly clear');
    assert.equal((await suspectsOf(square(14))).length, 0);
  });

  test('where the masks are sure a name is without doubt; where they are faint it is likely', async () => {
    const laid = laidOut(
      OBSTACLES.slice(0, 5).map((token) => ({ token, mirrored: false })),
      9,
    );
    const named = async (fainter: number) =>
      (await lookAt(laid.map(drawn), { elevationDeg: 60, seed: 9, fainter })).filter(({ token }) => token);
    const [sure, faint] = [await named(0), await named(3.5)];
    assert.ok(sure.length >= 4 && faint.length >= 4, `${sure.length} and ${faint.length} were named`);
    assert.ok(sure.every(({ detectionProbability }) => detectionProbability === undefined));
    assert.ok(faint.every(({ detectionProbability = 1 }) => detectionProbability >= 0.8 && detectionProbability < 1));
  });

  const groups = [0, 1, 2].flatMap((group) => [false, true].map((mirrored) => ({ group, mirrored })));
  for (const { group, mirrored } of groups) {
    const elevationDeg = [38, 55, 80][group]!;
    test(`ten of the thirty from ${elevationDeg}°, ${mirrored ? 'mirrored' : 'as they are'}, get their names and their outlines`, async () => {
      const tokens = OBSTACLES.slice(10 * group, 10 * group + 10).map((token) => ({ token, mirrored }));
      const laid = laidOut(tokens, 40 + group);
      const seen = await lookAt(laid.map(drawn), { elevationDeg, seed: 7 + group });
      let named = 0;
      for (const one of laid) {
        const found = nearestTo(one, seen);
        assert.ok(found, `${one.token.xws} was not found`);
        if (!found.token) continue;
        named++;
        assert.deepEqual([found.token.xws, found.token.mirrored], [one.token.xws, mirrored]);
        const awayMm = farthestMm(found.outline, placedOutline(one.token, one.pose, mirrored));
        assert.ok(awayMm < 3 * found.sigmaMm, `${one.token.xws}: ${awayMm.toFixed(2)} mm off, claimed sigma ${found.sigmaMm.toFixed(2)}`);
        const { x, y, headingRad } = found.token.pose;
        assert.ok(Math.hypot(x - one.pose.x, y - one.pose.y) < 1.5 && Math.abs(wrapRad(headingRad - one.pose.headingRad)) < 0.05);
      }
      assert.ok(named >= 9, `${named} of ${laid.length} were named`);
    });
  }

  test('an obstacle of which a fifth is covered is still the one it is, where it is', async () => {
    const tokens = OBSTACLES.filter(({ xws }) =>
      ['coreasteroid5', 'gascloud4', 'pomdebris1', 'yt2400debris0', 'pomasteroid2'].includes(xws),
    );
    const laid = laidOut(
      tokens.map((token) => ({ token, mirrored: false })),
      3,
    );
    const over = laid.map(({ pose: { x, y } }) => squareAt({ x: x + 38, y: y + 25 }, 22));
    const seen = await lookAt(laid.map(drawn), { elevationDeg: 60, over, seed: 5 });
    const named = laid.filter((one) => {
      const found = nearestTo(one, seen);
      if (!found?.token) return false;
      assert.equal(found.token.xws, one.token.xws);
      assert.ok(farthestMm(found.outline, placedOutline(one.token, one.pose)) < 4 * found.sigmaMm);
      return true;
    });
    assert.ok(named.length >= 4, `${named.length} of ${laid.length} were named`);
  });

  test('shapes that are not among the thirty stay unnamed and keep the outline as seen', async () => {
    const shapes = [
      squareAt({ x: 200, y: 250 }, 25),
      starAt({ x: 450, y: 300 }, 5),
      starAt({ x: 700, y: 250 }, 8),
      [
        { x: 180, y: 600 },
        { x: 270, y: 620 },
        { x: 190, y: 660 },
      ],
      squareAt({ x: 450, y: 620 }, 32),
    ];
    const seen = await lookAt(
      shapes.map((outline, i) => ({ outline, kind: 'asteroid', grey: [160, 20, 130, 180, 30][i]! })),
      { elevationDeg: 65, seed: 9 },
    );
    assert.equal(seen.length, shapes.length);
    for (const one of seen) {
      assert.equal(one.token, undefined);
      const nearest = Math.min(...shapes.map((outline) => farthestMm(one.outline, outline)));
      assert.ok(nearest < 3 * one.sigmaMm, `the outline as seen is ${nearest.toFixed(1)} mm off`);
    }
  });

  test('where the masks are unsure and no token fits, a close crop decides; where it is round or behind a miniature it has to be surer', async () => {
    const shapes = [squareAt({ x: 200, y: 250 }, 25), starAt({ x: 450, y: 300 }, 5), squareAt({ x: 450, y: 620 }, 32)];
    const things = shapes.map((outline, i): Drawn => ({ outline, kind: 'asteroid', grey: [160, 20, 30][i]! }));
    const camera = cameraAt(65, 1250, -0.08, 0.01);
    const rgba = drawPicture({ camera, things, noiseLevels: 4, seed: 9 });
    const masks = drawMasks(things, 0.4, 9).map((logits) => logits.map((logit) => logit - 1.5));
    const reported = async (reading: Partial<ObstacleReading>, bases: ObstacleScene['bases'] = []) => {
      const mat = cv.matFromArray(camera.heightPx, camera.widthPx, cv.CV_8UC4, rgba as unknown as number[]);
      const truly = readerOf(things);
      const readAt: ObstacleReaders['readAt'] = async (places) => (await truly(places)).map((one) => ({ ...one!, ...reading }));
      const recogniseAt = (_: unknown, spot: SeenSpot) => ({ isNamed: false, probability: obstacleProbability(spot) });
      try {
        return (await findObstacles(cv, mat, masks, { coarse: camera, camera, bases }, { readAt, recogniseAt })).obstacles.length;
      } finally {
        mat.delete();
      }
    };
    assert.equal(await reported({}), 3);
    assert.equal(await reported({ logit: -4 }), 0);
    assert.equal(await reported({ logit: 0.5 }), 3);
    assert.equal(await reported({ logit: 0.5, isRound: true }), 0);
    const before = { base: 'small' as const, pose: { x: 450, y: 562, headingRad: 0 }, covariance: EXACT };
    assert.equal(await reported({ logit: 0.5 }, [before]), 2, 'the miniature of a ship stands before the square');
  });

  test('an empty mat has no obstacles', async () => {
    assert.deepEqual(await lookAt([], { elevationDeg: 65, seed: 2 }), []);
  });

  test('what two outlines explain about equally well gets no name', async () => {
    const match = (score: number) => ({ ...GOOD, score });
    assert.ok(!isClearlyBetter(match(2.6), [match(2.3), match(2.5)]));
    assert.ok(isClearlyBetter(match(2.6), [match(2.3)]));
    assert.ok(!isClearlyBetter({ ...match(2.6), seenShare: 0.75 }, [match(2.4)]), 'a quarter of its outline is out of view');
    assert.ok(isGoodMatch(GOOD));
    assert.ok(!isGoodMatch({ ...GOOD, seenShare: 0.5 }), 'half of its outline is out of view');
    assert.ok(!isGoodMatch({ ...GOOD, edgeShare: 0.4 }), 'no edges where its outline is');
  });

  test('of two outlines that fit alike the one of the kind that the masks show comes first, and one that fits much better stays first', async () => {
    const of = (kind: string, score: number) => ({ ...GOOD, score, shape: tournamentShapes().find(({ token }) => token.kind === kind)! });
    const spot = { kindLogits: { asteroid: -2, debris: 1, gas: -6 } };
    const kinds = (matches: readonly Match[]) => rankedByKind(matches, spot).map(({ shape }) => shape.token.kind);
    assert.deepEqual(kinds([of('asteroid', 2.5), of('debris', 2.45)]), ['debris', 'asteroid']);
    assert.deepEqual(kinds([of('asteroid', 2.7), of('debris', 2.45)]), ['asteroid', 'debris']);
    assert.deepEqual(kinds([of('gas', 2.7), of('debris', 2.5)]), ['gas', 'debris'], 'the masks may be wrong about the kind');
  });

  test('what one outline fits better than all others is likelier an obstacle, and its name likelier right', async () => {
    const clear = { peak: 1, lead: 0.3, maskLead: 0.2, leadOverOthers: 0.3 };
    assert.ok(obstacleProbability({ peak: 1, ...UNSURE }, 0.3) > 0.7);
    assert.ok(obstacleProbability({ peak: 1, ...UNSURE }, 0) < 0.3, 'two outlines fit alike');
    assert.ok(
      obstacleProbability({ peak: -2, ...UNSURE }, 0.05) < obstacleProbability({ peak: 1, ...UNSURE }, 0.05),
      'hardly anything in the masks',
    );
    assert.ok(nameProbability(clear) > 0.95);
    assert.ok(nameProbability({ ...clear, lead: 0.02 }) < 0.8, 'another outline fits by its edges about as well: it is not named');
    assert.ok(nameProbability({ ...clear, lead: 0.1, maskLead: -0.2 }) < 0.2, 'the masks prefer another token');
    assert.ok(nameProbability({ ...clear, leadOverOthers: -0.3 }) < nameProbability(clear), 'a card fits better');
  });
});

test('the doubt about a token in a corner of its frame is that of its middle, carried there by its turn', async () => {
  const sigma = 0.01;
  const turned = carriedCovariance({ ...EXACT, hh: sigma ** 2 }, { x: 30, y: 40 });
  assert.ok(Math.abs(turned.xx - (40 * sigma) ** 2) < 1e-12 && Math.abs(turned.yy - (30 * sigma) ** 2) < 1e-12);
  const back = carriedCovariance(turned, { x: -30, y: -40 });
  for (const key of ['xx', 'xy', 'xh', 'yy', 'yh'] as const) assert.ok(Math.abs(back[key]) < 1e-12);
});

const UNSURE = { close: { logit: -2, isRound: false }, isBehindMiniature: false };
const GOOD: Match = { shape: tournamentShapes()[0]!, x: 0, y: 0, headingRad: 0, score: 2.6, areaShare: 0.9, edgeShare: 0.85, seenShare: 1 };

function squareAt({ x, y }: Point, half: number): Point[] {
  return [
    { x: x - half, y: y - half },
    { x: x + half, y: y - half },
    { x: x + half, y: y + half },
    { x: x - half, y: y + half },
  ];
}

function starAt({ x, y }: Point, points: number): Point[] {
  return Array.from({ length: 2 * points }, (_, i) => {
    const radiusMm = i % 2 === 0 ? 38 : 17;
    const angle = (i * Math.PI) / points;
    return { x: x + radiusMm * Math.cos(angle), y: y + radiusMm * Math.sin(angle) };
  });
}
