import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import { UNMEASURED } from '../../../src/table/unmeasured-reason.js';
import type { ConfirmedCandidate } from '../../../src/vision/bases/candidate.js';
import { measureTogether, type PlacedPicture } from '../../../src/vision/frame/measure-together.js';
import { solveViews } from '../../../src/vision/print/solve-views.js';
import { type BorderUncertainty, CERTAIN_BORDER } from '../../../src/vision/solve/border-uncertainty.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { type BaseMarks, type BorderMark, soldMat, unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraPartOf } from '../../../src/vision/solve/shared-parameters.js';
import { handCamera } from '../drawn-print.js';
import { borderOf, LAYOUT, marksOf, normals } from '../made-up-table.js';

const LENS = { widthPx: 1280, heightPx: 960, focalPx: 1040, k1: -0.05 };
const CAMERAS = [handCamera({ x: 457, y: 440 }, 1350, 58, 10, LENS), handCamera({ x: 457, y: 460 }, 1300, 52, 100, LENS)];
const SIGMA_PX = 0.25;
const UNKNOWN = unknownLens(LENS.widthPx, LENS.heightPx);

/** Which way the second picture has its first base, and how much wider than the mat what it takes for its border. */
interface Second {
  readonly quarters?: number;
  readonly frontLead?: number;
  readonly isFrontKnown?: boolean;
  readonly borderMm?: number;
  readonly sideMm?: number;
  /** How much too large all bases are read. */
  readonly misread?: number;
  /** A third picture, zoomed, that the print relates to both, and in which nothing is measured. */
  readonly hasZoomed?: boolean;
  /** How far outside of the mat's near side the first picture, which gives the frame, has it: the rim of a table. */
  readonly rimMm?: number;
  /** How wide a hem may be at whose seam a picture read the border: the second one. */
  readonly hemMm?: number;
  /** The first one did. */
  readonly isHemInFrame?: boolean;
  /** The mat was measured with a tape. */
  readonly isTaped?: boolean;
  /** How far from where it stood the second picture half sees its second base, mm. */
  readonly halfSeenMm?: number;
  /** It is taken from this far beside the first one, mm. */
  readonly besideMm?: number;
  /** It shows three bases from close by, blurred, and no border. */
  readonly isBlurred?: boolean;
  /** It is left out. */
  readonly isMissing?: boolean;
  /** What each picture's border leaves open. */
  readonly open?: readonly [BorderUncertainty, BorderUncertainty];
}

const ZOOMED = handCamera({ x: 480, y: 430 }, 1300, 55, 40, { ...LENS, focalPx: 1.5 * LENS.focalPx });

/** A mark of the near side, as of a table's rim before it. */
function atRim(camera: Camera, mark: BorderMark, rimMm: number): BorderMark {
  const at = tableFromPixel(camera, mark)!;
  return Math.abs(at.y) < 5 ? { ...mark, ...pixelFromTable(camera, { x: at.x, y: at.y - rimMm, z: 0 })! } : mark;
}

/** The first picture's camera by a border with a rim for one of its sides. */
function framedBy(rimMm: number) {
  const [camera] = CAMERAS as [Camera];
  const border = borderOf(camera, 914.4, 914.4, normals(1), SIGMA_PX).map((mark) => atRim(camera, mark, rimMm));
  const solution = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border, bases: [] }, UNKNOWN);
  return { start: solution.camera, prior: cameraPartOf(solution.sharedWithPose) };
}

/** One table from two sides. */
/** What each picture leaves open by itself: where an obstacle may lie, and where a base may stand, which is determined again. */
const OPEN = [UNMEASURED.perhapsObstacle, UNMEASURED.perhapsBase].map((reason, i) => ({
  ...{ at: { x: 700, y: 150 + 400 * i }, radiusMm: 40, probability: 0.2, reason },
}));

