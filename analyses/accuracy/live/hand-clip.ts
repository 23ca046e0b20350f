import type { Camera } from '../../../src/geometry/camera.js';
import { inRadians } from '../../../src/geometry/degrees.js';
import { cameraOver } from '../../../src/sim/describe/describe-camera.js';
import { describeTable } from '../../../src/sim/describe-table.js';
import type { TableDescription } from '../../../src/sim/table-description.js';
import { rotationMatrix } from '../../../src/vision/solve/camera-params.js';
import type { FlightFrame } from '../../simulate/picture-page.js';

/** What a hand does with the phone, and for how long, s. */
const PARTS = [
  { name: 'hold', s: 3 },
  { name: 'walk in', s: 3 },
  { name: 'around', s: 3 },
  { name: 'pan away and back', s: 3 },
  { name: 'carry', s: 1 },
  { name: 'hold after', s: 2 },
] as const;

export type PartName = (typeof PARTS)[number]['name'];

/** One frame of a clip with its truth. */
export interface ClipFrame {
  readonly part: PartName;
  readonly camera: Camera;
  readonly ships: readonly { readonly id: string; readonly x: number; readonly y: number; readonly headingDeg: number }[];
  /** A ship is being carried, or stands elsewhere than in the first frame. */
  readonly isMoved: boolean;
}

export interface HandClip {
  readonly table: TableDescription;
  readonly perSecond: number;
  readonly frames: readonly ClipFrame[];
  /** The ships about whose distance is asked; the first is carried at the end. */
  readonly asked: readonly [string, string];
}

/** How a hand shakes: degrees about each axis and mm along each, at some frequencies (Hz) each. */
const SHAKE = { deg: 0.5, mm: 4, hz: [0.7, 1.9, 4.3] } as const;
/** How far the hand goes around the table and turns away, and what part of its distance it goes in. */
const AROUND_DEG = 35;
const AWAY_DEG = 35;
const NEARER = 0.35;

/** When the first of the ships that are asked about is carried, from which share of that part on, and how far, mm. */
const CARRIES = {
  after: { during: 'carry', from: 0, mm: 110 },
  around: { during: 'around', from: 1 / 3, mm: 110 },
  away: { during: 'around', from: 1 / 3, mm: 1500 },
} as const satisfies Record<string, { readonly during: PartName; readonly from: number; readonly mm: number }>;

/**
 * 'after': once the camera is still again, to another place; 'around': to there while the camera goes around the table; 'away': off the table meanwhile.
 */
export type Carry = keyof typeof CARRIES;

/** A phone in a hand over a table of a look that no net was trained on: every frame's camera and ships. */
export function handClip(seed: number, { perSecond = 10, heightPx = 720, carry = 'after' as Carry } = {}): HandClip {
  const widthPx = Math.round((heightPx * 16) / 9);
  const table = describeTable(seed, {
    split: 'test',
    widthPx,
    heightPx,
    elevationDeg: [50, 60],
    framing: 'whole',
    ships: [5, 6],
    wildness: 0.2,
  });
  const [first, second] = nearestTwo(table);
  const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2, z: 0 };
  const { camera } = table;
  const mat = { x: table.mat.widthMm / 2, y: table.mat.depthMm / 2, z: 0 };
  const start = poseOf(camera, mat);
  const carryTo = Math.atan2(mat.y - first.y, mat.x - first.x);
  const frames: ClipFrame[] = [];
  const carried = CARRIES[carry];
  let shares = { in: 0, around: 0, carried: 0 };
  for (const { name, s } of PARTS) {
    const count = Math.round(s * perSecond);
    for (let i = 0; i < count; i++) {
      const share = smooth((i + 1) / count);
      let yawDeg = 0;
      if (name === 'walk in') shares = { ...shares, in: share };
      if (name === 'around') shares = { ...shares, around: share };
      if (name === carried.during)
        shares = { ...shares, carried: smooth(Math.max(0, ((i + 1) / count - carried.from) / (1 - carried.from))) };
      if (name === 'pan away and back') yawDeg = AWAY_DEG * Math.sin(Math.PI * share) ** 2;
      const target = { x: mix(mat.x, middle.x, shares.in), y: mix(mat.y, middle.y, shares.in), z: 0 };
      const aim = {
        target,
        azimuthRad: start.azimuthRad + inRadians(AROUND_DEG) * shares.around,
        elevationRad: start.elevationRad,
        rollRad: inRadians(2),
      };
      const steady = cameraOver(camera, target, aim, start.distanceMm * (1 - NEARER * shares.in));
      const by = carried.mm * shares.carried;
      frames.push({
        part: name,
        camera: shaken(steady, frames.length / perSecond, seed, frames.length === 0 ? 0 : 1, yawDeg),
        ships: [{ id: first.id, x: first.x + by * Math.cos(carryTo), y: first.y + by * Math.sin(carryTo), headingDeg: first.headingDeg }],
        isMoved: shares.carried > 0,
      });
    }
  }
  return { table: { ...table, camera: frames[0]!.camera }, perSecond, frames, asked: [first.id, second.id] };
}

/** What the renderer is given for each frame after the first. */
export function flightOf({ frames }: HandClip): readonly FlightFrame[] {
  return frames.slice(1).map(({ camera: { r, t }, ships }) => ({ camera: { r, t }, ships }));
}

function nearestTwo({ ships }: TableDescription) {
  const pairs = ships.flatMap((a, i) => ships.slice(i + 1).map((b) => ({ a, b, mm: Math.hypot(a.x - b.x, a.y - b.y) })));
  const { a, b } = pairs.filter(({ mm }) => mm > 150).sort((p, q) => p.mm - q.mm)[0]!;
  return [a, b] as const;
}

/** From where a camera looks at a point. */
function poseOf({ r, t }: Camera, at: { readonly x: number; readonly y: number }) {
  const centre = [0, 1, 2].map((i) => -(r[i]! * t[0] + r[i + 3]! * t[1] + r[i + 6]! * t[2]));
  const [dx, dy] = [at.x - centre[0]!, at.y - centre[1]!];
  return {
    azimuthRad: Math.atan2(-dx, dy),
    elevationRad: Math.atan2(centre[2]!, Math.hypot(dx, dy)),
    distanceMm: Math.hypot(dx, dy, centre[2]!),
  };
}

function shaken(camera: Camera, s: number, seed: number, amount: number, yawDeg: number): Camera {
  const wave = (axis: number, most: number) =>
    amount * SHAKE.hz.reduce((sum, hz, k) => sum + (most / (k + 1.6)) * Math.sin(2 * Math.PI * hz * s + seed + 1.7 * axis + 2.3 * k), 0);
  const turn = rotationMatrix(inRadians(wave(0, SHAKE.deg)), inRadians(wave(1, SHAKE.deg) + yawDeg), inRadians(wave(2, SHAKE.deg)));
  const { r, t } = camera;
  const moved = t.map((value, i) => value + wave(3 + i, SHAKE.mm));
  const rows = [0, 3, 6];
  return {
    ...camera,
    r: rows.flatMap((row) =>
      [0, 1, 2].map((j) => turn[row]! * r[j]! + turn[row + 1]! * r[j + 3]! + turn[row + 2]! * r[j + 6]!),
    ) as unknown as Camera['r'],
    t: rows.map((row) => turn[row]! * moved[0]! + turn[row + 1]! * moved[1]! + turn[row + 2]! * moved[2]!) as unknown as Camera['t'],
  };
}

const mix = (a: number, b: number, share: number) => a + share * (b - a);
const smooth = (share: number) => share * share * (3 - 2 * share);
