import { PageSession } from '../../src/app/session/page-session.js';
import { PRINT_STORE } from '../../src/app/setup/print-store.js';
import { readSetup } from '../../src/app/setup/read-setup.js';
import { StoredPrints } from '../../src/app/setup/stored-prints.js';
import type { PageState } from '../../src/app/state/page-state.js';
import { keptPrintIds } from '../../src/app/state/stored-cameras.js';
import { createVisionClient } from '../../src/app/vision-client/vision-client.js';
import { report } from '../../src/judge/report/report.js';
import type { MeasureHints } from '../../src/table/measurement.js';
import type { PrintImage, Setup } from '../../src/table/setup/setup.js';
import { setupFile } from '../../src/table/setup/setup-file.js';
import { equal, ok, until } from './app-assert.js';
import { FakeVision, fakeCamera, fakeStart } from './app-fakes.js';

const KEY = 'hashmark-cameras';
const MAT = { widthMm: 911, depthMm: 917, sigmaMm: 0.5, source: 'measured' } as const;
const SETUP: Setup = { mat: MAT, obstacles: [], learnedFrom: { pictures: 0, ships: 0 } };
const PRINT: PrintImage = { pxPerMm: 1.25, widthMm: 911, depthMm: 917, sigmaMm: 2, shiftSigmaMm: 1, webp: 'AAAA' };
const MORE: PrintImage = { ...PRINT, webp: 'BBBB' };

/** One visit of a page whose worker draws these prints, one each time that it is asked; what it was asked with, and the hints that it got. */
function visit(draws: PrintImage[] = []) {
  const vision = new FakeVision();
  const truth = vision.answer;
  const told: MeasureHints[] = [];
  const asked: (PrintImage | undefined)[] = [];
  let state: PageState | undefined;
  let prints: StoredPrints | undefined;
  vision.measure = async (_, atMs, hints) => {
    told.push(hints);
    return truth(atMs);
  };
  vision.print = async (kept) => {
    asked.push(kept);
    return draws.shift();
  };
  const client = createVisionClient(fakeStart(vision).start, { openCv: '', onnxWasmFolder: '', models: '' });
  const session = new PageSession(client, report, (next) => {
    state = next;
    prints?.see();
  });
  prints = new StoredPrints(session, PRINT_STORE, 20);
  session.loadEngines();
  const source = fakeCamera('webcam-1');
  const looking = setInterval(() => source.again(), 20);
  return {
    session,
    told,
    asked,
    state: () => state!,
    open: () => session.open(async () => ({ ok: true, source })),
    end: () => {
      clearInterval(looking);
      session.dispose();
    },
  };
}

const printTold = ({ told }: ReturnType<typeof visit>) => told.at(-1)?.setup?.print;

/** Waits until nothing is kept under an id. */
async function gone(id: string): Promise<void> {
  for (let looks = 0; (await PRINT_STORE.get(id)) !== undefined; looks++) {
    ok(looks < 1000, 'it is still kept');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

suite('the print of a mat that is set up', () => {
  let visits: ReturnType<typeof visit>[];
  const begin = (draws?: PrintImage[]) => {
    const one = visit(draws);
    visits.push(one);
    return one;
  };

  setup(async () => {
    visits = [];
    localStorage.removeItem(KEY);
    await PRINT_STORE.retain([]);
  });
  teardown(() => {
    for (const one of visits) one.end();
  });

  test('is drawn at rest, kept beside the setup, a hint for the worker on another day, drawn further there, and forgotten with the table', async () => {
    const first = begin([PRINT]);
    await first.open();
    first.session.hints.setUp({ setup: SETUP });
    await until(() => printTold(first), 'the print among the hints');
    equal(printTold(first), PRINT);
    const [id] = await until(() => (keptPrintIds().length > 0 ? keptPrintIds() : undefined), 'the id that is kept');
    equal([await PRINT_STORE.get(id!), localStorage.getItem(KEY)!.includes(PRINT.webp)], [PRINT, false]);
    first.end();
    const second = begin([MORE]);
    await second.open();
    await until(() => printTold(second), 'the print of the first visit');
    await until(() => printTold(second)?.webp === MORE.webp, 'the print that was drawn further');
    equal([second.asked[0], await PRINT_STORE.get(id!), keptPrintIds()], [PRINT, MORE, [id]]);
    second.session.hints.forgetSetup();
    await gone(id!);
    equal([second.state().setup, keptPrintIds()], [undefined, []]);
  });

  test('is forgotten where the table is set up again from another side, and drawn from scratch', async () => {
    const page = begin([PRINT]);
    await page.open();
    page.session.hints.setUp({ setup: SETUP });
    await until(() => keptPrintIds().length > 0, 'the print that is kept');
    const [id] = keptPrintIds();
    page.session.hints.setUp({ setup: { ...SETUP, mat: { ...MAT, widthMm: 917, depthMm: 911 } }, isAnotherFrame: true });
    const before = page.asked.length;
    await gone(id!);
    await until(() => page.told.at(-1)?.setup?.mat.widthMm === 917, 'the new setup');
    equal(printTold(page), undefined);
    await until(() => page.asked.length > before, 'that the new one is asked for');
    equal(page.asked.at(-1), undefined);
  });

  test('comes with a setup file, and is kept from then on; an invalid one makes the file unreadable', async () => {
    const read = readSetup(JSON.stringify({ ...setupFile(SETUP), print: PRINT }), 'setup.json', { widthPx: 64, heightPx: 36 });
    ok(read.ok, 'read');
    const page = begin();
    await page.open();
    page.session.hints.setUp({ setup: read.setup, isAnotherFrame: true });
    await until(() => keptPrintIds().length > 0, 'the print that is kept');
    equal([printTold(page), await PRINT_STORE.get(keptPrintIds()[0]!)], [PRINT, PRINT]);
    const broken = JSON.stringify({ ...setupFile(SETUP), print: { ...PRINT, pxPerMm: 0 } });
    equal(readSetup(broken, 'setup.json', { widthPx: 64, heightPx: 36 }).ok, false);
  });
});
