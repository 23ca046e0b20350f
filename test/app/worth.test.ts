import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameSource } from '../../src/app/capture/frame-source.js';
import { worthOf } from '../../src/app/picture/worth-words.js';
import type { TableView } from '../../src/app/state/table-session.js';
import type { Setup } from '../../src/table/setup/setup.js';
import { phrase } from '../../src/texts/phrase.js';

/** What is known of a table whose pairs are apart and claimed as given, mm. */
function known(pairs: readonly (readonly [mm: number, sigmaMm: number])[], { matSigmaMm = 0, byHand = false } = {}): TableView {
  const ships = ['a', 'b', 'c'].map((id) => ({ id, ...(byHand && id === 'c' && { isByHand: true }) }));
  return {
    state: { matSigmaMm, widthMm: 900 },
    table: { ships },
    report: { pairs: pairs.map(([mm, sigmaMm], i) => ({ from: 'a', to: i === 2 ? 'c' : 'b', closest: { mm, sigmaMm } })) },
  } as unknown as TableView;
}

test('what a distance is worth is the middle sigma of what was measured, good for a range’s edge under 2 mm, fair under 5', () => {
  const at = (sigmaMm: number) => worthOf(known([[300, sigmaMm]]));
  assert.deepEqual(at(1.94), { text: '± 1.9 mm', grade: 'good' });
  assert.deepEqual([at(2.1)?.grade, at(4.9)?.grade, at(5.1)?.grade, at(8.1)?.text], ['fair', 'fair', 'poor', '± 8.1 mm']);
  assert.equal(worthOf(known([])), undefined);
  const spread = known([
    [100, 0.4],
    [200, 1],
    [300, 9],
  ]);
  assert.equal(worthOf(spread)?.text, '± 1.0 mm');
});

test('what a hand placed says nothing of what the camera is worth', () => {
  const pairs = [
    [100, 0.4],
    [200, 0.4],
    [300, 9],
    [300, 9],
    [300, 9],
  ] as const;
  const table = known(pairs, { byHand: true });
  const ofHand = {
    ...table,
    report: { pairs: table.report.pairs.map((pair, i) => (i < 2 ? pair : { ...pair, to: 'c' })) },
  } as unknown as TableView;
  assert.equal(worthOf(ofHand)?.text, '± 0.4 mm');
});

test('a poor worth says why: the caution, the mat’s size, or what the picture shows', () => {
  const source = {} as FrameSource;
  assert.match(worthOf(known([[300, 3]], { matSigmaMm: 8 }), { source })!.why!, /mat’s size is not known: measure it/);
  assert.match(worthOf(known([[300, 3]], { matSigmaMm: 0.5 }), { source })!.why!, /shows too little/);
  assert.equal(worthOf(known([[300, 3]], { matSigmaMm: 8 }))!.why, undefined, 'a scene has no picture that could be better');
  const setup = { mat: { widthMm: 900, depthMm: 900, sigmaMm: 0.5 } } as unknown as Setup;
  const whyOf = (lookedShare: number, matSigmaMm: number) =>
    worthOf(known([[300, 3]], { matSigmaMm }), { source, setup, lookedShare })!.why!;
  assert.match(whyOf(0, 8), /measured again with the size/);
  assert.match(whyOf(0.2, 8), /mat’s size is not known/, 'though it was entered, this picture was not measured by it');
  assert.match(whyOf(0, 0.5), /shows too little/);
  const caution = { code: 'x', message: phrase('corners-off-edges', 3), hint: phrase('mark-them-again') };
  assert.match(worthOf(known([[300, 3]]), { source, caution })!.why!, /^Mark them again/);
  assert.equal(worthOf(known([[300, 0.5]]), { source, caution })!.why, undefined);
});
