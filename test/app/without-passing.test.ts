import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPassing } from '../../src/app/overlay/without-passing.js';

test('a source that OBS loads again shows what stays on screen, and nothing that had faded or played before', () => {
  const line = {
    kind: 'line',
    pointsMm: [
      [0, 0],
      [9, 9],
    ],
  } as const;
  const stays = { pairs: [{ from: 'a', to: 'b' }], drawings: [{ id: '1', ...line }], caption: { id: '1', text: 'Round two' } };
  const replay = { ship: 'a', seconds: 3 } as never;
  const passes = { ...stays, drawings: [...stays.drawings, { id: '2', ...line, fadeSeconds: 5 }], replay };
  assert.deepEqual(withoutPassing(passes as never), stays);
  assert.deepEqual(withoutPassing({ caption: { id: '2', text: 'A judge is here', fadeSeconds: 8 } }), {});
});
