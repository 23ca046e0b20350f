import type { BufferGeometry } from 'three';
import { GUIDE } from '../../pieces/dimensions.js';
import { createRandom, type Random } from '../random.js';
import type { BaseProfile, PlasticDescription, Rgb } from '../table-description.js';
import { createFacets, type Facets, type Rgba, type Vec3 } from './facets.js';

/** Material that colours the faces of one base. */
interface Glass {
  readonly facets: Facets;
  readonly random: Random;
  readonly plastic: PlasticDescription;
  readonly segments: number;
}

/** The plastic base: leaning sides, rails, front and rear walls, guides; ship frame (x right, y forward), mm. */
export function baseBodyGeometry(profile: BaseProfile, plastic: PlasticDescription): BufferGeometry {
  const facets = createFacets();
  const glass: Glass = { facets, random: createRandom(plastic.seed), plastic, segments: Math.max(4, Math.round(profile.halfMm / 4)) };
  for (const side of [1, -1]) addRail(glass, profile, side);
  for (const end of [1, -1]) addEnd(glass, profile, end);
  for (const end of [1, -1]) for (const side of [1, -1]) addGuide(glass, profile, side, end);
  return facets.geometry();
}

/** Left or right: leaning outer wall, flat top, inner wall down to the tile. */
function addRail(glass: Glass, p: BaseProfile, side: number): void {
  const h = p.halfMm;
  const top = p.railTopMm;
  const outer = h - p.leanMm;
  const inner = p.railInnerMm;
  addBand(glass, [side * h, -side * h, 0], [side * h, side * h, 0], [side * outer, side * h, top], [side * outer, -side * h, top]);
  addBand(
    glass,
    [side * outer, -side * h, top],
    [side * outer, side * h, top],
    [side * inner, side * h, top],
    [side * inner, -side * h, top],
  );
  addBand(
    glass,
    [side * inner, -side * h, top],
    [side * inner, side * h, top],
    [side * inner, side * h, p.floorMm],
    [side * inner, -side * h, p.floorMm],
  );
}

/** Front or rear: the wall between the rails, its lip, and the rails' ends. */
function addEnd(glass: Glass, p: BaseProfile, end: number): void {
  const y = end * p.halfMm;
  const inner = p.railInnerMm;
  const h = p.halfMm;
  addBand(glass, [end * inner, y, 0], [-end * inner, y, 0], [-end * inner, y, p.wallMm], [end * inner, y, p.wallMm]);
  const lipY = end * p.tileHalfLengthMm;
  if (p.halfMm - p.tileHalfLengthMm > 0.25) {
    addBand(glass, [end * inner, y, p.wallMm], [-end * inner, y, p.wallMm], [-end * inner, lipY, p.wallMm], [end * inner, lipY, p.wallMm]);
  }
  const outer = h - p.leanMm;
  for (const side of [1, -1]) {
    const a: Vec3 = [side * inner, y, 0];
    const b: Vec3 = [side * h, y, 0];
    const c: Vec3 = [side * outer, y, p.railTopMm];
    const d: Vec3 = [side * inner, y, p.railTopMm];
    const colour = edgeColour(glass, glass.random.next() * 0.5);
    if (side * end > 0) glass.facets.quad(b, a, d, c, colour);
    else glass.facets.quad(a, b, c, d, colour);
  }
}