async function measured(
  seed: number,
  {
    quarters = 0,
    frontLead = 3,
    isFrontKnown = true,
    borderMm = 0,
    sideMm = 914.4,
    misread = 1,
    hasZoomed = false,
    rimMm = 0,
    hemMm,
    isHemInFrame = false,
    isTaped = false,
    halfSeenMm,
    besideMm,
    isBlurred = false,
    isMissing = false,
    open = [CERTAIN_BORDER, CERTAIN_BORDER],
  }: Second,
) {
  const fromBoth = besideMm === undefined ? CAMERAS : [CAMERAS[0]!, handCamera({ x: 457 + besideMm, y: 440 }, 1350, 58, 10, LENS)];
  const noise = normals(seed);
  const places = Array.from({ length: 144 }, (_, i) => ({ x: 40 + 75 * (i % 12), y: 40 + 75 * Math.floor(i / 12), z: 0 }));
  const seenAt = (camera: Camera, point: (typeof places)[0], of = noise) => {
    const { u, v } = pixelFromTable(camera, point)!;
    return { u: u + 0.15 * of(), v: v + 0.15 * of(), sigmaPx: 0.15 };
  };
  const others = normals(seed + 1000);
  const tracks = places.map((point) => ({
    seen: [
      ...fromBoth.map((camera, view) => ({ view, ...seenAt(camera, point) })),
      ...(hasZoomed ? [{ view: 2, ...seenAt(ZOOMED, point, others) }] : []),
    ],
  }));
  const { network, cameras } = solveViews(
    [
      ...fromBoth.map((start, of) => (of === 0 && rimMm > 0 ? framedBy(rimMm) : { start })),
      ...(hasZoomed ? [{ start: ZOOMED, hasOwnLens: true }] : []),
    ],
    tracks,
  );
  const isHalfSeen = (of: number, i: number) => halfSeenMm !== undefined && of === 1 && i === 1;
  const pictures = fromBoth.map((camera, of): PlacedPicture => {
    const isClose = isBlurred && of === 1;
    const bases = LAYOUT.slice(0, isClose ? 3 : LAYOUT.length).map(({ base, pose }, i): BaseMarks => {
      const headingRad = pose.headingRad + (of === 1 && i === 0 ? (quarters * Math.PI) / 2 : 0);
      const at = { ...pose, x: pose.x + (isHalfSeen(of, i) ? halfSeenMm! : 0), headingRad };
      return {
        base,
        start: at,
        marks: marksOf(camera, base, at, isBlurred ? () => (isClose ? 2.5 : 0.5) * noise() : noise, SIGMA_PX, misread),
      };
    });
    const wider = of === 1 ? borderMm : 0;
    const seen = isClose
      ? []
      : borderOf(camera, sideMm + wider, sideMm + wider, noise, SIGMA_PX).map((mark) => (of === 0 ? atRim(camera, mark, rimMm) : mark));
    const border = of === (isHemInFrame ? 0 : 1) && hemMm !== undefined ? seen.map((mark) => ({ ...mark, hemMm })) : seen;
    const solution = solveTable({ camera, widthMm: sideMm, depthMm: sideMm }, { border: [], bases }, UNKNOWN);
    const candidates = bases.map(
      (marks, i) =>
        ({
          ...{ marks, detection: { score: isHalfSeen(of, i) ? 0.1 : 0.9, cardLogit: -4 } },
          ...{
            reading: { base: marks.base, spread: isHalfSeen(of, i) ? 2.4 : -0.6 },
            isFrontKnown: of === 1 && i === 0 ? isFrontKnown : true,
          },
          frontLead: of === 1 && i === 0 ? frontLead : 5,
        }) as unknown as ConfirmedCandidate,
    );
    const stages = { candidates, solution, observations: { border, bases }, detections: { bases: [] }, registration: solution };
    return {
      ...{
        of,
        camera: cameras[of]!,
        border,
        uncertainty: open[of]!,
        lens: UNKNOWN,
        stages: stages as unknown as PlacedPicture['stages'],
      },
      measurement: { capturedAtMs: 0, stageMs: {}, obstacles: [], unmeasurable: OPEN, camera } as unknown as PlacedPicture['measurement'],
    };
  });
  const mat = isTaped ? { widthMm: 914.4, depthMm: 914.4, sigmaMm: 0.5 } : soldMat(914.4);
  return measureTogether(mat, isMissing ? pictures.slice(0, 1) : pictures, network, 0);
}

test('a base that one picture has turned by a quarter has no certain front in any that is not certain of it, and in none where two are', async () => {
  const fronts = async (second: Second) =>
    (await measured(3, second))!.measurements.map(({ bases: [base] }) => [base!.isFrontOpen, base!.isFrontDisputed]);
  const [open, kept] = [
    [true, true],
    [undefined, undefined],
  ];
  assert.deepEqual(await fronts({ quarters: 1, isFrontKnown: false }), [kept, open]);
  // In a blurred picture a wrong front may have no rival at all.
  assert.deepEqual(await fronts({ quarters: 1, frontLead: Number.POSITIVE_INFINITY, isFrontKnown: false }), [kept, open]);
  assert.deepEqual(await fronts({ quarters: 1, frontLead: Number.POSITIVE_INFINITY }), [open, open]);
  assert.deepEqual(await fronts({ quarters: 2 }), [open, open]);
  const alike = await measured(3, {});
  for (const { bases } of alike!.measurements) assert.ok(bases.every(({ isFrontOpen }) => !isFrontOpen));
});

