import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { claimTable } from '../../src/relay/hall/table-claim.js';

/** Timers are this test's alone: other files run in the same process. */
function claims({ mock: { timers } }: TestContext, random = () => 0.5) {
  const changes: boolean[] = [];
  return { claim: claimTable((isOurs) => changes.push(isOurs), random), changes, wait: (ms: number) => timers.tick(ms) };
}

const withTimers = (name: string, run: (t: TestContext) => void) =>
  test(name, (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    run(t);
  });

withTimers('a table of which nobody else is heard is ours after one heartbeat, and not before', (t) => {
  const { claim, changes, wait } = claims(t);
  claim.linked();
  wait(2000);
  assert.equal(claim.isOurs(), false);
  wait(600);
  assert.deepEqual([claim.isOurs(), changes], [true, [true]]);
});

withTimers('while another one is heard the table is not ours, which is said once; when it falls silent it is', (t) => {
  const { claim, changes, wait } = claims(t);
  claim.linked();
  for (let beat = 0; beat < 10; beat++) {
    claim.heardOther(true);
    wait(2000);
  }
  assert.deepEqual([claim.isOurs(), changes], [false, [false]]);
  wait(3000);
  assert.equal(claim.isOurs(), true);
});

withTimers('a farewell gives the table over soon; one of who never sent takes it from nobody', (t) => {
  const { claim, changes, wait } = claims(t);
  claim.linked();
  claim.heardOther(true);
  claim.heardOther(false);
  wait(1300);
  assert.equal(claim.isOurs(), true);
  claim.heardOther(false);
  assert.deepEqual([claim.isOurs(), changes], [true, [false, true]]);
});

withTimers('two that began in the same moment do not come back in the same moment', (t) => {
  const [early, late] = [0.1, 0.9].map((share) => claims(t, () => share)) as [ReturnType<typeof claims>, ReturnType<typeof claims>];
  for (const { claim } of [early, late]) claim.linked();
  early.wait(2600);
  for (const { claim } of [early, late]) claim.heardOther(true);
  assert.deepEqual([early.claim.isOurs(), late.claim.isOurs()], [false, false]);
  early.wait(5500);
  assert.deepEqual([early.claim.isOurs(), late.claim.isOurs()], [true, false]);
});
