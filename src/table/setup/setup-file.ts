import { readOutline } from '../check-scene.js';
import { type JsonObject, readArray, readNumber, readObject, readOneOf, readString, refuse } from '../json-door.js';
import { knownLensFrom } from '../known-lens.js';
import type { Obstacle } from '../table.js';
import { checkedMatSize } from './mat-size.js';
import {
  LEARNED_PARAMETERS,
  type LearnedEstimate,
  type MatSource,
  type Setup,
  type SetupCamera,
  type SetupMat,
  type SetupPlastic,
} from './setup.js';

const SOURCES: readonly MatSource[] = ['nominal', 'measured', 'ruler', 'board', 'learned'];
const KINDS = ['asteroid', 'debris', 'gas'] as const;
const N = LEARNED_PARAMETERS.length;

/**
 * Reads a setup (setup.schema.json), ignoring unknown fields. Throws an Error that says where, what was got, what was expected and what to do: not a
 * setup, a newer version, a mat of another size than 3 ft, a lens without its numbers, corners that are not four, a covariance of another size.
 */
export function parseSetup(json: unknown): Setup {
  const setup = readObject(json, 'setup');
  if (setup.format !== 'hashmark-setup') refuse('format', setup.format, "'hashmark-setup'", 'This is not a setup file.');
  if (setup.version !== 1) refuse('version', setup.version, '1', 'It was saved by a newer Hashmark: update this one, or set the table up anew.');
  const from = readObject(setup.learnedFrom ?? {}, 'learnedFrom');
  const obstacles = readArray(setup.obstacles ?? [], 'obstacles').map((one, i) => readObstacle(one, `obstacles[${i}]`));
  const twice = obstacles.find(({ id }, i) => obstacles.findIndex((other) => other.id === id) < i);
  if (twice) refuse('obstacles', twice.id, 'each id once', 'Give each obstacle an id of its own.');
  return {
    mat: readMat(readObject(setup.mat, 'mat')),
    ...(setup.camera !== undefined && { camera: readCamera(readObject(setup.camera, 'camera')) }),
    ...(setup.plastic !== undefined && readPlastic(readObject(setup.plastic, 'plastic'))),
    obstacles,
    learnedFrom: { pictures: readCount(from.pictures, 'learnedFrom.pictures'), ships: readCount(from.ships, 'learnedFrom.ships') },
  };
}

/** The file of a setup; `parseSetup` reads it back the same. */
export function setupFile({ mat, camera, plastic, obstacles, learnedFrom }: Setup): JsonObject {
  return {
    format: 'hashmark-setup',
    version: 1,
    mat,
    ...(camera && { camera: cameraFile(camera) }),
    ...(plastic && { plastic }),
    obstacles: obstacles.map(({ id, kind, outline, sigmaMm, token }) => ({
      ...{ id, kind, outlineMm: outline.map(({ x, y }) => [x, y]) },
      ...(sigmaMm !== undefined && { sigmaMm }),
      ...(token && { token }),
    })),
    learnedFrom,
  };
}

function cameraFile({ lens, corners, pose, learned, ...rest }: SetupCamera): JsonObject {
  const { widthPx, heightPx, ...terms } = lens;
  return {
    ...rest,
    ...{ widthPx, heightPx, lens: terms },
    ...(corners && { cornersPx: corners.map((corner) => (corner ? [corner.u, corner.v] : null)) }),
    ...(pose && { pose }),
    ...(learned && { learned: { parameters: LEARNED_PARAMETERS, ...learned } }),
  };
}

function readMat(mat: JsonObject): SetupMat {
  const number = (field: string) => readNumber(mat[field], `mat.${field}`);
  const size = checkedMatSize({ widthMm: number('widthMm'), depthMm: number('depthMm'), sigmaMm: number('sigmaMm') });
  return {
    ...size,
    source: readOneOf(mat.source, SOURCES, 'mat.source'),
    ...(mat.name !== undefined && { name: readString(mat.name, 'mat.name') }),
    ...(mat.look !== undefined && { look: readString(mat.look, 'mat.look') }),
  };
}

function readCamera(camera: JsonObject): SetupCamera {
  const { widthPx, heightPx, lens } = camera;
  return {
    ...(camera.name !== undefined && { name: readString(camera.name, 'camera.name') }),
    ...(camera.mirrored !== undefined && { mirrored: readOneOf(Number(camera.mirrored), [0, 1], 'camera.mirrored') === 1 }),
    lens: within('camera.lens', () => knownLensFrom({ ...readObject(lens, 'camera.lens'), widthPx, heightPx })),
    ...(camera.cornersPx !== undefined && { corners: readCorners(readArray(camera.cornersPx, 'camera.cornersPx')) }),
    ...(camera.pose !== undefined && { pose: readPose(readObject(camera.pose, 'camera.pose')) }),
    ...(camera.learned !== undefined && { learned: readLearned(readObject(camera.learned, 'camera.learned')) }),
  };
}

