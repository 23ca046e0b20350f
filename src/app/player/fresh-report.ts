import { report } from '../../judge/report/report.js';
import { type Reported, updatedReport } from '../../judge/report/updated-report.js';
import type { Judge } from '../state/table-session.js';

/** Judges each table again only where something has changed since the one before. */
export function createJudge(): Judge {
  let before: Reported | undefined;
  return (table) => {
    const found = before ? updatedReport(before, table) : report(table);
    before = { table, report: found };
    return found;
  };
}
