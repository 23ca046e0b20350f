import { NOMINAL } from '../../pieces/dimensions.js';
import type { Maneuver } from '../../pieces/maneuver.js';
import type { Obstacle, Table } from '../../table/table.js';
import { type Judgement, judge, judgement } from '../core/judgement.js';
import { type Execution, travelPath } from './execute.js';
import { type LaidMove, moveMargins } from './move-margins.js';

/** An obstacle, and whether a ship moved through it or overlaps it. */
export interface OverObstacle {
  readonly obstacle: Obstacle;
  readonly over: Judgement;
}

/**
 * For every obstacle whether a maneuver takes a ship through it or onto it (template or base over it; of a stationary ship: at range 0,
 * MAN-17), given that it ends fully or partially. Margins in mm, uncertain as `moveMargins` has them; a thing that may not be there at all
 * is met no more certainly than it is there.
 */
export function overObstacles(
  table: Table,
  shipId: string,
  maneuver: Maneuver,
  execution: Execution,
  isFull: boolean,
): readonly OverObstacle[] {
  const margins = moveMargins(table, shipId, laidMove(table, shipId, maneuver, execution, isFull));
  return table.obstacles.map((obstacle) => {
    const own = margins.filter(({ id }) => id === obstacle.id);
    const over = judge({ marginMm: Math.max(...own.map(({ marginMm }) => marginMm)), sigmaMm: own[0]!.sigmaMm });
    const { detectionProbability = 1 } = obstacle;
    return { obstacle, over: judgement(over.value, over.probability * detectionProbability, over.marginMm) };
  });
}

function laidMove(table: Table, shipId: string, maneuver: Maneuver, execution: Execution, isFull: boolean): LaidMove {
  const path =
    maneuver.bearing.template === 'none' ? undefined : travelPath(table.ships.find(({ id }) => id === shipId)!, maneuver, NOMINAL);
  return {
    end: isFull ? execution.intended : execution.end,
    alongMm: path && isFull ? path.template.lengthMm : execution.rearAlongMm,
    ...(path && { path }),
    ...(!isFull && { backedOver: execution.backedOver }),
  };
}
