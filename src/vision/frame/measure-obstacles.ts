import type { Obstacle } from '../../table/table.js';
import type { FrameContext } from '../lens/frame-context.js';
import { findObstacles } from '../objects/find-obstacles.js';
import { withKnownObstacles } from '../objects/known-obstacles.js';
import { isSeenToLie } from '../objects/told-obstacle.js';
import type { MeasuredTable } from './measured-table.js';

/** The table with the obstacles on it, and with the places where there may be one. */
export async function measureObstacles({ engines, rgba, hints, timed }: FrameContext, table: MeasuredTable): Promise<MeasuredTable> {
  const { result, stages } = table;
  if (!result.ok || !stages) return table;
  const { measurement } = result;
  const places = { coarse: stages.registration.camera, camera: stages.solution.camera, bases: measurement.bases, known: stages.cached };
  const known = measurement.caution ? [] : (hints.setup?.obstacles ?? []);
  const bases = measurement.bases.map(({ pose }) => pose);
  const isLying = ({ token }: Obstacle) => token !== undefined && isSeenToLie(engines.cv, rgba, places, token);
  const { obstacles, all } = await timed('obstacles', () => {
    const found = findObstacles(engines.cv, rgba, stages.detections.obstacles, places);
    return { obstacles: found, all: withKnownObstacles(known, found.obstacles, found.suspects, bases, isLying) };
  });
  const unmeasurable = [...measurement.unmeasurable, ...all.suspects];
  return {
    ...table,
    result: { ok: true, measurement: { ...measurement, obstacles: all.obstacles, unmeasurable } },
    stages: { ...stages, obstacles },
  };
}