test('a place where one picture alone has what may be an obstacle is open in it when several measure together', async () => {
  const [spot] = OPEN;
  for (const { unmeasurable } of (await measured(3, {}))!.measurements) {
    assert.deepEqual(
      unmeasurable.map(({ reason }) => reason),
      [UNMEASURED.perhapsObstacle],
    );
    const [{ at } = assert.fail('nothing is open')] = unmeasurable;
    assert.ok(Math.hypot(at.x - spot!.at.x, at.y - spot!.at.y) < 10, `${at.x} ${at.y}`);
  }
});

test('a base that one picture half sees is one where another shows it plainly, and is not one elsewhere', async () => {
  const countOf = async (halfSeenMm: number) => (await measured(5, { halfSeenMm }))!.measurements.map(({ bases }) => bases.length);
  assert.deepEqual(await countOf(0), [LAYOUT.length, LAYOUT.length]);
  assert.deepEqual(await countOf(7), [LAYOUT.length, LAYOUT.length - 1]);
});

test('lines 40 mm outside of two sides, which one picture takes for the mat’s, move no base by more than is claimed', async () => {
  assert.ok(await measured(4, { borderMm: 1 }));
  for (const isTaped of [true, false]) {
    const off = await sigmasOff({ borderMm: 40, isTaped });
    assert.ok(off < 2.5, `a base is ${off.toFixed(1)} sigmas off on a mat ${isTaped ? 'measured with a tape' : 'of unknown size'}`);
  }
});

test('bases of a blurred view from close by, which agree little, leave the border as certain as those of all pictures do', async () => {
  const [whole, blurred] = (await measured(3, { isBlurred: true }))!.measurements;
  assert.equal(blurred!.bases.length, 3);
  blurred!.bases.forEach(({ covariance }, i) => {
    const [sigmaMm, inWholeMm] = [covariance, whole!.bases[i]!.covariance].map(({ xx }) => Math.sqrt(xx));
    assert.ok(
      sigmaMm! < 1.2 * inWholeMm!,
      `a base is known to ${sigmaMm!.toFixed(2)} mm there and to ${inWholeMm!.toFixed(2)} mm in the whole view`,
    );
  });
});

test('what lines 5 mm outside of two sides would change, which fit as well, is in the claims of all pictures', async () => {
  const variances = async (borderMm: number) =>
    (await measured(8, { borderMm, isTaped: true }))!.measurements.map(({ bases }) => bases[0]!.covariance.xx);
  // Up to 4 mm apart they are one line.
  const [asOne, asTwo] = [await variances(3), await variances(5)];
  asTwo.forEach((variance, i) => {
    const moreMm = Math.sqrt(variance - asOne[i]!);
    assert.ok(moreMm > 2 && moreMm < 6, `picture ${i} leaves ${moreMm.toFixed(1)} mm more open`);
  });
});

/** By how many of its sigmas a place of a base is off in two pictures measured together, at most. */
async function sigmasOff(second: Second): Promise<number> {
  const together = await measured(8, second);
  assert.ok(together, `not measured together: ${JSON.stringify(second)}`);
  const off = together.measurements.flatMap(({ bases }) =>
    bases.flatMap(({ pose, covariance }, i) => {
      const { x, y } = LAYOUT[i]!.pose;
      return [Math.abs(pose.x - x) / Math.sqrt(covariance.xx), Math.abs(pose.y - y) / Math.sqrt(covariance.yy)];
    }),
  );
  return Math.max(...off);
}

test('a rim that the picture which gives the frame takes for one side of the mat moves no base by more than is claimed', async () => {
  // The other one is the mat's, also where it may have been read at the seam of a hem.
  for (const [isTaped, hemMm] of [[true], [false], [true, 5.5], [false, 5.5]] as const)
    for (const rimMm of [8, 15, 25]) {
      const off = await sigmasOff({ rimMm, isTaped, ...(hemMm && { hemMm }) });
      assert.ok(off < 2.5, `with a rim of ${rimMm} mm a base is ${off.toFixed(1)} sigmas off`);
    }
});

