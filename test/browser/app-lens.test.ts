import type { CameraSource } from '../../src/app/capture/camera-source.js';
import { lensWords } from '../../src/app/picture/worth-words.js';
import { PageSession } from '../../src/app/session/page-session.js';
import type { PageState } from '../../src/app/state/page-state.js';
import { storeCamera, storedCamera } from '../../src/app/state/stored-cameras.js';
import { createVisionClient } from '../../src/app/vision-client/vision-client.js';
import { report } from '../../src/judge/report/report.js';
import { boardAsPrinted } from '../../src/pieces/calibration-board.js';
import type { KnownLens } from '../../src/table/known-lens.js';
import type { LensProgress, MeasureHints } from '../../src/table/measurement.js';
import { said } from '../said.js';
import { equal, until } from './app-assert.js';
import { FakeVision, fakeCamera, fakeStart } from './app-fakes.js';

const KEY = 'hashmark-cameras';
const SIZE = { widthPx: 64, heightPx: 36 };
const keepLens = (cameraId: string, lens: KnownLens) => storeCamera({ cameraId, ...SIZE }, { isMirrored: false, lens, setups: [] });
const keptLens = (cameraId: string) => storedCamera({ cameraId, ...SIZE }).lens;
const LENS: KnownLens = {
  ...{ widthPx: 64, heightPx: 36, fx: 50, fy: 50, cx: 31.5, cy: 17.5 },
  distortion: [-0.1, 0, 0, 0, 0],
  sigma: { focalPx: 0.2, k1: 0.01, k2: 0.02, centrePx: 0.5 },
};

suite('the lens by the printed sheet', () => {
  let session: PageSession;
  let state: PageState;
  let told: MeasureHints[];
  let progress: LensProgress | undefined;

  setup(() => {
    localStorage.removeItem(KEY);
    told = [];
    progress = undefined;
    const vision = new FakeVision();
    const answer = vision.answer;
    vision.measure = async (_, atMs, hints) => {
      told.push(hints);
      return { ...answer(atMs), ...(progress && !hints.lens && hints.board ? { lensProgress: progress } : {}) };
    };
    session = new PageSession(
      createVisionClient(fakeStart(vision).start, { openCv: '', onnxWasmFolder: '', models: '' }),
      report,
      (next) => {
        state = next;
      },
    );
    session.loadEngines();
  });
  teardown(() => session.dispose());

  const open = async (camera: CameraSource) => {
    const before = told.length;
    await session.open(async () => ({ ok: true, source: camera }));
    await until(() => told.length > before, 'the first look');
  };

  test('is kept for its camera and resolution, used from the next picture on, and used again when the camera is opened the next time', async () => {
    const camera = fakeCamera('webcam-1');
    await open(camera);
    equal(told[0]!.lens, undefined);
    progress = { pictures: 2, missing: said('Slant it.') };
    session.hints.hint({ board: boardAsPrinted(100) });
    await until(() => state.lensProgress?.pictures === 2, 'two pictures');
    equal(lensWords(state), 'Lens: 2 pictures of the sheet, more needed from other sides');
    equal(keptLens('webcam-1'), undefined);
    progress = { pictures: 6, lens: LENS };
    camera.again();
    await until(() => state.lens !== undefined, 'the lens');
    equal(lensWords(state), 'Lens known ± 0.4 %');
    equal(keptLens('webcam-1'), LENS);
    camera.again();
    await until(() => told.at(-1)!.lens !== undefined, 'a look with the lens');
    session.close();
    await open(fakeCamera('webcam-1'));
    equal(told.at(-1), { lens: LENS });
  });

  test('is not used for another camera, nor for this one at another resolution or the other way up', async () => {
    keepLens('webcam-1', LENS);
    await open(fakeCamera('webcam-2'));
    equal(told.at(-1)!.lens, undefined);
    session.close();
    const phone = fakeCamera('webcam-1');
    await open(phone);
    equal(told.at(-1)!.lens, LENS);
    phone.size = () => ({ widthPx: 36, heightPx: 64 });
    const before = told.length;
    phone.again();
    await until(() => told.length > before, 'a look at the turned picture');
    equal([told.at(-1)!.lens, state.lens], [undefined, undefined]);
  });

  test('is gone from page and device when a person forgets it', async () => {
    keepLens('webcam-1', LENS);
    keepLens('webcam-2', LENS);
    await open(fakeCamera('webcam-1'));
    session.hints.forgetLens();
    await until(() => told.at(-1)!.lens === undefined, 'a look without the lens');
    equal([state.lens, keptLens('webcam-1'), keptLens('webcam-2')], [undefined, undefined, LENS]);
  });

  test('stays when the mat is searched for again', async () => {
    keepLens('webcam-1', LENS);
    await open(fakeCamera('webcam-1'));
    const before = told.length;
    session.hints.hint({});
    await until(() => told.length > before, 'another look');
    equal(told.at(-1), { lens: LENS });
  });

  test('is absent where what was kept cannot be read', () => {
    for (const broken of [
      '{',
      'null',
      '{"cameras":[{"cameraId":"webcam-1","widthPx":64,"heightPx":36,"isMirrored":false,"lens":{"fx":3},"setups":[]}]}',
      '[7]',
    ]) {
      localStorage.setItem(KEY, broken);
      equal(keptLens('webcam-1'), undefined);
    }
    keepLens('', LENS);
    equal(keptLens(''), undefined);
  });
});
