import { demoTable } from '../../sim/demo-table.js';
import { describeTable, type TableWishes } from '../../sim/describe-table.js';
import { setSimulatedTable } from '../../sim/simulated-table.js';
import { createStage, type Stage } from '../../sim/stage.js';
import type { TableDescription } from '../../sim/table-description.js';
import type { Truth } from '../../sim/truth.js';

export interface PictureOrder {
  readonly seed: number;
  readonly wishes: TableWishes;
  readonly image: string;
  readonly bestJpegQuality?: number;
  /** Markers glued on the tiles of the ships, in their order. */
  readonly markers?: readonly (readonly string[])[];
}

export interface MadePicture {
  readonly jpegBase64: string;
  readonly truth: Truth;
  /** Milliseconds for describing and painting, drawing, truth, and the file. */
  readonly stageMs: readonly number[];
}

let stage: Stage | undefined;

/** Runs in the page: makes one picture and its truth. */
async function makePicture(order: PictureOrder): Promise<MadePicture> {
  stage ??= createStage(new OffscreenCanvas(1920, 1080));
  const marks = [performance.now()];
  const plain = order.wishes.split === 'demo' ? demoTable(order.seed) : describeTable(order.seed, order.wishes);
  const table = order.markers ? withMarkers(plain, order.markers) : plain;
  const setting = setSimulatedTable(stage, table);
  marks.push(performance.now());
  setting.render();
  marks.push(performance.now());
  const canvas = stage.canvas as OffscreenCanvas;
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: Math.min(order.bestJpegQuality ?? 1, table.picture.jpegQuality) });
  marks.push(performance.now());
  const truth = setting.truth(order.image);
  setting.dispose();
  marks.push(performance.now());
  return { jpegBase64: await base64(blob), truth, stageMs: marks.slice(1).map((mark, i) => mark - marks[i]!) };
}

function withMarkers(table: TableDescription, markers: readonly (readonly string[])[]): TableDescription {
  const ships = table.ships.map((ship, i) => {
    const marker = markers[i];
    if (!marker) throw new Error(`Got ${markers.length} markers for ${table.ships.length} ships, expected one for each.`);
    return { ...ship, tile: { ...ship.tile, marker } };
  });
  return { ...table, ships };
}

async function base64(blob: Blob): Promise<string> {
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
