import type { Point } from '../../geometry/point.js';
import { DEVICES, OBSTACLES, type Token } from '../../pieces/obstacles.js';
import { allTemplates, templateOutline } from '../../pieces/templates.js';

/** One side of a tournament obstacle as the matcher needs it: relative to its centroid, so that a turn moves it least. */
export interface ObstacleShape {
  readonly token: Token;
  readonly mirrored: boolean;
  /** Centroid of the outline in the token's own frame (that of its side), mm. */
  readonly centroid: Point;
  readonly areaMm2: number;
  /** The farthest point of the outline from the centroid, mm. */
  readonly radiusMm: number;
  readonly coarse: Contour;
  readonly fine: Contour;
}

/** Evenly spaced points of an outline, relative to its centroid, with the directions that they face. */
export interface Contour {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Outward unit normals. */
  readonly nx: Float64Array;
  readonly ny: Float64Array;
  /** Their angle from x towards y, rad. */
  readonly facingRad: Float64Array;
  /** Length of the outline that each point stands for, mm. */
  readonly length: number;
  readonly count: number;
}

const COARSE_MM = 5;
const FINE_MM = 2;
/** Length of the chords of an outline, mm: the outlines come from masks of 0.35 mm pixels, whose stairs vanish at this length. */
const CHORD_MM = 2.5;

/** All sides of the given tokens: unchanged, and mirrored. */
function shapesOf(tokens: readonly Token[]): readonly ObstacleShape[] {
  return tokens.flatMap((token) => [shapeOf(token, false), shapeOf(token, true)]);
}

let known: readonly ObstacleShape[] | undefined;

/** The 30 tournament obstacles, both sides up. */
export function tournamentShapes(): readonly ObstacleShape[] {
  known ??= shapesOf(OBSTACLES);
  return known;
}

/** Pilot card, upgrade card, dial (TTS Dim.lua) and the squares of bases, mm. */
const CARDS_MM = [
  [63.5, 88],
  [41, 63],
  [54, 54],
  [40, 40],
  [60, 60],
  [80, 80],
] as const;

let others: readonly ObstacleShape[] | undefined;

/** Cups, coins, round tokens and prints on mats, mm across. */
const DISCS_MM = [25, 30, 35, 40, 50, 60, 75];
/** Distance from the middle beyond which the matcher does not search, which excludes longer templates, mm. */
const LONGEST_MM = 62;

/** Other things on a mat that might be mistaken for an obstacle: cards, bases, round things, templates, devices and tokens. */
export function otherShapes(): readonly ObstacleShape[] {
  others ??= [
    ...CARDS_MM.map(([width, length]) => shapeOf(plain('card', rectangle(width, length)), false)),
    ...DISCS_MM.map((across) => shapeOf(plain('disc', disc(across)), false)),
    ...shapesOf([...allTemplates().map((one) => plain('template', templateOutline(one))), ...DEVICES]),
  ].filter(({ radiusMm }) => radiusMm < LONGEST_MM);
  return others;
}

/** The outline of a token with that side up, in its own frame, counter-clockwise, mm. */
export function outlineOf({ token, mirrored }: ObstacleShape): readonly Point[] {
  return mirrored ? token.outline.map(({ x, y }) => ({ x: -x, y })).reverse() : token.outline;
}

function plain(kind: string, outline: readonly Point[]): Token {
  return { xws: kind, name: kind, kind, outline };
}

function disc(acrossMm: number): Point[] {
  const sides = 48;
  return Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides;
    return { x: (acrossMm / 2) * Math.cos(angle), y: (acrossMm / 2) * Math.sin(angle) };
  });
}

function rectangle(width: number, length: number): Point[] {
  const [x, y] = [width / 2, length / 2];
  return [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ];
}

/** One side of a token. */
export function shapeOf(token: Token, mirrored: boolean): ObstacleShape {
  const ring = mirrored ? token.outline.map(({ x, y }) => ({ x: -x, y })).reverse() : token.outline;
  const { areaMm2, centroid } = momentsOf(ring);
  const centred = ring.map(({ x, y }) => ({ x: x - centroid.x, y: y - centroid.y }));
  return {
    token,
    mirrored,
    centroid,
    areaMm2,
    radiusMm: Math.max(...centred.map(({ x, y }) => Math.hypot(x, y))),
    coarse: contourOf(centred, COARSE_MM),
    fine: contourOf(centred, FINE_MM),
  };
}

/** Area (mm², positive for a counter-clockwise ring) and centroid of a ring. */
export function momentsOf(ring: readonly Point[]): { readonly areaMm2: number; readonly centroid: Point } {
  let twice = 0;
  let x = 0;
  let y = 0;
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length]!;
    const cross = p.x * q.y - q.x * p.y;
    twice += cross;
    x += (p.x + q.x) * cross;
    y += (p.y + q.y) * cross;
  });
  return { areaMm2: twice / 2, centroid: { x: x / (3 * twice), y: y / (3 * twice) } };
}

function contourOf(ring: readonly Point[], spacingMm: number): Contour {
  const along = [0];
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length]!;
    along.push(along[i]! + Math.hypot(q.x - p.x, q.y - p.y));
  });
  const lengthMm = along[ring.length]!;
  const count = Math.max(12, Math.round(lengthMm / spacingMm));
  const [x, y, nx, ny] = [new Float64Array(count), new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const step = lengthMm / count;
  for (let i = 0; i < count; i++) {
    const p = pointAlong(ring, along, i * step);
    const before = pointAlong(ring, along, i * step - CHORD_MM / 2);
    const after = pointAlong(ring, along, i * step + CHORD_MM / 2);
    const chord = Math.hypot(after.x - before.x, after.y - before.y);
    x[i] = p.x;
    y[i] = p.y;
    nx[i] = (after.y - before.y) / chord;
    ny[i] = -(after.x - before.x) / chord;
  }
  return { x, y, nx, ny, facingRad: nx.map((along, i) => Math.atan2(ny[i]!, along)), length: step, count };
}

/**
 * The point of a ring at a distance along it (mm), any number of times around; `along`: the distances of its corners, the first one’s
 * return included.
 */
function pointAlong(ring: readonly Point[], along: readonly number[], atMm: number): Point {
  const lengthMm = along[ring.length]!;
  const wrapped = ((atMm % lengthMm) + lengthMm) % lengthMm;
  let i = 0;
  for (let end = ring.length; end - i > 1; ) {
    const middle = (i + end) >> 1;
    if (along[middle]! <= wrapped) i = middle;
    else end = middle;
  }
  const p = ring[i]!;
  const q = ring[(i + 1) % ring.length]!;
  const t = (wrapped - along[i]!) / Math.max(1e-9, along[i + 1]! - along[i]!);
  return { x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) };
}
