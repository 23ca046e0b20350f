import { meanPoint } from '../../geometry/mean-point.js';
import { outlineContains } from '../../geometry/outline.js';
import type { Obstacle } from '../../table/table.js';
import type { FrameContext } from '../lens/frame-context.js';
import { findObstacles } from '../objects/find-obstacles.js';
import { isTurnedTable, withKnownObstacles } from '../objects/known-obstacles.js';
import { readObstacles } from '../objects/read-obstacles.js';
import { seenAsItLay } from '../objects/user-obstacle.js';
import type { MeasuredTable } from './measured-table.js';

/** The table with the obstacles on it, and with the places where there may be one. */
export async function measureObstacles({ engines, rgba, hints, timed }: FrameContext, table: MeasuredTable): Promise<MeasuredTable> {
  const { result, stages } = table;
  if (!result.ok || !stages) return table;
  const { measurement } = result;
  const bases = measurement.bases.map(({ pose }) => pose);
  const seenFrom = { camera: stages.solution.camera, bases: measurement.bases };
  const asKnown = measurement.caution ? [] : (hints.setup?.obstacles ?? []);
  const { obstacles, all, isTurned } = await timed('obstacles', async () => {
    const isCached = ({ outline }: Obstacle) => stages.cached.obstacles.some((one) => outlineContains(one.outline, meanPoint(outline)));
    const asTheyLay = asKnown.flatMap((one) => {
      return one.token && !isCached(one) ? [{ one, ...seenAsItLay(engines.cv, rgba, seenFrom, one.token) }] : [];
    });
    const seenBefore = [...stages.cached.obstacles, ...asTheyLay.flatMap(({ obstacle }) => obstacle ?? [])];
    const scene = { ...seenFrom, coarse: stages.registration.camera, known: { ...stages.cached, obstacles: seenBefore } };
    const found = await findObstacles(engines.cv, rgba, stages.detections.obstacles, scene, {
      readAt: (places) => readObstacles(engines.cv, engines.nets.obstacleOutline, rgba, scene.camera, places),
    });
    const lying = asTheyLay.flatMap(({ one, isSeen }) => (isSeen ? [one] : []));
    const isTurned = isTurnedTable(asKnown, found.obstacles, measurement.mat);
    // Known from another side they would lie elsewhere, perhaps under a ship: here they are those that are found.
    const known = isTurned ? [] : asKnown;
    return {
      obstacles: found,
      isTurned,
      all: withKnownObstacles(known, found.obstacles, found.suspects, bases, (one) => lying.includes(one)),
    };
  });
  const unmeasurable = [...measurement.unmeasurable, ...all.suspects];
  return {
    ...table,
    result: { ok: true, measurement: { ...measurement, obstacles: all.obstacles, unmeasurable } },
    stages: { ...stages, obstacles, isTurned },
  };
}