function within<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function readCorners(corners: readonly unknown[]): NonNullable<SetupCamera['corners']> {
  if (corners.length !== 4) refuse('camera.cornersPx', `${corners.length} corners`, 'four', 'Write null for a corner out of view.');
  return corners.map((corner, i) => {
    if (corner === null) return undefined;
    const [u, v] = readNumbers(corner, 2, `camera.cornersPx[${i}]`) as [number, number];
    return { u, v };
  });
}

function readPose(pose: JsonObject): NonNullable<SetupCamera['pose']> {
  type Pose = NonNullable<SetupCamera['pose']>;
  const [r, t] = [readNumbers(pose.r, 9, 'camera.pose.r'), readNumbers(pose.t, 3, 'camera.pose.t')];
  return { r: r as unknown as Pose['r'], t: t as unknown as Pose['t'] };
}

function readLearned(learned: JsonObject): LearnedEstimate {
  const names = readArray(learned.parameters, 'camera.learned.parameters');
  if (names.length !== N || LEARNED_PARAMETERS.some((name, i) => names[i] !== name)) {
    refuse('camera.learned.parameters', names, LEARNED_PARAMETERS.join(', '), 'Leave camera.learned out: it is learned again.');
  }
  return {
    values: readNumbers(learned.values, N, 'camera.learned.values'),
    covariance: readNumbers(learned.covariance, N * N, 'camera.learned.covariance'),
  };
}

function readNumbers(json: unknown, count: number, where: string): number[] {
  const values = readArray(json, where);
  if (values.length !== count) refuse(where, `${values.length} numbers`, String(count), 'The file is damaged: set the table up anew.');
  return values.map((value, i) => readNumber(value, `${where}[${i}]`));
}

function readPlastic(plastic: JsonObject): { readonly plastic?: SetupPlastic } {
  const positive = (field: string) => readNumber(plastic[field], `plastic.${field}`, { min: 1e-6 });
  if (plastic.scale === undefined) return {};
  return {
    plastic: {
      scale: readNumber(plastic.scale, 'plastic.scale', { min: 0.9, max: 1.1 }),
      scaleSigma: positive('scaleSigma'),
      ...(plastic.tileTopMm !== undefined && {
        ...{ tileTopMm: readNumber(plastic.tileTopMm, 'plastic.tileTopMm', { min: 0, max: 20 }), tileTopSigmaMm: positive('tileTopSigmaMm') },
      }),
    },
  };
}

function readObstacle(json: unknown, where: string): Obstacle {
  const one = readObject(json, where);
  return {
    id: readString(one.id, `${where}.id`),
    kind: readOneOf(one.kind, KINDS, `${where}.kind`),
    outline: readOutline(one.outlineMm, `${where}.outlineMm`),
    ...(one.sigmaMm !== undefined && { sigmaMm: readNumber(one.sigmaMm, `${where}.sigmaMm`, { min: 0 }) }),
    ...(one.token !== undefined && { token: readToken(readObject(one.token, `${where}.token`), `${where}.token`) }),
  };
}

function readToken(token: JsonObject, where: string): NonNullable<Obstacle['token']> {
  const [pose, covariance] = [readObject(token.pose, `${where}.pose`), readObject(token.covariance, `${where}.covariance`)];
  const number = (from: JsonObject, field: string, part: string) => readNumber(from[field], `${where}.${part}.${field}`);
  const [x, y, headingRad] = ['x', 'y', 'headingRad'].map((field) => number(pose, field, 'pose')) as [number, number, number];
  const [xx, xy, xh, yy, yh, hh] = ['xx', 'xy', 'xh', 'yy', 'yh', 'hh'].map((field) => number(covariance, field, 'covariance')) as [
    ...[number, number, number],
    ...[number, number, number],
  ];
  return {
    xws: readString(token.xws, `${where}.xws`),
    name: readString(token.name, `${where}.name`),
    mirrored: token.mirrored === true,
    pose: { x, y, headingRad },
    covariance: { xx, xy, xh, yy, yh, hh },
  };
}

function readCount(value: unknown, where: string): number {
  return value === undefined ? 0 : readNumber(value, where, { min: 0 });
}
