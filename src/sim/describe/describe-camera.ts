import { type Camera, pixelFromTable, type Rotation } from '../../geometry/camera.js';
import type { Point3 } from '../../geometry/point.js';
import type { Random } from '../random.js';

export interface CameraWishes {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Elevation of the camera above the table, seen from the mat's middle. */
  readonly elevationDeg: readonly [number, number];
  /** Whether to keep all of the mat in the picture or cut some of it off; 'either': mostly whole. */
  readonly framing: Framing;
  readonly mat: { readonly widthMm: number; readonly depthMm: number };
  /** 0: straight at the mat without roll and with a plain lens; 1: the full variety. */
  readonly wildness: number;
  /** Azimuth of the camera around the mat, degrees counter-clockwise from in front of player 1; drawn within 40° of it where not given. */
  readonly azimuthDeg?: number;
  /** Drawn where not given. */
  readonly lens?: Lens;
}

export type Framing = 'whole' | 'cut' | 'either';

export interface Aim {
  readonly target: Point3;
  readonly azimuthRad: number;
  readonly elevationRad: number;
  readonly rollRad: number;
}

export type Lens = Pick<Camera, 'widthPx' | 'heightPx' | 'fx' | 'fy' | 'cx' | 'cy' | 'distortion'>;

/** A camera on a tripod or in a hand: 0.7–2.3 m from the mat, player 1's side nearest, the lens of a phone or webcam. */
export function describeCamera(random: Random, wishes: CameraWishes): { camera: Camera; elevationDeg: number } {
  const elevationDeg = random.range(wishes.elevationDeg[0], wishes.elevationDeg[1]);
  const lens = wishes.lens ?? describeLens(random, wishes);
  const { widthMm, depthMm } = wishes.mat;
  const aim: Aim = {
    target: { x: widthMm / 2, y: depthMm / 2, z: 0 },
    azimuthRad: wishes.azimuthDeg === undefined ? radians(random.range(-40, 40)) * wishes.wildness : radians(wishes.azimuthDeg),
    elevationRad: radians(elevationDeg),
    rollRad: radians(random.range(-8, 8)) * wishes.wildness,
  };
  // In a fifth of the pictures the mat is partly outside, as with a hurried phone.
  const wholeMat = wishes.framing === 'whole';
  const cutOff = !wholeMat && (random.chance(0.2) || wishes.framing === 'cut');
  const fill = wholeMat ? random.range(0.84, 0.97) : cutOff ? random.range(1.02, 1.3) : random.range(0.7, 0.98);
  const place = placeToFill(lens, aim, wishes.mat, fill, wholeMat);
  const shiftPx = wholeMat ? Math.max(0, (1 - fill) * 0.3) : cutOff ? 0.22 : 0.06;
  const shifted = {
    ...place.aim,
    target: shiftTarget(place, random.range(-shiftPx, shiftPx) * wishes.widthPx, random.range(-shiftPx, shiftPx) * wishes.heightPx),
  };
  return { camera: cameraAt(lens, shifted, place.distanceMm, wishes.mat), elevationDeg };
}

/** The lens of a phone or webcam. */
export function describeLens(
  random: Random,
  { widthPx, heightPx, wildness }: Pick<CameraWishes, 'widthPx' | 'heightPx' | 'wildness'>,
): Lens {
  // The field of view is stated across the long side.
  const fovRad = radians(random.range(50, 82));
  const focal = Math.max(widthPx, heightPx) / 2 / Math.tan(fovRad / 2);
  // Barrel only as strong as a lens of this angle can have without its picture turning back on itself at the corners.
  const cornerSq = (widthPx ** 2 + heightPx ** 2) / (4 * focal ** 2);
  const strongest = Math.max(-0.18, -0.12 / cornerSq);
  const k1 = wildness * (random.chance(0.75) ? random.range(strongest, 0.04) : random.range(-0.05, 0.1));
  // A second coefficient of the other sign, as real lenses have it, small enough that the picture does not fold at its corners.
  const k2 = wildness * (random.range(-0.02, 0.02) - 0.15 * Math.min(0, k1) * random.next());
  return {
    widthPx,
    heightPx,
    fx: focal * (1 + random.normal(0.001)),
    fy: focal,
    cx: (widthPx - 1) / 2 + random.range(-0.01, 0.01) * widthPx * wildness,
    cy: (heightPx - 1) / 2 + random.range(-0.01, 0.01) * heightPx * wildness,
    distortion: [k1, k2, random.normal(0.0006) * wildness, random.normal(0.0006) * wildness, 0],
  };
}

