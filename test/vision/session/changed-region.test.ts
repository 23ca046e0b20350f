import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTruth } from '../../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import type { MeasureResult, SeenBase } from '../../../src/table/measurement.js';
import { measureContext } from '../../../src/vision/frame/measure-frame.js';
import type { Frame } from '../../../src/vision/runtime/frame.js';
import { createCameraSession } from '../../../src/vision/session/camera-session.js';

const PICTURE = 'test-fixtures/tables/test-000204';
const SAME_MM = 0.05;

/** The picture with a square of mat from elsewhere laid over it. */
function covered(frame: Frame, at: { u: number; v: number }, from: { u: number; v: number }, halfPx: number): Frame {
  const rgba = new Uint8Array(frame.rgba);
  for (let dv = -halfPx; dv < halfPx; dv++) {
    const start = (uv: { u: number; v: number }) => 4 * ((Math.round(uv.v) + dv) * frame.widthPx + Math.round(uv.u) - halfPx);
    rgba.set(frame.rgba.subarray(start(from), start(from) + 8 * halfPx), start(at));
  }
  return { ...frame, rgba };
}

const basesOf = (result: MeasureResult): readonly SeenBase[] => (result.ok ? result.measurement.bases : []);

function nearest(bases: readonly SeenBase[], { pose }: Pick<SeenBase, 'pose'>) {
  const gap = (one: SeenBase) => Math.hypot(one.pose.x - pose.x, one.pose.y - pose.y);
  return bases.reduce<{ base: SeenBase; mm: number } | undefined>((best, base) => {
    const mm = gap(base);
    return best && best.mm <= mm ? best : { base, mm };
  }, undefined);
}

test('a ship that comes is measured where the picture changed as in the whole of it', async (t) => {
  const engines = await loadEngines();
  const frame = { ...(await readPicture(`${PICTURE}.jpg`)), capturedAtMs: 100 };
  const { table, camera } = await readTruth(`${PICTURE}.json`);
  const alone = (pose: { x: number; y: number }, mm: number) =>
    [...table.ships.map((ship) => ship.pose), ...table.obstacles.flatMap(({ outline }) => outline)].every((other) => {
      const gap = Math.hypot(other.x - pose.x, other.y - pose.y);
      return gap === 0 || gap > mm;
    });
  const comes = table.ships.find(({ base, pose }) => base === 'small' && alone(pose, 85))!;
  const free = Array.from({ length: 400 }, (_, i) => ({ x: 100 + 35 * (i % 20), y: 100 + 35 * Math.floor(i / 20) })).find((one) =>
    alone(one, 85),
  )!;
  const [at, from] = [comes.pose, free].map((one) => pixelFromTable(camera!, { ...one, z: 0 })!) as [
    { u: number; v: number },
    { u: number; v: number },
  ];
  const without = covered({ ...frame, capturedAtMs: 0 }, at, from, 50);

  let shownPx = 0;
  const counting = {
    ...engines.nets.baseDetector,
    run: (image: Float32Array, dims: readonly number[]) => {
      shownPx += dims[2]! * dims[3]!;
      return engines.nets.baseDetector.run(image, dims);
    },
  };
  const counted = { ...engines, nets: { ...engines.nets, baseDetector: counting } };
  let first: ReturnType<typeof measureContext> | undefined;
  const session = (isWhole: boolean) =>
    createCameraSession({
      measureOne: (context, earlier, isExhaustive) => {
        if (!earlier) {
          first ??= measureContext(context, earlier, isExhaustive);
          return first;
        }
        const { maps: _, ...others } = earlier.cached!;
        return measureContext(context, isWhole ? { ...earlier, cached: others } : earlier, isExhaustive);
      },
    });
  const look = async (isWhole: boolean) => {
    const some = session(isWhole);
    const before = await some.measure(counted, without, {});
    shownPx = 0;
    return { before, after: await some.measure(counted, frame, {}), shownPx };
  };
  const whole = await look(true);
  const part = await look(false);
  t.diagnostic(`shown to the detector: ${part.shownPx} instead of ${whole.shownPx} px`);
  assert.ok(part.shownPx < 0.6 * whole.shownPx, 'less than the whole is searched');
  const ofTruth = (result: MeasureResult) => nearest(basesOf(result), comes)?.mm ?? Number.POSITIVE_INFINITY;
  assert.ok(ofTruth(part.before) > 20, 'the ship is not there at first');
  assert.ok(ofTruth(part.after) < 5, 'the ship is seen once it has come');
  const [seen, full] = [basesOf(part.after), basesOf(whole.after)];
  assert.equal(seen.length, full.length);
  for (const base of seen) {
    const { mm } = nearest(full, base)!;
    assert.ok(mm < SAME_MM, `${mm.toFixed(4)} mm from the full measurement`);
  }
});
