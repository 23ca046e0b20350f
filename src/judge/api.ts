/**
 * The exports of `hashmark/judge` for other programs: scenes in, answers with their uncertainty out. Lengths are millimetres, angles
 * radians inside and degrees in files; x and y in the table's frame (docs/formats/README.md). Everything is plain data and pure functions.
 */
export { type Maneuver, maneuverCode, parseManeuver } from '../pieces/maneuver.js';
export { parseScene, type SceneFile, sceneOf } from '../table/documents/scene-file.js';
export type { Device, Obstacle, Ship, Table } from '../table/table.js';
export { type Judgement, type Verdict, verdict } from './core/judgement.js';
export { type Execution, execute, type MoveOptions } from './maneuver/execute.js';
export { executeWithUncertainty, type UncertainExecution } from './maneuver/execute-uncertainty.js';
export { type Explanation, explainMove } from './maneuver/explain-move.js';
export { type ManeuverEnd, maneuverEnds } from './maneuver/maneuver-ends.js';
export { atRange, beyondRange, type RangeAnswer } from './range/range.js';
export { rangeBetween } from './range/range-between.js';
export { type RangeFile, rangeFile } from './report/range-file.js';
export { type ReportOptions, report } from './report/report.js';
export type { ArcReport, AttackReport, JudgementReport, PairReport, RangeReport, Report, ShipReport } from './report/report-file.js';
