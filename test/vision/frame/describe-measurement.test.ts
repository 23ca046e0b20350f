import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfirmedCandidate } from '../../../src/vision/bases/candidate.js';
import { describeMeasurement } from '../../../src/vision/frame/describe-measurement.js';
import type { BorderInconsistency } from '../../../src/vision/solve/border-consistency.js';
import { type BorderUncertainty, CERTAIN_BORDER } from '../../../src/vision/solve/border-uncertainty.js';

type Arguments = Parameters<typeof describeMeasurement>;

const OWN_SQ = [0.1, 0.1, 1e-4];
const PLACES = [
  { x: 57, y: 457 },
  { x: 857, y: 457 },
  { x: 457, y: 57 },
  { x: 457, y: 857 },
];
const PLAIN = {
  detection: { score: 0.9, cardLogit: -4 },
  reading: { base: 'small', spread: -0.6 },
  marks: { base: 'small', marks: [] },
  isFrontKnown: true,
  frontLead: 3,
} as unknown as ConfirmedCandidate;

/** As likely a base as printed squares of another game are: not nearly certain. */
const LIKELY = {
  ...PLAIN,
  detection: { score: 0.45, cardLogit: -4 },
  reading: { base: 'small', spread: -0.3 },
} as unknown as ConfirmedCandidate;

/** What is claimed of the distance between two bases 800 mm apart across the mat's middle, mm; nothing but their own errors in the solution. */
function claimedDistanceMm({
  rivals = CERTAIN_BORDER,
  inconsistency,
  knowsPlace = true,
  byContrast = false,
  isCropped = false,
  detected = 2,
  seen = [PLAIN, PLAIN],
}: {
  readonly rivals?: BorderUncertainty;
  readonly inconsistency?: BorderInconsistency;
  readonly knowsPlace?: boolean;
  readonly byContrast?: boolean;
  readonly isCropped?: boolean;
  /** How many bases the detector is sure of; two are measured. */
  readonly detected?: number;
  readonly seen?: readonly ConfirmedCandidate[];
}) {
  const n = 3 * seen.length;
  const each = <One>(one: One) => seen.map(() => one);
  const solution = {
    ...{ camera: {}, widthMm: 914, depthMm: 914, matSigmaMm: 2, agreement: each(0.9), sideAgreement: each(0.9) },
    poses: PLACES.slice(0, seen.length).map((place) => ({ ...place, headingRad: 0 })),
    tiles: each({ turnRad: 0, sigmaRad: 0.01 }),
    jointCovariance: Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? OWN_SQ[(k / (n + 1)) % 3]! : 0)),
  };
  const { result, stages } = describeMeasurement(
    { frame: { capturedAtMs: 5 }, hints: { isCropped }, lens: { learned: {} }, stageMs: {} } as unknown as Arguments[0],
    {
      mat: { coarse: solution, source: 'border', cached: {} },
      topView: { detections: { bases: Array.from({ length: detected }, () => seen[0]!.detection) } },
      uncertainty: rivals,
    } as unknown as Arguments[1],
    {
      solution,
      candidates: seen,
      observations: { lengths: [] },
      templates: { templates: [], lengths: [] },
      byContrast,
      known: { place: knowsPlace, scale: true },
    } as unknown as Arguments[2],
    { ...(inconsistency && { inconsistency, baseCost: inconsistency.baseCost }) },
  );
  assert.ok(result.ok);
  const joint = result.measurement.jointCovariance;
  return {
    distanceMm: Math.sqrt(joint[0]! + joint[21]! - 2 * joint[3]!),
    placeMm: Math.sqrt(joint[0]!),
    isInconsistent: stages!.isInconsistent,
    isSuspected: stages!.isSuspected,
    bases: result.measurement.bases.length,
    caution: result.measurement.caution,
  };
}

const inconsistent = (value: number): BorderInconsistency => ({
  value,
  baseCost: 1,
  uncertainty: { scaleSigma: 0.005, shiftSigmaMm: 2 },
});

