import { PageSession } from '../../src/app/session/page-session.js';
import type { PageState } from '../../src/app/state/page-state.js';
import { createVisionClient } from '../../src/app/vision-client/vision-client.js';
import { report } from '../../src/judge/report/report.js';
import type { MeasureHints } from '../../src/table/measurement.js';
import { equal, until } from './app-assert.js';
import { FakeVision, fakeCamera, fakeStart } from './app-fakes.js';

const KEY = 'hashmark-cameras';

suite('a camera that gives mirror images', () => {
  let session: PageSession;
  let state: PageState;
  let told: MeasureHints[];
  let vision: FakeVision;

  setup(async () => {
    localStorage.removeItem(KEY);
    told = [];
    vision = new FakeVision();
    const { answer } = vision;
    vision.measure = async (_, atMs, hints) => {
      told.push(hints);
      return answer(atMs);
    };
    session = new PageSession(
      createVisionClient(fakeStart(vision).start, { openCv: '', onnxWasmFolder: '', models: '' }),
      report,
      (next) => {
        state = next;
      },
    );
    session.loadEngines();
    await until(() => state.engine.phase === 'ready', 'the engines');
  });
  teardown(() => session.dispose());

  const open = async (deviceId: string) => {
    const before = told.length;
    await session.open(async () => ({ ok: true, source: fakeCamera(deviceId) }));
    await until(() => told.length > before, 'the first look');
  };

  test('is a hint for the worker from then on, and again when that camera, and no other, is opened the next time', async () => {
    await open('selfie');
    session.hints.mirror(true);
    await until(() => told.length === 2, 'a look at the turned picture');
    await open('webcam');
    await open('selfie');
    equal([told.map(({ isMirrored }) => isMirrored), state.isMirrored], [[undefined, true, undefined, true], true]);
    session.hints.mirror(false);
    await open('selfie');
    equal(told.at(-1)!.isMirrored, undefined);
  });

  test('leaves nothing of the table that was seen before, also where it was looked at just then; marked corners go, the printed sheet stays', async () => {
    await open('selfie');
    const [ships, board] = [state.known.ships.length, { columns: 5, rows: 7, squareMm: 30, markerMm: 22, dictionary: 'DICT_5X5_100' }];
    session.hints.hint({ corners: [{ u: 1, v: 2 }], board });
    await until(() => told.length === 2, 'a look with corners');
    session.table.edit({ kind: 'name', shipId: 'ship-1', name: 'Luke' });
    let finish = () => {};
    const { answer } = vision;
    vision.measure = (_, atMs, hints) => {
      told.push(hints);
      return new Promise((resolve) => {
        finish = () => resolve(answer(atMs));
      });
    };
    session.hints.hint(state.hints);
    await until(() => told.length === 3, 'a look that is under way');
    session.hints.mirror(true);
    finish();
    await until(() => told.length === 4, 'a look at the turned picture');
    equal([state.known.ships.length, state.known.history.done.length, state.known.state.camera], [0, 0, undefined]);
    equal(told[3], { board, isMirrored: true });
    finish();
    await until(() => state.known.ships.length === ships, 'the table, seen again');
    session.hints.hint({});
    await until(() => told.length === 5, 'the mat being found again');
    equal(told[4], { isMirrored: true });
  });

  test('is not one where what was kept cannot be read, and is not kept of a camera without a name', async () => {
    for (const broken of ['{', 'null', '{"cameras":[{"cameraId":"selfie","isMirrored":1}]}', '7']) {
      localStorage.setItem(KEY, broken);
      await open('selfie');
      equal(state.isMirrored, false, broken);
    }
    await open('');
    session.hints.mirror(true);
    await open('');
    equal(state.isMirrored, false);
  });
});
