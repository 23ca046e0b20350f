import { BufferGeometry, Float32BufferAttribute } from 'three';

export type Vec3 = readonly [number, number, number];
export type Rgba = readonly [number, number, number, number];

/** Collects flat-shaded, coloured faces and makes one mesh geometry of them. */
export interface Facets {
  /** Corners counter-clockwise seen from outside; one colour, or one for each corner. */
  quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3, colour: Rgba | readonly [Rgba, Rgba, Rgba, Rgba]): void;
  triangle(a: Vec3, b: Vec3, c: Vec3, colour: Rgba): void;
  geometry(): BufferGeometry;
}

export function createFacets(): Facets {
  const positions: number[] = [];
  const normals: number[] = [];
  const colours: number[] = [];
  const triangle = (a: Vec3, b: Vec3, c: Vec3, ca: Rgba, cb: Rgba, cc: Rgba) => {
    const ux = b[0] - a[0];
    const uy = b[1] - a[1];
    const uz = b[2] - a[2];
    const vx = c[0] - a[0];
    const vy = c[1] - a[1];
    const vz = c[2] - a[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.hypot(nx, ny, nz) || 1;
    positions.push(...a, ...b, ...c);
    for (let i = 0; i < 3; i++) normals.push(nx / length, ny / length, nz / length);
    colours.push(...ca, ...cb, ...cc);
  };
  return {
    triangle: (a, b, c, colour) => triangle(a, b, c, colour, colour, colour),
    quad: (a, b, c, d, colour) => {
      const [ca, cb, cc, cd] = typeof colour[0] === 'number' ? [colour, colour, colour, colour] : colour;
      triangle(a, b, c, ca as Rgba, cb as Rgba, cc as Rgba);
      triangle(a, c, d, ca as Rgba, cc as Rgba, cd as Rgba);
    },
    geometry: () => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
      geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
      geometry.setAttribute('color', new Float32BufferAttribute(colours, 4));
      return geometry;
    },
  };
}
