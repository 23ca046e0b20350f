import type { HmMap } from '../../src/app/map/hm-map.js';
import '../../src/app/map/hm-map.js';
import { TableSession, type TableView } from '../../src/app/state/table-session.js';
import { report } from '../../src/judge/report/report.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { equal, ok, until } from './app-assert.js';
import { trueMeasurement } from './app-fakes.js';

function shown(known: TableView): HmMap {
  const map = document.createElement('hm-map') as HmMap;
  Object.assign(map.style, { display: 'block', width: '400px', height: '400px' });
  map.known = known;
  document.body.append(map);
  return map;
}

function session(): TableSession {
  const table = new TableSession(report, () => {});
  table.see(trueMeasurement(demoTable(1)));
  return table;
}

suite('the map of the errors to expect', () => {
  test('a button shows it under the ships, with what the colours mean and a sentence of advice, and hides it again', async () => {
    const map = shown(session().known);
    const button = await until(() => map.renderRoot.querySelector<HTMLButtonElement>('.tool'), 'the button');
    equal(map.renderRoot.querySelectorAll('.errors path').length, 0);
    button.click();
    await until(() => map.renderRoot.querySelectorAll('.errors path').length === 144, 'twelve times twelve cells');
    equal(button.getAttribute('aria-pressed'), 'true');
    equal(map.renderRoot.querySelectorAll('.legend li').length, 4);
    const sentence = map.renderRoot.querySelector('.legend ul + p')!.textContent!;
    ok(/^(Move the camera \d+ cm .+ for about|The camera is well placed: about) ± ?\d\.\d+ mm/.test(sentence), sentence);
    const { mat } = trueMeasurement(demoTable(1));
    const size = map.renderRoot.querySelectorAll('.legend ul ~ p')[1]!.textContent!;
    ok(size.includes(`${mat.widthMm.toFixed(0)} × ${mat.depthMm.toFixed(0)} mm ± 1.0`), size);
    button.click();
    await until(() => map.renderRoot.querySelectorAll('.errors path').length === 0, 'the cells to go');
    map.remove();
  });

  test('a scene without a camera has no errors to expect, and no button', async () => {
    const table = session();
    table.forgetCamera();
    const map = shown(table.known);
    await until(() => map.renderRoot.querySelector('.base'), 'the ships');
    equal(map.renderRoot.querySelector('.tool'), null);
    map.remove();
  });
});
