import type { Pose } from '../../geometry/pose.js';
import type { Execution } from './execute.js';

/** The end of a maneuver, exactly as in move.schema.json: millimetres and degrees, table frame. */
export interface MoveFile {
  readonly format: 'hashmark-move';
  readonly version: 1;
  readonly ship: string;
  readonly maneuver: string;
  readonly execution: 'full' | 'partial';
  readonly end: MovePose;
  readonly intended: MovePose;
  readonly touching: readonly string[];
  readonly templateOver: readonly string[];
  readonly overlaps: readonly string[];
  readonly offTable: boolean;
  readonly skipsAction: boolean;
}

export interface MovePose {
  readonly xMm: number;
  readonly yMm: number;
  readonly headingDeg: number;
}

/** The file of an execution. */
export function moveFile(ship: string, maneuver: string, found: Execution): MoveFile {
  const { execution, end, intended, touching, templateOver, overlaps, offTable, skipsAction } = found;
  return {
    format: 'hashmark-move',
    version: 1,
    ship,
    maneuver,
    execution,
    end: movePose(end),
    intended: movePose(intended),
    touching,
    templateOver,
    overlaps,
    offTable,
    skipsAction,
  };
}

function movePose({ x, y, headingRad }: Pose): MovePose {
  return { xMm: x, yMm: y, headingDeg: (headingRad * 180) / Math.PI };
}
