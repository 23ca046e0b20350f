import type { FrameContext } from '../lens/frame-context.js';
import { findObstacles } from '../objects/find-obstacles.js';
import { withKnownObstacles } from '../objects/known-obstacles.js';
import type { MeasuredTable } from './measured-table.js';

/** The table with the obstacles on it, and with the places where there may be one. */
export async function measureObstacles({ engines, rgba, hints, timed }: FrameContext, table: MeasuredTable): Promise<MeasuredTable> {
  const { result, stages } = table;
  if (!result.ok || !stages) return table;
  const { measurement } = result;
  const places = { coarse: stages.registration.camera, camera: stages.solution.camera, bases: measurement.bases, known: stages.cached };
  const obstacles = await timed('obstacles', () => findObstacles(engines.cv, rgba, stages.detections.obstacles, places));
  const known = measurement.caution ? [] : (hints.setup?.obstacles ?? []);
  const all = withKnownObstacles(
    known,
    obstacles.obstacles,
    obstacles.suspects,
    measurement.bases.map(({ pose }) => pose),
  );
  const unmeasurable = [...measurement.unmeasurable, ...all.suspects];
  return {
    ...table,
    result: { ok: true, measurement: { ...measurement, obstacles: all.obstacles, unmeasurable } },
    stages: { ...stages, obstacles },
  };
}
