import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import { PageTools } from '../../src/app/session/page-tools.js';
import { ModeStore } from '../../src/app/state/mode.js';
import { emptyPage, type PageState } from '../../src/app/state/page-state.js';
import { TableSession } from '../../src/app/state/table-session.js';
import { report } from '../../src/judge/report/report.js';
import type { MeasureResult } from '../../src/table/measurement.js';
import { look } from './watched-table.js';

test('a table that was too old when it was looked at, on a slow device, is kept at rest once it is known to be so still', async () => {
  const session = new TableSession(report, () => {});
  session.see((look() as Extract<MeasureResult, { ok: true }>).measurement);
  const isKept = new Promise<void>((resolve) => {
    const host = { addController() {}, requestUpdate: resolve } as unknown as ReactiveControllerHost;
    const tools = new PageTools(host, new ModeStore(() => {}));
    const page: PageState = { ...emptyPage(session.known), hasTable: true, source: { kind: 'camera' } as NonNullable<PageState['source']> };
    tools.see({ ...page, freshness: { kind: 'behind', ageMs: 9000 } });
    tools.see({ ...page, freshness: { kind: 'fresh', ageMs: 9000 } });
    assert.equal(tools.snapshots.length, 0, 'not before it has rested');
  });
  await isKept;
});
