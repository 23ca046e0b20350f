import { demoTable } from '../../src/sim/demo-table.js';
import { describeTable, type TableWishes } from '../../src/sim/describe-table.js';
import { setSimulatedTable } from '../../src/sim/simulated-table.js';
import { createStage, QUALITY, type Stage, type StageQuality } from '../../src/sim/stage.js';
import type { TableDescription } from '../../src/sim/table-description.js';
import type { Truth } from '../../src/sim/truth.js';

export interface PictureOrder {
  readonly seed: number;
  readonly wishes: TableWishes;
  readonly image: string;
  readonly bestJpegQuality?: number;
  /** Pictures of the same table through the same camera, each with noise of its own; one where not said. */
  readonly frames?: number;
  /** For each frame after the first from where it is seen, and which ships stand elsewhere. */
  readonly flight?: readonly FlightFrame[];
  /** The table itself, instead of the one that seed and wishes describe. */
  readonly table?: TableDescription;
  /** Markers glued on the tiles of the ships, in their order. */
  readonly markers?: readonly (readonly string[])[];
  /** Prints are painted as finely as a camera close by sees them. */
  readonly isClose?: boolean;
}

/** What is new in one frame of a clip. */
export interface FlightFrame {
  readonly camera: Pick<TableDescription['camera'], 'r' | 't'>;
  readonly ships: readonly { readonly id: string; readonly x: number; readonly y: number; readonly headingDeg: number }[];
}

export interface MadePicture {
  /** In the order in which they were taken. */
  readonly framesBase64: readonly string[];
  readonly truth: Truth;
  /** Milliseconds for describing and painting, drawing, truth, and the file. */
  readonly stageMs: readonly number[];
}

/** Two stages would take the canvas’s context from each other, so the page keeps one for either fineness. */
const stages = new Map<boolean, Stage>();
const FINE: StageQuality = { ...QUALITY, matPx: 4096, tilePxPerMm: 12, shadowPx: 3072 };

/** Runs in the page: makes one picture, or the frames of a clip, and its truth. */
async function makePicture(order: PictureOrder): Promise<MadePicture> {
  const isClose = order.isClose ?? false;
  const stage = stages.get(isClose) ?? createStage(new OffscreenCanvas(1920, 1080), isClose ? FINE : QUALITY);
  stages.set(isClose, stage);
  const marks = [performance.now()];
  const plain = order.table ?? (order.wishes.split === 'demo' ? demoTable(order.seed) : describeTable(order.seed, order.wishes));
  const table = order.markers ? withMarkers(plain, order.markers) : plain;
  const setting = setSimulatedTable(stage, table);
  marks.push(performance.now());
  setting.render();
  marks.push(performance.now());
  const canvas = stage.canvas as OffscreenCanvas;
  const quality = Math.min(order.bestJpegQuality ?? 1, table.picture.jpegQuality);
  const framesBase64 = [await jpegBase64(canvas, quality)];
  for (let frame = 1; frame < (order.frames ?? 1); frame++) {
    setting.render();
    framesBase64.push(await jpegBase64(canvas, quality));
  }
  for (const { camera, ships } of order.flight ?? []) {
    setting.moveCamera(camera);
    for (const { id, ...pose } of ships) setting.moveShip(id, pose);
    setting.render();
    framesBase64.push(await jpegBase64(canvas, quality));
  }
  marks.push(performance.now());
  const truth = setting.truth(order.image);
  setting.dispose();
  marks.push(performance.now());
  return { framesBase64, truth, stageMs: marks.slice(1).map((mark, i) => mark - marks[i]!) };
}

function withMarkers(table: TableDescription, markers: readonly (readonly string[])[]): TableDescription {
  const ships = table.ships.map((ship, i) => {
    const marker = markers[i];
    if (!marker) throw new Error(`Got ${markers.length} markers for ${table.ships.length} ships, expected one for each.`);
    return { ...ship, tile: { ...ship.tile, marker } };
  });
  return { ...table, ships };
}

async function jpegBase64(canvas: OffscreenCanvas, quality: number): Promise<string> {
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

declare global {
  interface Window {
    makePicture: typeof makePicture;
  }
}

window.makePicture = makePicture;