/** The distance at which the mat's picture fills the wished share of the frame, by bisection, aimed so that it is centred. */
function placeToFill(lens: Lens, aim: Aim, mat: CameraWishes['mat'], fill: number, wholeMat: boolean) {
  let near = 600;
  let far = 2600;
  let current = aim;
  for (let i = 0; i < 18; i++) {
    const distanceMm = (near + far) / 2;
    const box = matBox(cameraAt(lens, current, distanceMm, mat), mat);
    if (box === undefined || box.fill > fill) near = distanceMm;
    else far = distanceMm;
    if (box !== undefined) current = { ...current, target: shiftTarget({ lens, aim: current, distanceMm }, -box.offU, -box.offV) };
  }
  const distanceMm = wholeMat ? far : Math.min(2300, Math.max(700, far));
  return { lens, aim: current, distanceMm };
}

/** Moves the aimed-at point so that the picture's content moves by (du, dv) px, to first order. */
function shiftTarget(place: { lens: Lens; aim: Aim; distanceMm: number }, du: number, dv: number): Point3 {
  const { aim, lens, distanceMm } = place;
  const mmPerPx = distanceMm / lens.fx;
  const sinA = Math.sin(aim.azimuthRad);
  const cosA = Math.cos(aim.azimuthRad);
  const right = -du * mmPerPx;
  const away = (dv * mmPerPx) / Math.max(0.5, Math.sin(aim.elevationRad));
  return { x: aim.target.x + cosA * right - sinA * away, y: aim.target.y + sinA * right + cosA * away, z: 0 };
}

function matBox(camera: Camera, mat: CameraWishes['mat']) {
  const xs = [0, 0.5, 1].map((f) => f * mat.widthMm);
  const ys = [0, 0.5, 1].map((f) => f * mat.depthMm);
  const pixels = xs.flatMap((x) => ys.map((y) => pixelFromTable(camera, { x, y, z: 0 })));
  if (pixels.some((p) => p === undefined)) return undefined;
  const us = pixels.map((p) => p!.u);
  const vs = pixels.map((p) => p!.v);
  const [u0, u1, v0, v1] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
  return {
    fill: Math.max((u1 - u0) / camera.widthPx, (v1 - v0) / camera.heightPx),
    offU: (u0 + u1) / 2 - (camera.widthPx - 1) / 2,
    offV: (v0 + v1) / 2 - (camera.heightPx - 1) / 2,
  };
}

/** The camera at the elevation above the mat's middle, looking at the target. */
function cameraAt(lens: Lens, aim: Aim, distanceMm: number, mat: CameraWishes['mat']): Camera {
  return cameraOver(lens, { x: mat.widthMm / 2, y: mat.depthMm / 2, z: 0 }, aim, distanceMm);
}

/** The camera at `distanceMm` from a point, at the aim's azimuth and elevation above it, which looks at the target. */
export function cameraOver(lens: Lens, over: Point3, aim: Aim, distanceMm: number): Camera {
  const { azimuthRad: a, elevationRad: e } = aim;
  const centre: Vec = [
    over.x + distanceMm * Math.cos(e) * Math.sin(a),
    over.y - distanceMm * Math.cos(e) * Math.cos(a),
    over.z + distanceMm * Math.sin(e),
  ];
  const forward = unit([aim.target.x - centre[0], aim.target.y - centre[1], -centre[2]]);
  const hint: Vec = [-Math.sin(a) * Math.sin(e), Math.cos(a) * Math.sin(e), Math.cos(e)];
  const right0 = unit(cross(forward, hint));
  const down0 = cross(forward, right0);
  const cos = Math.cos(aim.rollRad);
  const sin = Math.sin(aim.rollRad);
  const mix = (p: Vec, q: Vec, s: number, t: number): Vec => [s * p[0] + t * q[0], s * p[1] + t * q[1], s * p[2] + t * q[2]];
  const right = mix(right0, down0, cos, sin);
  const down = mix(right0, down0, -sin, cos);
  const r: Rotation = [...right, ...down, ...forward];
  return { ...lens, r, t: [-dot(right, centre), -dot(down, centre), -dot(forward, centre)] };
}

type Vec = [number, number, number];

const radians = (deg: number) => (deg * Math.PI) / 180;
const dot = (p: Vec, q: Vec) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vec, q: Vec): Vec => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
function unit(p: Vec): Vec {
  const length = Math.hypot(...p);
  return [p[0] / length, p[1] / length, p[2] / length];
}
