import { cholesky } from '../../geometry/cholesky.js';
import { refuse, validate } from '../documents/validate.js';
import { withWholeSigma } from '../known-lens.js';
import type { Obstacle } from '../table.js';
import { checkedMatSize } from './mat-size.js';
import {
  LEARNED_PARAMETERS,
  LEARNED_PARAMETERS_WITH_POSE,
  type LearnedEstimate,
  type Setup,
  type SetupCamera,
  type SetupPlastic,
} from './setup.js';
import { type CheckedSetup, SETUP_SCHEMA } from './setup-schema.js';

type CheckedCamera = NonNullable<CheckedSetup['camera']>;
type CheckedPlastic = NonNullable<CheckedSetup['plastic']>;

/**
 * Reads a setup (setup.schema.json), ignoring unknown fields. Throws an Error that says where, what was got, what was expected and what to do: not a
 * setup, another version, a mat that is not of 3 ft, a lens without its numbers, corners that are not four, an invalid covariance.
 */
export function parseSetup(json: unknown): Setup {
  const { mat, camera, plastic, obstacles = [], learnedFrom, proofs } = validate(SETUP_SCHEMA, json, 'setup');
  obstacles.forEach(({ id }, i) => {
    if (obstacles.findIndex((other) => other.id === id) < i) refuse(`obstacles[${i}].id`, id, 'an id that is used once', 'Rename one.');
  });
  const { name, look, source, ...size } = mat;
  const learned = plastic && plasticFrom(plastic);
  return {
    mat: { ...checkedMatSize(size), source, ...(name !== undefined && { name }), ...(look !== undefined && { look }) },
    ...(camera && { camera: cameraFrom(camera) }),
    ...(learned && { plastic: learned }),
    obstacles: obstacles.map(({ id, kind, outlineMm, sigmaMm, token }) => ({
      ...{ id, kind, outline: outlineMm.map(([x, y]) => ({ x: Number(x), y: Number(y) })) },
      ...(sigmaMm !== undefined && { sigmaMm }),
      ...(token && { token }),
    })),
    learnedFrom: {
      ...{ pictures: learnedFrom?.pictures ?? 0, ships: learnedFrom?.ships ?? 0 },
      ...(learnedFrom?.lengths !== undefined && { lengths: learnedFrom.lengths }),
      ...(learnedFrom?.layoutsMm && {
        layouts: learnedFrom.layoutsMm.map((ships) => ships.map(([x, y]) => ({ x: Number(x), y: Number(y) }))),
      }),
    },
    ...(proofs && { proofs }),
  };
}

function isConfirmed({ detectionProbability }: Obstacle): boolean {
  return detectionProbability === undefined;
}

/** The document of a setup; `parseSetup` reads it back the same. */
export function setupFile({ mat, camera, plastic, obstacles, learnedFrom, proofs }: Setup): object {
  return {
    format: 'hashmark-setup',
    version: 1,
    mat,
    ...(camera && { camera: cameraFile(camera) }),
    ...(plastic && { plastic }),
    // A doubtful obstacle was neither recognised nor confirmed: it is detected again in every picture.
    obstacles: obstacles.filter(isConfirmed).map(({ id, kind, outline, sigmaMm, token }) => ({
      ...{ id, kind, outlineMm: outline.map(({ x, y }) => [x, y]) },
      ...(sigmaMm !== undefined && { sigmaMm }),
      ...(token && { token }),
    })),
    learnedFrom: learnedFromFile(learnedFrom),
    ...(proofs && { proofs }),
  };
}

function learnedFromFile({ layouts, ...counts }: Setup['learnedFrom']): unknown {
  const tenths = (mm: number) => Math.round(10 * mm) / 10;
  return { ...counts, ...(layouts && { layoutsMm: layouts.map((ships) => ships.map(({ x, y }) => [tenths(x), tenths(y)])) }) };
}

function cameraFile({ lens, corners, pose, learned, learnedWithPose, ...rest }: SetupCamera): unknown {
  const { widthPx, heightPx, ...terms } = lens;
  return {
    ...rest,
    ...{ widthPx, heightPx, lens: terms },
    ...(corners && { cornersPx: corners.map((corner) => (corner ? [corner.u, corner.v] : null)) }),
    ...(pose && { pose: { r: pose.r, tMm: pose.t } }),
    ...(learned && { learned: { parameters: LEARNED_PARAMETERS, ...learned } }),
    ...(learnedWithPose && { learnedWithPose: { parameters: LEARNED_PARAMETERS_WITH_POSE, ...learnedWithPose } }),
  };
}

function cameraFrom({ name, mirrored, widthPx, heightPx, lens, cornersPx, pose, learned, learnedWithPose }: CheckedCamera): SetupCamera {
  type Pose = NonNullable<SetupCamera['pose']>;
  return {
    ...(name !== undefined && { name }),
    ...(mirrored !== undefined && { mirrored }),
    lens: withWholeSigma({ widthPx, heightPx, ...lens }),
    ...(cornersPx && { corners: cornersPx.map((corner) => (corner ? { u: Number(corner[0]), v: Number(corner[1]) } : undefined)) }),
    ...(pose && { pose: { r: pose.r as unknown as Pose['r'], t: pose.tMm as unknown as Pose['t'] } }),
    ...(learned && { learned: learnedFrom('learned', LEARNED_PARAMETERS, learned) }),
    ...(learnedWithPose && { learnedWithPose: learnedFrom('learnedWithPose', LEARNED_PARAMETERS_WITH_POSE, learnedWithPose) }),
  };
}

function learnedFrom(
  field: 'learned' | 'learnedWithPose',
  expected: readonly string[],
  { parameters, values, covariance }: { readonly parameters: readonly string[] } & LearnedEstimate,
): LearnedEstimate {
  const hint = `Leave camera.${field} out: it is learned again.`;
  if (parameters.some((name, i) => name !== expected[i])) {
    refuse(`camera.${field}.parameters`, parameters, expected.join(', '), hint);
  }
  const factor = cholesky(covariance, values.length);
  if (values.some((_, i) => !(factor[i * (values.length + 1)]! > 0))) {
    refuse(`camera.${field}.covariance`, `${covariance.length} numbers`, 'a symmetric positive definite matrix', hint);
  }
  return { values, covariance };
}

function plasticFrom({ scale, scaleSigma, tileTopMm, tileTopSigmaMm }: CheckedPlastic): SetupPlastic | undefined {
  if (scale === undefined || scaleSigma === undefined) return undefined;
  return { scale, scaleSigma, ...(tileTopMm !== undefined && tileTopSigmaMm !== undefined && { tileTopMm, tileTopSigmaMm }) };
}