test('a hem that one picture leaves open does not open the border that another one knows, for bases misread alike to decide', async () => {
  const [first, last] = [LAYOUT[0]!.pose, LAYOUT.at(-1)!.pose];
  const apartMm = async (second: Second) => {
    const { bases } = (await measured(7, { misread: 1.01, isTaped: true, ...second }))!.measurements[0]!;
    const [one, other] = [bases[0]!.pose, bases.at(-1)!.pose];
    return Math.hypot(one.x - other.x, one.y - other.y) - Math.hypot(first.x - last.x, first.y - last.y);
  };
  const [known, doubted] = [await apartMm({}), await apartMm({ hemMm: 5.5 })];
  assert.ok(Math.abs(doubted) < Math.abs(known) + 0.3, `${doubted.toFixed(2)} mm too far apart, ${known.toFixed(2)} without the hem`);
});

test('a mat that is cut short is claimed wide enough by several pictures together, whose bases are misread alike', async () => {
  const normalised: number[] = [];
  for (let seed = 20; seed < 32; seed++) {
    const sideMm = seed % 2 ? 901 : 914.4;
    const { mat } = (await measured(seed, { sideMm, misread: seed % 4 < 2 ? 1.008 : 0.992 }))!.measurements[0]!;
    normalised.push((mat.widthMm - sideMm) / mat.sigmaMm);
  }
  const rms = Math.sqrt(normalised.reduce((sum, value) => sum + value * value, 0) / normalised.length);
  assert.ok(rms < 1.6, `errors are ${rms.toFixed(2)} of what is claimed: ${normalised.map((one) => one.toFixed(1)).join(' ')}`);
});

test('a picture that the print relates to the others and that shows nothing to measure, zoomed as well, moves no base by half of what is claimed', async () => {
  const [two, three] = [await measured(6, {}), await measured(6, { hasZoomed: true })];
  two!.measurements.forEach(({ bases }, picture) => {
    bases.forEach(({ pose, covariance }, i) => {
      const { pose: other } = three!.measurements[picture]!.bases[i]!;
      const apart = Math.hypot(pose.x - other.x, pose.y - other.y) / Math.sqrt(covariance.xx + covariance.yy);
      assert.ok(apart < 0.5, `base ${i} of picture ${picture} is ${apart.toFixed(2)} sigmas beside`);
    });
  });
});

test('two pictures from one place claim hardly more than one of them, since both misread alike; from two sides they claim more', async () => {
  const sigmaOf = async (second: Second) => {
    const { bases } = (await measured(9, { isTaped: true, ...second }))!.measurements[0]!;
    return bases.reduce((sum, { covariance }) => sum + Math.sqrt(covariance.hh), 0);
  };
  const alone = await sigmaOf({ isMissing: true });
  const [same, near, other] = [await sigmaOf({ besideMm: 1 }), await sigmaOf({ besideMm: 100 }), await sigmaOf({})].map(
    (one) => one / alone,
  );
  const words = `${same!.toFixed(3)} of a heading’s sigma twice, ${near!.toFixed(3)} from beside, ${other!.toFixed(3)} from two sides`;
  assert.ok(same! > 0.93 && near! > 0.9 && other! < 0.85, words);
});

test('a scale that the bases leave open in the picture whose border counts is left open in all of them together', async () => {
  const [a, b] = [0, LAYOUT.length - 1];
  const apart = async (second: Second) => {
    const { measurements, between } = (await measured(6, { isTaped: true, ...second }))!;
    const [one, other] = [measurements[0]!.bases[a]!, measurements[1]!.bases[b]!];
    const common = between(0, a, 1, b);
    return [
      { mm: other.pose.x - one.pose.x, variance: one.covariance.xx + other.covariance.xx - 2 * common[0]! },
      { mm: other.pose.y - one.pose.y, variance: one.covariance.yy + other.covariance.yy - 2 * common[4]! },
    ];
  };
  const open = { scaleSigma: 0.009, shiftSigmaMm: 0 };
  const hem = { hemMm: 5.5, isHemInFrame: true };
  const cases: readonly [Second, number][] = [
    [{ open: [open, CERTAIN_BORDER] }, 0.009],
    // The frame's own border is as sure as it was, whatever another one leaves open.
    [{ open: [CERTAIN_BORDER, open] }, 0],
    // Where it may be the seam of a hem the other one counts in its place.
    [{ ...hem, open: [CERTAIN_BORDER, open] }, 0.009],
    [{ ...hem, open: [open, CERTAIN_BORDER] }, 0.009],
  ];
  for (const [second, share] of cases) {
    const { open: _, ...same } = second;
    const known = await apart(same);
    (await apart(second)).forEach(({ mm, variance }, axis) => {
      const more = Math.sqrt(Math.max(0, variance - known[axis]!.variance));
      assert.ok(Math.abs(more - share * Math.abs(mm)) < 1e-6, `${mm} mm apart along axis ${axis}: ${more} mm more unsure`);
    });
  }
});
