import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { meanPoint } from '../../src/geometry/mean-point.js';
import { distanceMm } from '../../src/geometry/point.js';
import { wrapRad } from '../../src/geometry/pose.js';
import type { Setup } from '../../src/table/setup/setup.js';
import { track } from '../../src/table/track/track.js';
import { EMPTY_TABLE } from '../../src/table/track/track-state.js';
import { createCameraSession } from '../../src/vision/session/camera-session.js';

/** Three ships and six obstacles. */
const PICTURE = fileURLToPath(new URL('../../test-fixtures/tables/test-000006.jpg', import.meta.url));
/** What two registrations of the same table may differ by. */
const SAME_MM = 3;
const SAME_RAD = 0.05;

test('a picture that turns by 180° or 90° in the middle of a game is noticed and measured again; every ship and obstacle stays where it is, under its name', async () => {
  const engines = await loadEngines();
  const session = createCameraSession();
  let state = EMPTY_TABLE;
  let setup: Setup | undefined;
  let atMs = 0;
  const seeTurned = async (degrees: number) => {
    atMs += 1000;
    const { data, info } = await sharp(PICTURE).rotate(degrees).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const frame = { widthPx: info.width, heightPx: info.height, rgba: data, capturedAtMs: atMs };
    const look = await session.measure(engines, frame, setup ? { setup } : {});
    assert.ok(look.ok, `${degrees}°: it is measured`);
    assert.ok(!look.isUnchanged, `${degrees}°: that it turned is noticed`);
    state = track(state, look.measurement, []);
    setup ??= look.setup;
    const missed = look.measurement.unmeasurable.filter(({ reason }) => reason.includes('seen there before'));
    assert.deepEqual(missed, [], `${degrees}°: nothing is asked where the setup's obstacles would lie in the turned picture`);
    assert.deepEqual(look.setup?.obstacles.length, setup?.obstacles.length, `${degrees}°: the setup has none of them twice`);
  };
  await seeTurned(0);
  const [before, lay] = [state.tracks, state.obstacles];
  assert.deepEqual([before.length, lay.length], [3, 6]);
  assert.ok(setup, 'where the camera stood is known from now on');
  for (const degrees of [180, 90]) {
    await seeTurned(degrees);
    assert.deepEqual(
      state.tracks.map(({ id }) => id),
      before.map(({ id }) => id),
      `${degrees}°`,
    );
    for (const [i, was] of lay.entries()) {
      const offMm = (now: (typeof lay)[number]) => distanceMm(meanPoint(now.outline), meanPoint(was.outline));
      const now = state.obstacles.reduce((nearest, one) => (offMm(one) < offMm(nearest) ? one : nearest));
      assert.ok(offMm(now) < SAME_MM, `${degrees}°: obstacle ${i} lies ${offMm(now).toFixed(1)} mm elsewhere`);
    }
    for (const [i, { id, pose, isSeen }] of state.tracks.entries()) {
      assert.ok(isSeen, `${degrees}°: ${id} is seen`);
      const was = before[i]!.pose;
      const movedMm = Math.hypot(pose.x - was.x, pose.y - was.y);
      assert.ok(movedMm < SAME_MM, `${degrees}°: ${id} stands ${movedMm.toFixed(1)} mm elsewhere`);
      assert.ok(Math.abs(wrapRad(pose.headingRad - was.headingRad)) < SAME_RAD, `${degrees}°: ${id} faces as it did`);
    }
  }
});
