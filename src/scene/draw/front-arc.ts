import type { Point } from '../../geometry/point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import { baseHalf } from '../../pieces/bases.js';
import { BAND_MM, BANDS, NOMINAL } from '../../pieces/dimensions.js';
import type { Ship } from '../../table/table.js';
import type { Shape } from './overlay.js';

/** Resolution of a band's round ends: one point every 4°. */
const STEP_RAD = (4 * Math.PI) / 180;

/**
 * The front arc of a ship on a square base out to range 3 with its range bands, and its bullseye; nothing while its front is open. A band
 * is at a constant distance from the base's front edge (as VASSAL draws its arcs): straight before the edge, round about the two points
 * where the arc lines leave it.
 */
export function frontArcShapes(ship: Ship): Shape[] {
  const { id: shipId, base, pose, owner } = ship;
  if (ship.isFrontOpen) return [];
  const own = { shipId, ...(owner === undefined ? {} : { owner }) };
  const { x: w, y: h } = baseHalf(ship);
  const halfRad = (NOMINAL.frontArcDeg[base] * Math.PI) / 360;
  const exit: Point = { x: Math.min(w, h * Math.tan(halfRad)), y: h };
  const put = (points: readonly Point[]) => points.map((point) => tableFromPiece(pose, point));
  const reach = BAND_MM * BANDS;
  const end: Point = { x: exit.x + reach * Math.sin(halfRad), y: exit.y + reach * Math.cos(halfRad) };
  const bull = NOMINAL.bullseyeWidthMm / 2;
  const shapes: Shape[] = [];
  if (ship.arcs.includes('front')) {
    shapes.push({ role: 'arc-area', points: put([mirrored(exit), ...bandLine(exit, halfRad, reach), exit]), isClosed: true, ...own });
    for (let band = 1; band <= BANDS; band++) {
      shapes.push({
        role: 'arc-band',
        points: put(bandLine(exit, halfRad, band * BAND_MM)),
        isClosed: false,
        variant: String(band),
        ...own,
      });
    }
    shapes.push({ role: 'arc-edge', points: put([exit, end]), isClosed: false, ...own });
    shapes.push({ role: 'arc-edge', points: put([mirrored(exit), mirrored(end)]), isClosed: false, ...own });
  }
  if (ship.arcs.includes('bullseye')) {
    for (const x of [-bull, bull])
      shapes.push({
        role: 'bullseye',
        points: put([
          { x, y: h },
          { x, y: h + reach },
        ]),
        isClosed: false,
        ...own,
      });
  }
  return shapes;
}

/** All points in the arc at `reachMm` from the front edge, left to right, ship frame. */
function bandLine(exit: Point, halfRad: number, reachMm: number): Point[] {
  const steps = Math.max(2, Math.ceil(halfRad / STEP_RAD));
  const right = Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = (halfRad * step) / steps;
    return { x: exit.x + reachMm * Math.sin(angle), y: exit.y + reachMm * Math.cos(angle) };
  });
  return [...right.map(mirrored).reverse(), ...right];
}

const mirrored = ({ x, y }: Point): Point => ({ x: -x, y });
