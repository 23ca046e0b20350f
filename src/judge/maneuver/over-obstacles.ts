import { boxOutlineGap } from '../../geometry/box-outline.js';
import { type Pose, pieceFromTable } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { halfSideMm } from '../../pieces/bases.js';
import { NOMINAL } from '../../pieces/dimensions.js';
import type { Maneuver } from '../../pieces/maneuver.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { Obstacle, Table } from '../../table/table.js';
import { blockersOf } from '../core/blockers.js';
import { type Judgement, judge } from '../core/judgement.js';
import { type Execution, travelPath } from './execute.js';
import { isUnderTemplate } from './under-template.js';

/** An obstacle, and whether a ship moved through it or overlaps it. */
export interface OverObstacle {
  readonly obstacle: Obstacle;
  readonly over: Judgement;
}

/** Largest margin that is determined, mm; beyond it the answer is no less certain. */
const FAR_MM = 64;

/**
 * For every obstacle whether a maneuver takes a ship through it or onto it (template or base over it; of a stationary ship: at range 0,
 * MAN-17), given that it ends fully or partially. Margins in mm. The uncertainty is that of the ship's place and heading carried to the end of
 * the move, of the obstacle's place, and after a partial move of the ships in the way; all taken in their worst direction.
 */
export function overObstacles(
  table: Table,
  shipId: string,
  maneuver: Maneuver,
  execution: Execution,
  isFull: boolean,
): readonly OverObstacle[] {
  const index = table.ships.findIndex(({ id }) => id === shipId);
  const ship = table.ships[index]!;
  const end = isFull ? execution.intended : execution.end;
  const half = halfSideMm(ship.base);
  const stays = maneuver.bearing.template === 'none';
  const path = stays ? undefined : travelPath(ship, maneuver, NOMINAL);
  const toMm = path && isFull ? path.template.lengthMm : execution.rearAlongMm;
  const blockers = blockersOf(table);
  const moverSq = moverVarianceSq(table, index, end) + (isFull ? 0 : wayVarianceSq(table, execution.backedOver));
  return table.obstacles.map((obstacle) => {
    const ring = obstacle.outline.flatMap((point) => Object.values(pieceFromTable(end, point)));
    const meets = (byMm: number) => {
      const { gapMm } = boxOutlineGap(square(Math.max(ROUNDING_MM, half + byMm)), ring);
      if (stays ? gapMm <= ROUNDING_MM : gapMm < -ROUNDING_MM) return true;
      if (!path || path.template.widthMm + 2 * byMm <= 0) return false;
      const template = { ...path.template, widthMm: path.template.widthMm + 2 * byMm };
      return isUnderTemplate({ ...path, template }, toMm, obstacle.outline);
    };
    const { radiusMm, covariance } = blockers.find(({ id, shipIndex }) => shipIndex < 0 && id === obstacle.id)!;
    const ownSq = covariance.xx + covariance.yy + radiusMm ** 2 * covariance.hh;
    return { obstacle, over: judge({ marginMm: marginOf(meets), sigmaMm: Math.sqrt(moverSq + ownSq) }) };
  });
}

const square = (halfMm: number) => ({ x: halfMm, y: halfMm });

/** Amount by which everything could be thinner and still meet, or minus the amount by which it would have to be thicker, mm. */
function marginOf(meets: (byMm: number) => boolean): number {
  let [inside, outside] = [FAR_MM, -FAR_MM];
  if (!meets(inside)) return -FAR_MM;
  if (meets(outside)) return FAR_MM;
  // The exact position decides the sign of the margin.
  if (meets(0)) inside = 0;
  else outside = 0;
  for (let i = 0; i < 40; i++) {
    const middle = (inside + outside) / 2;
    if (meets(middle)) inside = middle;
    else outside = middle;
  }
  return inside === 0 ? 0 : -inside;
}

/** Variance of any point of a ship at the end of its move, mm²; an error of its heading swings the whole move. */
function moverVarianceSq(table: Table, index: number, end: Pose): number {
  const { pose, base } = table.ships[index]!;
  const { xx, yy, hh } = shipCovariance(table, index);
  const reachMm = Math.hypot(end.x - pose.x, end.y - pose.y) + Math.SQRT2 * halfSideMm(base);
  return xx + yy + reachMm ** 2 * hh;
}

/** Variance of the final place of a ship that was backed over others, from their places, mm². */
function wayVarianceSq(table: Table, ids: readonly string[]): number {
  const each = table.ships.map(({ id, base }, i) => {
    const { xx, yy, hh } = shipCovariance(table, i);
    return ids.includes(id) ? xx + yy + 2 * halfSideMm(base) ** 2 * hh : 0;
  });
  return Math.max(0, ...each);
}
