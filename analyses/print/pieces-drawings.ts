import type { Point } from '../../src/geometry/point.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';
import { clipRing, newClip } from '../../src/geometry/ring.js';
import { execute, travelPath } from '../../src/judge/maneuver/execute.js';
import { centreLine } from '../../src/judge/maneuver/guided-path.js';
import { type ArcKind, arcRegion } from '../../src/pieces/arcs.js';
import type { BaseSize, ShipBase } from '../../src/pieces/base-size.js';
import { baseCorners, baseOutline, guides, halfSideMm, hashmarks } from '../../src/pieces/bases.js';
import { BAND_MM, BANDS, MAT_MM, NOMINAL, STRAIGHT_STEP_MM } from '../../src/pieces/dimensions.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { OBSTACLES } from '../../src/pieces/obstacles.js';
import { allTemplates, type Template, templateOutline } from '../../src/pieces/templates.js';
import type { Ship, Table } from '../../src/table/table.js';
import { CARD, type Drawing, dot, INK, type Look, label, OTHER, outline, polyline, SHIP } from './svg.js';

const HERE: Pose = { x: 0, y: 0, headingRad: 0 };

/** A base with its guides and hashmarks. */
function baseShapes(base: ShipBase, pose: Pose, look: Look): string[] {
  const at = (point: Point) => tableFromPiece(pose, point);
  return [
    ...(base === 'huge' ? [] : guides(base)).map((guide) => outline(guide.outline.map(at), look)),
    outline(baseOutline(base, pose), look),
    ...Object.values(hashmarks(base)).map((point) => dot(at(point), 1.2, look.stroke)),
    polyline([at({ x: 0, y: 0 }), at({ x: 0, y: halfSideMm(base) * 0.6 })], look),
  ];
}

/** A template laid at the front edge of a base, or a part of it. */
function laidTemplate(start: Pose, bend: number, template: Template, look: Look, toMm = template.lengthMm): string {
  const side = bend < 0 ? -1 : 1;
  return outline(
    templateOutline(template, toMm).map(({ x, y }) => tableFromPiece(start, { x: side * x, y })),
    look,
  );
}

/** All templates, in rows by kind. */
export function templatesDrawing(): Drawing {
  const shapes: string[] = [];
  const card: Look = { stroke: CARD, fill: CARD, opacity: 0.5 };
  const rowOf = { straight: 0, bank: 1, turn: 2 };
  for (const template of allTemplates()) {
    const x = (template.speed - 1) * (template.kind === 'straight' ? 55 : 115);
    const y = -rowOf[template.kind] * 190 + (rowOf[template.kind] === 2 ? 60 : 0);
    shapes.push(laidTemplate({ x, y, headingRad: 0 }, 1, template, card));
    const middle = Array.from({ length: 21 }, (_, i) => centreLine(template, (i / 20) * template.lengthMm));
    shapes.push(
      polyline(
        middle.map((p) => ({ x: x + p.x, y: y + p.y })),
        { dash: '3 2', widthMm: 0.5 },
      ),
    );
    shapes.push(label({ x, y: y - 10 }, `${template.kind} ${template.speed}`));
  }
  return { title: 'Movement templates', left: -30, low: -340, right: 340, high: 5 * STRAIGHT_STEP_MM + 10, shapes };
}

/** One arc of one base, with the ruler's bands. */
export function arcsDrawing(base: BaseSize, arc: ArcKind): Drawing {
  const title = `${arc} arc of a ${base} base, bands of ${BAND_MM} mm`;
  return bandsDrawing(title, baseCorners(base), arcRegion(base, arc).sides, baseShapes(base, HERE, { stroke: INK }));
}

/** The front arc of a huge base, whose lines leave it at its sides. */
export function hugeDrawing(): Drawing {
  return bandsDrawing(`front arc of a huge base, bands of ${BAND_MM} mm`, baseCorners('huge'), arcRegion('huge', 'front').sides, []);
}

/** The bands of the ruler around a base as far as they lie in an arc; the base itself is drawn over them. */
function bandsDrawing(title: string, corners: readonly Point[], sides: readonly number[], over: readonly string[]): Drawing {
  const area = (mm: number) => clipped(grownBase(corners, mm), sides);
  const shapes: string[] = [];
  for (let band = BANDS; band >= 1; band--) {
    shapes.push(outline(area(band * BAND_MM), { fill: SHIP, stroke: SHIP, opacity: 0.18, widthMm: 1 }));
  }
  shapes.push(outline(corners, { fill: '#ffffff', stroke: INK, opacity: 1 }), ...over);
  const shown = [...area(BANDS * BAND_MM), ...corners];
  const xs = shown.map(({ x }) => x);
  const ys = shown.map(({ y }) => y);
  return { title, left: Math.min(...xs) - 6, low: Math.min(...ys) - 6, right: Math.max(...xs) + 6, high: Math.max(...ys) + 6, shapes };
}

/** What lies within a distance of a convex outline, its corners rounded in steps of 3 degrees. */
function grownBase(part: readonly Point[], byMm: number): readonly Point[] {
  const circle = Array.from({ length: 120 }, (_, i) => ({
    x: byMm * Math.cos((i * Math.PI) / 60),
    y: byMm * Math.sin((i * Math.PI) / 60),
  }));
  return hull(part.flatMap((corner) => circle.map(({ x, y }) => ({ x: corner.x + x, y: corner.y + y }))));
}

