import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { reportText } from '../../src/cli/commands/report.js';
import { report } from '../../src/judge/report/report.js';
import { answerOf } from '../../src/scene/words/answer.js';
import { parseScene } from '../../src/table/documents/scene-file.js';

const SCENE = JSON.parse(readFileSync(new URL('../corpus/scenes/in-arc-beyond-range-3.json', import.meta.url), 'utf8'));

test('an arc ends with the ruler: 460 mm away a ship is within its lines, not in it, and 260 mm away it is', () => {
  const table = parseScene(SCENE);
  const found = report(table);
  assert.equal(reportText(found).match(/bullseye: in arc: within the lines, beyond range 3/g)?.length, 2);
  assert.doesNotMatch(reportText(found), /in arc: yes/);
  const { facts } = answerOf(found.pairs[0]!, table);
  const bullseye = facts.find(({ name }) => name === 'Bullseye')!;
  assert.match(bullseye.text, /within the lines, beyond range 3/);
  assert.notEqual(bullseye.verdict, 'yes');
  const [a, b] = SCENE.ships;
  const near = report(parseScene({ ...SCENE, ships: [a, { ...b, yMm: 400 }] }));
  assert.match(reportText(near), /bullseye: in arc: yes, attack range 3 \(260\.00 mm\)/);
});
