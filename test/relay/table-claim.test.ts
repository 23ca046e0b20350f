import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { claimTable } from '../../src/relay/hall/table-claim.js';

before(() => mock.timers.enable({ apis: ['setTimeout'] }));
after(() => mock.timers.reset());

function claims(random = () => 0.5) {
  const changes: boolean[] = [];
  return { claim: claimTable((isOurs) => changes.push(isOurs), random), changes, wait: (ms: number) => mock.timers.tick(ms) };
}

test('a table of which nobody else is heard is ours after one heartbeat, and not before', () => {
  const { claim, changes, wait } = claims();
  claim.linked();
  wait(2000);
  assert.equal(claim.isOurs(), false);
  wait(600);
  assert.deepEqual([claim.isOurs(), changes], [true, [true]]);
});

test('while another one is heard the table is not ours, which is said once; when it falls silent it is', () => {
  const { claim, changes, wait } = claims();
  claim.linked();
  for (let beat = 0; beat < 10; beat++) {
    claim.heardOther(true);
    wait(2000);
  }
  assert.deepEqual([claim.isOurs(), changes], [false, [false]]);
  wait(3000);
  assert.equal(claim.isOurs(), true);
});

test('a farewell gives the table over soon; one of who never sent takes it from nobody', () => {
  const { claim, changes, wait } = claims();
  claim.linked();
  claim.heardOther(true);
  claim.heardOther(false);
  wait(1300);
  assert.equal(claim.isOurs(), true);
  claim.heardOther(false);
  assert.deepEqual([claim.isOurs(), changes], [true, [false, true]]);
});

test('two that began in the same moment do not come back in the same moment', () => {
  const [early, late] = [0.1, 0.9].map((share) => claims(() => share)) as [ReturnType<typeof claims>, ReturnType<typeof claims>];
  for (const { claim } of [early, late]) claim.linked();
  early.wait(2600);
  for (const { claim } of [early, late]) claim.heardOther(true);
  assert.deepEqual([early.claim.isOurs(), late.claim.isOurs()], [false, false]);
  early.wait(5500);
  assert.deepEqual([early.claim.isOurs(), late.claim.isOurs()], [true, false]);
});
