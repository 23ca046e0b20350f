import { type Maneuver, maneuverCode, parseManeuver } from '../../pieces/maneuver.js';
import type { Table } from '../../table/table.js';
import { ALIGNS, type Align, type Execution, execute, type MoveOptions } from './execute.js';

/** One end of a ship's dial. */
export interface ManeuverEnd {
  readonly code: string;
  readonly maneuver: Maneuver;
  /** For a Tallon Roll only. */
  readonly align?: Align;
  readonly execution: Execution;
}

/**
 * The ends of every maneuver of a dial (codes such as `2FB`): for a Tallon Roll all placements that fit, or all of them where none does.
 */
export function maneuverEnds(
  table: Table,
  shipId: string,
  dial: readonly string[],
  options: Omit<MoveOptions, 'align'> = {},
): readonly ManeuverEnd[] {
  return dial.flatMap((code) => endsOf(table, shipId, parseManeuver(code), options));
}

function endsOf(table: Table, shipId: string, maneuver: Maneuver, options: Omit<MoveOptions, 'align'>): readonly ManeuverEnd[] {
  const code = maneuverCode(maneuver);
  if (maneuver.bearing.finish !== 'rolled') return [{ code, maneuver, execution: execute(table, shipId, maneuver, options) }];
  return ALIGNS.flatMap((align) => {
    const execution = execute(table, shipId, maneuver, { ...options, align });
    const isLegal = execution.execution === 'full' || execution.fitting?.length === 0;
    return isLegal ? [{ code, maneuver, align, execution }] : [];
  });
}
