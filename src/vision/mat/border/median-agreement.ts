import { upperMedian } from '../../../geometry/statistics.js';
import type { TableSolution } from '../../solve/joint-solution.js';

/** With fewer bases than this their agreement is not judged. */
const MIN_AGREEING_BASES = 3;

/** How well the marks of the bases agree with the border, 0…1: of the one in the middle; 1 where too few are seen to tell. */
export function medianAgreement({ agreement }: Pick<TableSolution, 'agreement'>): number {
  return agreement.length < MIN_AGREEING_BASES ? 1 : upperMedian(agreement)!;
}