/** A rounded nub that the templates fit between. */
function addGuide(glass: Glass, p: BaseProfile, side: number, end: number): void {
  const y0 = end * (p.halfMm - 0.05);
  const reach = p.guideReachMm;
  const inner = GUIDE.innerMm + 0.15;
  const outer = GUIDE.outerMm - 0.15;
  const outline: [number, number][] = [];
  for (let i = 0; i <= 6; i++) {
    const t = (i / 6) * Math.PI;
    const x = (inner + outer) / 2 - ((outer - inner) / 2) * Math.cos(t);
    outline.push([side * x, y0 + end * reach * Math.min(1, 1.15 * Math.sin(t))]);
  }
  const height = p.guideHeightMm;
  const clockwise = side * end > 0;
  const points = clockwise ? outline.slice().reverse() : outline;
  for (let i = 0; i < points.length - 1; i++) {
    const a = points[i]!;
    const b = points[i + 1]!;
    const bright = edgeColour(glass, edgeBrightness(glass));
    glass.facets.quad([a[0], a[1], 0], [b[0], b[1], 0], [b[0], b[1], height], [a[0], a[1], height], bright);
    glass.facets.triangle(
      [a[0], a[1], height],
      [b[0], b[1], height],
      [(side * (inner + outer)) / 2, y0, height],
      edgeColour(glass, edgeBrightness(glass) * 0.8),
    );
  }
}

/** A face from edge a–b to edge d–c, with a line of broken brightness along both edges and a fainter fill between. */
function addBand(glass: Glass, a: Vec3, b: Vec3, c: Vec3, d: Vec3): void {
  const { facets, segments, plastic } = glass;
  const width = Math.hypot(a[0] - d[0], a[1] - d[1], a[2] - d[2]);
  const line = Math.min(0.45, plastic.edgeWidthMm / width);
  const low = brightnessAlong(glass);
  const high = brightnessAlong(glass);
  const tone = brightnessAlong(glass);
  for (let i = 0; i < segments; i++) {
    const s = i / segments;
    const e = (i + 1) / segments;
    const at = (along: number, across: number): Vec3 => mix(mix(a, b, along), mix(d, c, along), across);
    const stretch = (from: number, to: number, colours: readonly number[], scale: number) => {
      const c0 = edgeColour(glass, colours[i]! * scale);
      const c1 = edgeColour(glass, colours[i + 1]! * scale);
      facets.quad(at(s, from), at(e, from), at(e, to), at(s, to), [c0, c1, c1, c0]);
    };
    stretch(0, line, low, 1);
    stretch(line, 1 - line, tone, plastic.haze);
    stretch(1 - line, 1, high, 1);
  }
}

function mix(p: Vec3, q: Vec3, t: number): Vec3 {
  return [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t];
}

/** Brightness of a refraction line along an edge: stretches of light, stretches of dark, some sparkle. */
function brightnessAlong(glass: Glass): number[] {
  const { random, segments } = glass;
  let level = edgeBrightness(glass);
  return Array.from({ length: segments + 1 }, () => {
    if (random.chance(0.35)) level = edgeBrightness(glass);
    return level * random.range(0.7, 1.3);
  });
}

/** Brightness of one stretch of an edge: −1 (dark) … 1.4 (a blazing line). */
function edgeBrightness({ random, plastic }: Glass): number {
  if (random.chance(plastic.edgeDarkness)) return -random.next();
  return random.next() ** plastic.edgeSparsity * 1.4;
}

function edgeColour({ plastic, random }: Glass, brightness: number): Rgba {
  const strength = brightness * plastic.edgeStrength;
  const [r, g, b] = strength > 0.15 && random.chance(0.12) ? bled(plastic, random) : plastic.colour;
  if (plastic.opacity >= 1) {
    const lift = 0.25 * strength;
    return [clampUp(r + lift), clampUp(g + lift), clampUp(b + lift), 1];
  }
  if (strength < 0) return [r * 0.08, g * 0.08, b * 0.08, Math.min(0.95, plastic.opacity + 0.8 * -strength)];
  const gain = 0.6 + 0.9 * strength;
  return [r * gain, g * gain, b * gain, Math.min(0.97, plastic.opacity + 0.75 * strength)];
}

/** Glass carries the print's colours to its rim: some stretches of a line are tinted. */
function bled({ colour }: PlasticDescription, random: Random): Rgb {
  const tint = random.int(0, 2);
  const part = (channel: 0 | 1 | 2) => colour[channel] * (channel === tint ? 1 : random.range(0.3, 0.8));
  return [part(0), part(1), part(2)];
}

const clampUp = (v: number) => Math.max(0.003, v);
