import { readFileSync } from 'node:fs';
import { RECTIFIED_PX } from '../../../src/vision/image/rectify.js';
import { quantile } from '../../accuracy/quantile.js';
import type { BenchRow } from '../bench-row.js';
import { type BenchBrowser, openBenchBrowser } from './bench-browser.js';
import { frameNames, INPUT, makeFrames } from './bench-frames.js';
import type { Turns } from './bench-page.js';
import { ensureBuilt } from './built-app.js';
import { openNativeDetector } from './native-detector.js';

/** Rows whose two sides run in one Chromium, and how often. */
const ROUNDS = { still: 60, moved: 6, cold: 6, detector: 12 } as const;

export const VISION_ROWS = [
  'still-frame-vs-js-aruco2',
  'moved-ship-vs-js-aruco2',
  'cold-setup-vs-opencv-aruco',
  'cold-frame-vs-opencv-aruco',
  'detect-vs-native-onnx',
] as const;

type VisionRow = (typeof VISION_ROWS)[number];

/** The rows that compare in the browser; a row that cannot be had is left out, with a word to `log`. */
export async function visionRows(
  isWanted: (id: string) => boolean,
  log: (text: string) => void,
  rounds: number | undefined,
): Promise<BenchRow[]> {
  await ensureBuilt();
  await makeFrames();
  const browser = await openBenchBrowser();
  const rows: BenchRow[] = [];
  try {
    const names = { plain: frameNames('plain'), moved: frameNames('moved'), marked: frameNames('marked') };
    await browser.page.evaluate((files) => window.bench.load(files), names);
    for (const id of VISION_ROWS.filter(isWanted)) {
      try {
        rows.push(await ROWS[id](browser, (usual) => rounds ?? usual));
      } catch (error) {
        log(`${id}: left out. ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await browser.close();
  }
  return rows;
}

/** `often`: how many times, given the usual number. */
type MakeRow = (browser: BenchBrowser, often: (usual: number) => number) => Promise<BenchRow>;

const ROWS: Readonly<Record<VisionRow, MakeRow>> = {
  'still-frame-vs-js-aruco2': async (browser, often) =>
    rowOf('still-frame-vs-js-aruco2', 'a frame of a still table until its answer, against all markers of it', jsAruco(), browser, {
      turns: await browser.page.evaluate((rounds) => window.bench.still(rounds), often(ROUNDS.still)),
    }),
  'moved-ship-vs-js-aruco2': async (browser, often) =>
    rowOf('moved-ship-vs-js-aruco2', 'the frame in which a ship rests elsewhere until its answer, setup known', jsAruco(), browser, {
      turns: await browser.page.evaluate((rounds) => window.bench.moved(rounds), often(ROUNDS.moved)),
    }),
  'cold-setup-vs-opencv-aruco': async (browser, often) =>
    rowOf('cold-setup-vs-opencv-aruco', 'first measurement of a table whose setup is known', await openCvAruco(browser), browser, {
      turns: await browser.page.evaluate((rounds) => window.bench.cold(rounds, true), often(ROUNDS.cold)),
    }),
  'cold-frame-vs-opencv-aruco': async (browser, often) =>
    rowOf('cold-frame-vs-opencv-aruco', 'first measurement of an unknown table', await openCvAruco(browser), browser, {
      turns: await browser.page.evaluate((rounds) => window.bench.cold(rounds, false), often(ROUNDS.cold)),
    }),
  'detect-vs-native-onnx': detectorRow,
};

const jsAruco = () => `js-aruco2 ${versionOf('js-aruco2')} detect`;

async function openCvAruco({ page }: BenchBrowser): Promise<string> {
  const enlarged = await page.evaluate(() => window.bench.enlarged());
  return `OpenCV.js ${versionOf('@techstark/opencv-js')} ArucoDetector${enlarged > 1 ? `, picture enlarged ${enlarged} times` : ''}`;
}

function rowOf(id: VisionRow, what: string, peerName: string, { name }: BenchBrowser, { turns }: { readonly turns: Turns }): BenchRow {
  const { ours, peer, markersFound, longestTaskMs } = turns;
  const longest = longestTaskMs > 0 ? `${longestTaskMs.toFixed(0)} ms` : 'under 50 ms';
  return {
    ...comparison(id, what, peerName, ours, peer),
    input: `${INPUT}; the peer’s with a marker on each base, ${markersFound} read; ${name}, median of ${ours.length}, longest main-thread task ${longest}`,
  };
}

async function detectorRow({ page, name }: BenchBrowser, often: (usual: number) => number): Promise<BenchRow> {
  const native = await openNativeDetector();
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= often(ROUNDS.detector); turn++) {
    const oursMs = await page.evaluate((sidePx) => window.bench.detector(sidePx), RECTIFIED_PX);
    const peerMs = await native.runMs(RECTIFIED_PX);
    if (turn === 0) continue;
    ours.push(oursMs);
    peer.push(peerMs);
  }
  return {
    ...comparison('detect-vs-native-onnx', 'the base detector in wasm against the same model native', native.name, ours, peer),
    input: `${RECTIFIED_PX}² px, one thread each; ${name}, median of ${ours.length}`,
  };
}

function comparison(id: VisionRow, what: string, peerName: string, oursMs: readonly number[], peerMs: readonly number[]): BenchRow {
  const [ours, peer] = [quantile(oursMs, 0.5), quantile(peerMs, 0.5)];
  return { id, what, ours, oursP95: quantile(oursMs, 0.95), peer, peerName, unit: 'ms', ratio: ours / peer };
}

function versionOf(name: string): string {
  const manifest = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