function clipped(area: readonly Point[], sides: readonly number[]): readonly Point[] {
  const clip = newClip(area.length);
  clipRing(
    clip,
    area.flatMap(({ x, y }) => [x, y]),
    sides,
    0,
  );
  return Array.from({ length: clip.count }, (_, i) => ({ x: clip.ring[2 * i]!, y: clip.ring[2 * i + 1]! }));
}

/** Convex hull, counter-clockwise (monotone chain). */
function hull(points: readonly Point[]): readonly Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const chain = (row: readonly Point[]) => {
    const kept: Point[] = [];
    for (const p of row) {
      for (;;) {
        const [a, b] = [kept.at(-2), kept.at(-1)];
        if (!a || !b || (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

export const BUMP_CODE = '2YW';

/** The worked example: two ships where a turn would end. */
export function bumpTable(): Table {
  const ship = (id: string, base: BaseSize, x: number, y: number, headingDeg: number): Ship => {
    const covariance = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };
    return { id, base, pose: { x, y, headingRad: (headingDeg * Math.PI) / 180 }, covariance, arcs: ['front'] };
  };
  const ships = [ship('mover', 'small', 100, 100, 0), ship('far ship', 'small', 197, 187, 15), ship('near ship', 'medium', 145, 213, 30)];
  return { widthMm: MAT_MM, depthMm: MAT_MM, ships, obstacles: [], devices: [] };
}

/** The worked example: start, intended end, the way back in steps, and where it stops. */
export function bumpDrawing(): Drawing {
  const table = bumpTable();
  const maneuver = parseManeuver(BUMP_CODE);
  const [mover, ...others] = table.ships;
  const found = execute(table, 'mover', maneuver);
  const path = travelPath(mover!, maneuver, NOMINAL);
  const half = halfSideMm(mover!.base);
  const shapes = [
    laidTemplate(path.start, path.bend, path.template, { stroke: CARD, fill: CARD, opacity: 0.3 }),
    laidTemplate(path.start, path.bend, path.template, { stroke: CARD, fill: CARD, opacity: 0.5 }, Math.max(0.1, found.rearAlongMm)),
    polyline(lineOf(path.start, path.bend, path.template, 2 * half), { dash: '3 2', widthMm: 0.6 }),
    ...others.flatMap((other) => [
      ...baseShapes(other.base, other.pose, { stroke: OTHER }),
      label({ x: other.pose.x + 34, y: other.pose.y + 34 }, other.id, 7, 'start'),
    ]),
    ...baseShapes(mover!.base, mover!.pose, { stroke: SHIP, dash: '2 2' }),
    ...baseShapes(mover!.base, found.intended, { stroke: SHIP, dash: '1 3' }),
    ...baseShapes(mover!.base, found.end, { stroke: SHIP, fill: SHIP, opacity: 0.2 }),
    ...[-half, half].map((y) => dot(tableFromPiece(found.end, { x: 0, y }), 2.2, SHIP)),
  ];
  return { title: 'A partially executed turn', left: 60, low: 60, right: 300, high: 270, shapes };
}

/** The centre line of a laid template with its straight continuations. */
function lineOf(start: Pose, bend: number, template: Template, beyondMm: number): readonly Point[] {
  const steps = 60;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const { x, y } = centreLine(template, -beyondMm + (i / steps) * (template.lengthMm + 2 * beyondMm));
    return tableFromPiece(start, { x: bend < 0 ? -x : x, y });
  });
}

/** The three placements of a Tallon Roll. */
export function rollDrawing(): Drawing {
  const table = { ...bumpTable(), ships: bumpTable().ships.slice(0, 1) };
  const maneuver = parseManeuver('2RR');
  const [mover] = table.ships;
  const path = travelPath(mover!, maneuver, NOMINAL);
  const shapes = [
    laidTemplate(path.start, path.bend, path.template, { stroke: CARD, fill: CARD, opacity: 0.5 }),
    ...baseShapes(mover!.base, mover!.pose, { stroke: SHIP, dash: '2 2' }),
  ];
  (['left', 'middle', 'right'] as const).forEach((align, i) => {
    const { end } = execute(table, 'mover', maneuver, { align });
    shapes.push(...baseShapes(mover!.base, end, { stroke: [SHIP, OTHER, INK][i]! }));
    shapes.push(label({ x: end.x + 26, y: end.y - 2 }, align, 7, 'start'));
  });
  return { title: 'Tallon Roll right, speed 2', left: 60, low: 60, right: 280, high: 240, shapes };
}

/** All tournament obstacles in rows. */
export function obstaclesDrawing(): Drawing {
  const shapes = OBSTACLES.flatMap(({ xws, outline: points }, i) => {
    const at = { x: (i % 6) * 115, y: -Math.floor(i / 6) * 95 };
    const placed = points.map(({ x, y }) => ({ x: at.x + x, y: at.y + y }));
    return [outline(placed, { stroke: OTHER, fill: OTHER, opacity: 0.5 }), label({ x: at.x, y: at.y - 44 }, xws)];
  });
  return { title: 'Tournament obstacles', left: -60, low: -440, right: 635, high: 50, shapes };
}