test('a border that the sizes of the bases contradict leaves the scale as open as both differ: half a percent of 800 mm', () => {
  const [calm, torn] = [claimedDistanceMm({ inconsistency: inconsistent(0.5) }), claimedDistanceMm({ inconsistency: inconsistent(5) })];
  assert.deepEqual([calm.isInconsistent, torn.isInconsistent], [false, true]);
  assert.ok(calm.distanceMm < 1, `${calm.distanceMm}`);
  assert.ok(torn.distanceMm > 4 && torn.distanceMm < 4.2, `${torn.distanceMm}`);
});

test('likely bases count together where the border shows where the mat is, not by contrast alone and not without a place', () => {
  const found = (what: Parameters<typeof claimedDistanceMm>[0]) =>
    claimedDistanceMm({ ...what, seen: [LIKELY, LIKELY, LIKELY, LIKELY] }).bases;
  assert.deepEqual([found({}), found({ byContrast: true }), found({ knowsPlace: false })], [4, 0, 0]);
});

test('a mat is suspected where bases nearly contradict it, and where most that the detector is sure of are not measured on it', () => {
  const isSuspected = (what: Parameters<typeof claimedDistanceMm>[0]) => claimedDistanceMm(what).isSuspected;
  assert.deepEqual(
    [2.9, 3.1].map((value) => isSuspected({ inconsistency: inconsistent(value) })),
    [false, true],
  );
  assert.deepEqual(
    [3, 4, 5].map((detected) => isSuspected({ detected })),
    [false, false, true],
  );
});

test('the more bases and border disagree the wider every distance is claimed, also where the border still counts as the mat’s', () => {
  const [none, some, more] = [0, 1.5, 3].map((value) => claimedDistanceMm({ inconsistency: inconsistent(value) }).distanceMm);
  assert.ok(some! > 1.2 * none! && more! > 1.15 * some!, `${none}, ${some}, ${more}`);
});

test('what rival borders leave open of scale and place is claimed of distances and of places', () => {
  const sure = claimedDistanceMm({});
  const scale = claimedDistanceMm({ rivals: { scaleSigma: 0.01, shiftSigmaMm: 0 } });
  const shift = claimedDistanceMm({ rivals: { scaleSigma: 0, shiftSigmaMm: 12 } });
  // 1 % of 800 mm; and a place 400 mm from the middle moves by 4 mm.
  assert.ok(Math.abs(Math.hypot(sure.distanceMm, 8) - scale.distanceMm) < 1e-9);
  assert.ok(Math.abs(Math.hypot(sure.placeMm, 4) - scale.placeMm) < 1e-9);
  assert.ok(Math.abs(Math.hypot(sure.placeMm, 12) - shift.placeMm) < 1e-9);
  assert.ok(Math.abs(sure.distanceMm - shift.distanceMm) < 1e-9);
});

test('where no side determines the place on the mat it is open by hundreds of millimetres, with a caution; distances stay', () => {
  const [known, open] = [claimedDistanceMm({}), claimedDistanceMm({ knowsPlace: false })];
  assert.ok(open.placeMm > 250 && Math.abs(open.distanceMm - known.distanceMm) < 1e-6);
  assert.equal(known.caution, undefined);
  assert.ok(open.caution?.code);
});

test('a border found by faint contrast leaves the place open by a centimetre', () => {
  const [sure, faint] = [claimedDistanceMm({}), claimedDistanceMm({ byContrast: true })];
  assert.ok(Math.abs(Math.hypot(sure.placeMm, 10) - faint.placeMm) < 1e-9);
});

test('in a photo that somebody has cut everything is claimed wider', () => {
  const [whole, cut] = [claimedDistanceMm({}), claimedDistanceMm({ isCropped: true })];
  assert.ok(cut.distanceMm > 1.6 * whole.distanceMm && cut.placeMm > 1.6 * whole.placeMm, JSON.stringify({ whole, cut }));
});
