import { HmApp } from '../../src/app/player/hm-app.js';
import { readAddress } from '../../src/app/state/page-address.js';
import type { TableView } from '../../src/app/state/table-session.js';
import { createVisionClient } from '../../src/app/vision-client/vision-client.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import type { Point } from '../../src/geometry/point.js';
import { report } from '../../src/judge/report/report.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { until } from './app-assert.js';
import { blankPhoto, FakeVision, fakeStart } from './app-fakes.js';

/** The player's page with a camera that knows everything, and what a test does with it. */
export interface OpenPage {
  readonly app: HmApp;
  readonly vision: FakeVision;
  /** Everything in the page, through all shadow trees. */
  all(selector: string): HTMLElement[];
  one(selector: string): Promise<HTMLElement>;
  /** Clicks, and waits until the page has drawn what comes of it. */
  press(selector: string): Promise<void>;
  text(selector: string): string;
  known(): TableView;
  tell(name: string, detail?: object): void;
  /** Where a point of the mat is on the screen, as the picture shows it. */
  onScreen(point: Point): { readonly clientX: number; readonly clientY: number };
}

/** Opens the page with a photo of a simulated table, and waits for its ships. */
export async function openPage(
  vision = new FakeVision(1),
  size: { widthPx: number; heightPx: number } = demoTable(1).camera,
): Promise<OpenPage> {
  const app = newApp(fakeStart(vision).start);
  await app.updateComplete;
  const page = pageOf(app, vision);
  page.tell('hm-open-files', { files: [await blankPhoto(size)] });
  await page.one('li');
  await until(() => page.known().state.camera, 'the camera');
  await settled();
  return page;
}

/** Puts the page into the document, with a thread that measures of the test's own. `search`: of its address. */
export function newApp(start: ReturnType<typeof fakeStart>['start'], search = ''): HmApp {
  const app = new HmApp();
  app.client = createVisionClient(start, { openCv: '', onnxWasmFolder: '', models: '' });
  app.judge = report;
  app.address = readAddress(`http://localhost/${search}`);
  document.body.append(app);
  return app;
}

/** Everything below a node, through all shadow trees. */
export function allIn(root: ParentNode, selector: string): HTMLElement[] {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? allIn(shadowRoot, selector) : []));
  return [...root.querySelectorAll<HTMLElement>(selector), ...inner];
}

function pageOf(app: HmApp, vision: FakeVision): OpenPage {
  const all = (selector: string) => allIn(app.renderRoot, selector);
  const one = (selector: string) => until(() => all(selector)[0], selector);
  const known = () => (all('hm-map')[0] as HTMLElement & { known: TableView }).known;
  return {
    app,
    vision,
    all,
    one,
    async press(selector) {
      (await one(selector)).click();
      await settled();
    },
    text: (selector) => all(selector)[0]?.textContent?.replace(/\s+/g, ' ').trim() ?? '',
    known,
    tell: (name, detail) => app.dispatchEvent(new CustomEvent(name, { detail })),
    onScreen(point) {
      const camera = known().state.camera!;
      const { u, v } = pixelFromTable(camera, { ...point, z: 0 })!;
      const { left, top, width } = all('.layer')[0]!.getBoundingClientRect();
      const scale = width / camera.widthPx;
      return { clientX: left + (u + 0.5) * scale, clientY: top + (v + 0.5) * scale };
    },
  };
}

/** Elements get their sizes a frame later, and draw themselves after that. */
export async function settled(): Promise<void> {
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
}
