import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type * as v from 'valibot';
import { FORMATS, schemaText } from '../../analyses/print/format-list.js';
import { evaluate } from '../../src/cli/eval/evaluation.js';
import { scorePicture } from '../../src/cli/eval/score-picture.js';
import { proofFile } from '../../src/evidence/proof-file.js';
import { execute } from '../../src/judge/maneuver/execute.js';
import { moveFile } from '../../src/judge/maneuver/move-file.js';
import { report } from '../../src/judge/report/report.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { demoTable } from '../../src/sim/demo-table.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import { validate } from '../../src/table/documents/validate.js';
import { randomTable, sigmas } from '../judge/tables.js';
import { mutated } from './mutations.js';

const FOLDER = new URL('../../docs/formats/', import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
const ajv = new Ajv2020({ allowUnionTypes: true });
const checkOf = (file: string) => ajv.getSchema(file) ?? ajv.compile(read(file) as object);

function assertValid(file: string, document: unknown, what: string): void {
  const check = checkOf(file);
  // As a reader gets it: NaN would be null there.
  assert.ok(check(JSON.parse(JSON.stringify(document))), `${what}: ${ajv.errorsText(check.errors)}`);
}

for (const format of FORMATS) {
  test(`docs/formats/${format.file} is what the reader's schema prints (npm run analyse -- formats)`, () => {
    assert.equal(readFileSync(new URL(format.file, FOLDER), 'utf8'), schemaText(format));
  });
}

const EXAMPLES = [...FORMATS.map(({ file }) => file.replace('.schema.json', '')), 'move', 'proof'];
for (const name of EXAMPLES) {
  test(`the example of a ${name} is valid by its JSON Schema`, () =>
    assertValid(`${name}.schema.json`, read(`examples/${name}.json`), name));
}

test('the examples of a report and of a move are what the example scene gives', () => {
  const table = parseScene(read('examples/scene.json'));
  assert.deepEqual(JSON.parse(JSON.stringify(report(table))), read('examples/report.json'));
  const move = moveFile('a', '2FB', execute(table, 'a', parseManeuver('2FB')));
  assert.deepEqual(JSON.parse(JSON.stringify(move)), read('examples/move.json'));
});

/** What a JSON Schema cannot say: it is refused by the reader alone. */
const BEYOND_SCHEMA = /cross or touch|an outline with an area/;

for (const { file, schema } of FORMATS) {
  const name = file.replace('.schema.json', '');
  test(`reader and JSON Schema accept and refuse the same mutated documents: ${name}`, () => {
    const check = checkOf(file);
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(mutated([read(`examples/${name}.json`)]), (document) => {
        const refusal = refusalOf(schema, document);
        if (refusal !== undefined && BEYOND_SCHEMA.test(refusal)) return;
        counts[refusal === undefined ? 'accepted' : 'refused']++;
        assert.equal(check(document), refusal === undefined, `${refusal ?? ajv.errorsText(check.errors)}`);
      }),
      { seed: 20261123, numRuns: 2000 },
    );
    const isAnything = name === 'relay-show';
    assert.ok(counts.accepted > 100 && counts.refused > (isAnything ? 10 : 100), JSON.stringify(counts));
  });
}

function refusalOf(schema: v.GenericSchema, document: unknown): string | undefined {
  try {
    validate(schema, document, 'document');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('scenes, reports and moves of random tables are valid by their JSON Schemas', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const table = randomTable({ seed, ships: 6, obstacles: 4, covariance: seed % 2 ? sigmas(0.4, 0.4, 0.3) : sigmas(0, 0, 0) });
    assertValid('scene.schema.json', sceneOf(table), `scene ${seed}`);
    assertValid('report.schema.json', report(table), `report ${seed}`);
    for (const code of ['2FB', '1TW', '3KR', '1ER', '0OW', '1AR']) {
      const move = moveFile('s0', code, execute(table, 's0', parseManeuver(code)));
      assertValid('move.schema.json', move, `move ${seed} ${code}`);
    }
  }
});

test('an evaluation of nothing and one of a failed picture are valid by evaluation.schema.json', () => {
  assertValid('evaluation.schema.json', evaluate([]), 'nothing');
  const table = randomTable({ seed: 1, ships: 3, obstacles: 1 });
  const truth = { image: 'a.jpg', table, visibleFraction: [1, 1, 1], elevationDeg: 50, tags: [] };
  const failed = evaluate([scorePicture(truth, undefined, 1)]);
  assert.deepEqual(failed.failedImages, ['a.jpg']);
  assertValid('evaluation.schema.json', failed, 'a failed picture');
});

test('what is proved is written as its JSON Schema has it, with and without what is not known', () => {
  const table = { widthMm: 914.4, depthMm: 912, ships: [] };
  const proof = { piece: 'ruler', by: 'piece', readMm: 300.4, sigmaMm: 0.7, provedAt: '2026-11-24T19:05:00.000Z' } as const;
  const picture = { type: 'image/jpeg', widthPx: 2, heightPx: 2, base64: 'AAAA' } as const;
  assertValid('proof.schema.json', proofFile(proof, { table }), 'a bare proof');
  assertValid('proof.schema.json', proofFile(proof, { table, camera: demoTable(1).camera, matSigmaMm: 1, picture }), 'a proof');
});
