import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairIn } from '../../src/app/match/board/game-map-marks.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { compose } from '../../src/scene/draw/compose.js';
import type { Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { A_FIRST, begun, declared, facing, play, toEngagement } from '../game/play.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';

const before = (table: Table) => toEngagement(begun({ table, ships: A_FIRST }));

/** Length of the ruler on the map, mm, and what is written beside it. */
function drawn(game: GameState): { readonly mm: number; readonly text: string | undefined } {
  const { shapes, labels } = compose({ table: game.table, pair: pairIn(game)! });
  const points = shapes.filter(({ role }) => role === 'ruler').flatMap((shape) => shape.points);
  const [from, to] = [points[0]!, points.at(-1)!];
  const label = labels.find(({ role }) => role === 'ruler');
  return { mm: Math.hypot(to.x - from.x, to.y - from.y), text: label && english(label.text) };
}

function assertSameLine(game: GameState): void {
  const { mm } = attackOf(game)!.facts!;
  const line = drawn(game);
  assert.ok(Math.abs(line.mm - mm) < 0.05, `${mm} mm count, ${line.mm} mm are drawn`);
  assert.ok(line.text?.includes(mm.toFixed(1)), `'${line.text}' is written beside ${mm} mm`);
}

test('of a ship that a judge rules into the arc, the line on the map is the one that counts', () => {
  // Its corner is 0.1 mm outside the arc's line, at 158 mm; its closest side is at 84 mm.
  const covariance = sigmas(0.3, 0.3, 0.1);
  const table = tableOf([
    ship('a', 'small', 450, 300, 0, { covariance }),
    ship('b', 'large', 591.7045642, 388.4081914, 293.6873274, { covariance }),
  ]);
  const inArc = { kind: 'decide', question: { about: 'arc', from: 'a', to: 'b', arc: 'front' }, answer: true } as const;
  const game = declared(play(before(table), inArc));
  assert.ok(pairIn(game)!.closest.mm < 90);
  assertSameLine(game);
});

test('of a ship that is partly in the arc, the line on the map ends at that part', () => {
  assertSameLine(declared(before(tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'large', 560, 400, 293)]))));
});

test('without a declared defender no line is drawn', () => {
  assert.equal(pairIn(before(facing(150))), undefined);
});
