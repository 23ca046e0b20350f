import { distanceMm } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import { missingPart } from '../ui/chunk-error.js';
import { closePicture, type FrameListener, type FrameSource } from './frame-source.js';
import { grabCanvas } from './video-frames.js';

/** A table that does not exist, and the actions of a player on it. */
export interface SimulatedSource extends FrameSource {
  readonly kind: 'simulated';
  readonly seed: number;
  /** Moves one ship after the other a little, as in a game. */
  flyNext(): void;
}

export type OpenedSimulation = { readonly ok: true; readonly source: SimulatedSource } | { readonly ok: false; readonly problem: Problem };

/** Number of pictures after each change; each has noise of its own, so that averaging over frames can be seen. Then the table rests. */
const PICTURES = 6;
/** Time that drawing must leave the page for everything else, as a multiple of the time that one picture took. */
const REST = 6;
const SHORTEST_REST_MS = 400;

/** Sets up the simulated table of a seed. The 3D library is loaded only here. */
export async function openSimulated(seed: number): Promise<OpenedSimulation> {
  const parts = await Promise.all([import('../../sim/simulated-table.js'), import('../../sim/demo-table.js')]).catch(() => undefined);
  if (!parts) return { ok: false, problem: missingPart(phrase('simulated-table')) };
  try {
    const [{ createSimulatedTable }, { demoTable }] = parts;
    const canvas = document.createElement('canvas');
    // Building the table keeps the page busy for a moment: let it say so first.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const description = demoTable(seed);
    return { ok: true, source: simulatedSource(seed, canvas, createSimulatedTable(canvas, description), description) };
  } catch (error) {
    return { ok: false, problem: noSimulation(error) };
  }
}

type Sim = import('../../sim/simulated-table.js').SimulatedTable;
type Description = import('../../sim/table-description.js').TableDescription;

function simulatedSource(seed: number, canvas: HTMLCanvasElement, sim: Sim, description: Description): SimulatedSource {
  let listener: FrameListener | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of requests for pictures: a new one replaces those still to be drawn. */
  let asked = 0;
  let flown = 0;
  let ships = description.ships;
  const draw = async (left: number, asking: number) => {
    if (!listener) return;
    const startedMs = performance.now();
    sim.render();
    const frame = await grabCanvas(canvas);
    // Comparing it waits for the drawing anyway, and would seem to lag behind the camera.
    await drawn(canvas);
    if (listener) listener.onFrame(frame);
    else closePicture(frame.picture);
    if (left === 1 || asking !== asked) return;
    timer = setTimeout(draw, Math.max(SHORTEST_REST_MS, REST * (performance.now() - startedMs)), left - 1, asking);
  };
  const drawSome = (pictures: number) => {
    clearTimeout(timer);
    asked += 1;
    void draw(pictures, asked);
  };
  const again = () => drawSome(PICTURES);
  return {
    kind: 'simulated',
    seed,
    title: phrase('simulated-table-2', seed),
    view: canvas,
    size: () => ({ widthPx: description.camera.widthPx, heightPx: description.camera.heightPx }),
    start(to) {
      listener = to;
      // One to look at; more are drawn when the engines, which are loaded at the same time, ask for them.
      drawSome(1);
    },
    again,
    flyNext() {
      const tried = ships.map((_, index) => (flown + index) % ships.length);
      const index = tried.find((candidate) => landing(ships, candidate, description.mat));
      if (index === undefined) return;
      flown = index + 1;
      const pose = landing(ships, index, description.mat)!;
      sim.moveShip(ships[index]!.id, pose);
      ships = ships.map((ship, at) => (at === index ? { ...ship, ...pose } : ship));
      again();
    },
    stop() {
      listener = undefined;
      clearTimeout(timer);
      sim.dispose();
    },
  };
}

/** Interval at which a drawing is asked whether it is done, ms. */
const ASK_MS = 20;

/** Settles when a canvas has really been drawn: without a graphics card that takes a second of the processors after the call has returned. */
async function drawn(canvas: HTMLCanvasElement): Promise<void> {
  const gl = canvas.getContext('webgl2');
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!gl || !fence) return;
  gl.flush();
  while (gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED) await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  gl.deleteSync(fence);
}

/** A place to which a ship may fly: two lengths of straight 2 ahead, or a turn where that is occupied or off the mat. */
function landing(ships: Description['ships'], index: number, mat: { readonly widthMm: number; readonly depthMm: number }) {
  const ship = ships[index]!;
  const candidates = [0, 45, -45, 90, -90, 180].map((turnDeg) => {
    const headingDeg = ship.headingDeg + turnDeg;
    const aheadMm = 80 + 2 * halfSideMm(ship.base);
    return {
      headingDeg,
      x: ship.x + aheadMm * Math.sin((headingDeg * Math.PI) / 180),
      y: ship.y + aheadMm * Math.cos((headingDeg * Math.PI) / 180),
    };
  });
  const room = halfSideMm(ship.base) * Math.SQRT2 + 5;
  return candidates.find(
    ({ x, y }) =>
      x > room &&
      y > room &&
      x < mat.widthMm - room &&
      y < mat.depthMm - room &&
      ships.every((other, at) => at === index || distanceMm(other, { x, y }) > room + halfSideMm(other.base) * Math.SQRT2),
  );
}

function noSimulation(error: unknown): Problem {
  return {
    code: 'simulation-failed',
    message: phrase('simulation-failed', error instanceof Error ? error.message : String(error)),
    hint: phrase('needs-webgl-switch-hardware'),
  };
}
