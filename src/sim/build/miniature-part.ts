import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Shape,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import type { Random } from '../random.js';

/** Index of one of the five paints: hull, second tone, dark, accent, glow. */
export type PaintIndex = 0 | 1 | 2 | 3 | 4;

/** A piece of a miniature: x right, y forward, z up, in units of about half the ship's span. */
export interface MiniaturePart {
  readonly geometry: BufferGeometry;
  readonly at: readonly [number, number, number];
  /** Turned about x, then y, then z, radians. */
  readonly turn?: readonly [number, number, number];
  readonly size?: readonly [number, number, number];
  readonly paint: PaintIndex;
}

/** Makes the parts of one miniature. */
export type MiniatureKind = (random: Random) => MiniaturePart[];

type Triple = readonly [number, number, number];

export function box(size: Triple, at: Triple, paint: PaintIndex, turn: Triple = [0, 0, 0]): MiniaturePart {
  return { geometry: new BoxGeometry(1, 1, 1), at, size, turn, paint };
}

/** A round bar along y. */
export function bar(radius: number, length: number, at: Triple, paint: PaintIndex, noseRadius = radius): MiniaturePart {
  return { geometry: new CylinderGeometry(noseRadius, radius, length, 10), at, paint };
}

/** A disc or drum standing along z. */
export function drum(radius: number, height: number, at: Triple, paint: PaintIndex, topRadius = radius): MiniaturePart {
  return { geometry: new CylinderGeometry(topRadius, radius, height, 22).rotateX(Math.PI / 2), at, paint };
}

export function ball(size: Triple, at: Triple, paint: PaintIndex): MiniaturePart {
  return { geometry: new SphereGeometry(0.5, 14, 9), at, size, paint };
}

/** A cone pointing forward. */
export function spike(radius: number, length: number, at: Triple, paint: PaintIndex, sides = 10): MiniaturePart {
  return { geometry: new ConeGeometry(radius, length, sides), at, paint };
}

/** A ring lying flat. */
export function ring(radius: number, thickness: number, at: Triple, paint: PaintIndex, turn: Triple = [0, 0, 0]): MiniaturePart {
  return { geometry: new TorusGeometry(radius, thickness, 7, 26), at, turn, paint };
}

/** A flat outline in x and y, extruded upwards. */
export function plate(
  outline: readonly (readonly [number, number])[],
  thickness: number,
  at: Triple,
  paint: PaintIndex,
  turn: Triple = [0, 0, 0],
): MiniaturePart {
  const shape = new Shape();
  outline.forEach(([x, y], i) => {
    if (i === 0) shape.moveTo(x, y);
    else shape.lineTo(x, y);
  });
  const geometry = new ExtrudeGeometry(shape, { depth: thickness, bevelEnabled: false });
  return { geometry: geometry.translate(0, 0, -thickness / 2), at, turn, paint };
}
