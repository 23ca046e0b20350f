import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ATTACK_FACES,
  DEFENSE_FACES,
  type DiceKind,
  type DiceSeed,
  type Die,
  type Face,
  roll,
  seedFrom,
} from '../../src/game/model/dice.js';
import { primaryWeapon } from '../../src/game/model/ship-facts.js';
import type { Weapon } from '../../src/game/model/weapon.js';
import { attackOdds } from '../../src/game/odds/attack-odds.js';
import { type DiceSide, damageOdds } from '../../src/game/odds/damage-odds.js';
import { A_FIRST, begun, declared, done, facing, play, rolled, toEngagement } from './play.js';

const NOTHING: DiceSide = { rolled: [], toRoll: 0, focus: false, single: 0, rerolls: 0, evades: 0 };

test('the generator is fair: each of the eight sides is as frequent as chance allows, one die after another', () => {
  // 40,000 dice; chi-squared of 3 or 2 degrees of freedom stays below 16.3 and 13.8 in 999 of 1000 fair runs.
  for (const [kind, sides, limit] of [
    ['attack', ATTACK_FACES, 16.3],
    ['defense', DEFENSE_FACES, 13.8],
  ] as const) {
    const { faces } = roll(seedFrom(11), kind, 40_000);
    const chiSq = [...new Set<Face>(sides)].reduce((sum, face) => {
      const expected = (sides.filter((side) => side === face).length / 8) * faces.length;
      return sum + (faces.filter((one) => one === face).length - expected) ** 2 / expected;
    }, 0);
    assert.ok(chiSq < limit, `${kind}: ${chiSq}`);
    const pairs = faces.filter((face, i) => face === 'blank' && faces[i + 1] === 'blank').length / faces.length;
    const blank = sides.filter((side) => side === 'blank').length / 8;
    assert.ok(Math.abs(pairs - blank ** 2) < 0.01, `${kind}: ${pairs}`);
  }
});

test('the same seed rolls the same dice, and rolling 2 and 3 is rolling 5', () => {
  const whole = roll(seedFrom(5), 'attack', 5);
  const first = roll(seedFrom(5), 'attack', 2);
  const rest = roll(first.seed, 'attack', 3);
  assert.deepEqual([...first.faces, ...rest.faces], whole.faces);
  assert.deepEqual(rest.seed, whole.seed);
  assert.notDeepEqual(roll(seedFrom(6), 'attack', 20).faces, roll(seedFrom(5), 'attack', 20).faces);
});

test('one die against none does damage with probability 1/2, with focus 3/4, with a lock 3/4', () => {
  // Faces of an attack die: 4 of 8 do damage, 2 are focus. A lock rerolls the other half: 1/2 + 1/2 · 1/2.
  const hits = (attack: Partial<DiceSide>) => damageOdds({ ...NOTHING, toRoll: 1, ...attack }, NOTHING).hits;
  assert.equal(hits({}), 1 / 2);
  assert.equal(hits({ focus: true }), 3 / 4);
  assert.equal(hits({ rerolls: Infinity }), 3 / 4);
  // Focus and lock: only blanks (1/4) are rerolled: 3/4 + 1/4 · 3/4.
  assert.equal(hits({ focus: true, rerolls: Infinity }), 15 / 16);
  // An evade token stops what comes of one die whenever a defense die is there to carry it.
  assert.equal(damageOdds({ ...NOTHING, toRoll: 1 }, { ...NOTHING, toRoll: 1, evades: 1 }).hits, 0);
  assert.equal(damageOdds({ ...NOTHING, toRoll: 1 }, { ...NOTHING, toRoll: 1 }).hits, (1 / 2) * (5 / 8));
});

/** Plays the same modifications on rolled dice, die by die. */
function simulated(kind: DiceKind, side: DiceSide, from: DiceSeed): { readonly faces: readonly Face[]; readonly seed: DiceSeed } {
  let { faces, seed } = roll(from, kind, side.toRoll);
  let dice: Die[] = [...side.rolled, ...faces.map((face) => ({ face, isRerolled: false }))];
  let left = side.rerolls;
  const again = (face: Face, keep: number) => {
    dice = dice.map((die) => {
      if (die.isRerolled || die.face !== face || left === 0) return die;
      if (keep > 0) {
        keep -= 1;
        return die;
      }
      left -= 1;
      const next = roll(seed, kind, 1);
      seed = next.seed;
      return { face: next.faces[0]!, isRerolled: true };
    });
  };
  const stale = dice.filter((die) => die.isRerolled && die.face === 'focus').length;
  again('blank', 0);
  again('focus', side.focus ? Infinity : Math.max(0, side.single - stale));
  faces = dice.map(({ face }) => face);
  const good = kind === 'attack' ? 'hit' : 'evade';
  let turns = side.focus ? Infinity : side.single;
  faces = faces.map((face) => (face === 'focus' && turns-- > 0 ? good : face));
  let evades = side.evades;
  faces = faces.map((face) => (kind === 'defense' && face !== 'evade' && evades-- > 0 ? good : face));
  return { faces, seed };
}

test('the exact distribution of damage agrees to simulated attacks, with every modification', () => {
  const cases: readonly (readonly [Partial<DiceSide>, Partial<DiceSide>])[] = [
    [{ toRoll: 3 }, { toRoll: 2 }],
    [
      { toRoll: 4, focus: true },
      { toRoll: 3, focus: true },
    ],
    [
      { toRoll: 3, rerolls: Infinity, single: 1 },
      { toRoll: 2, evades: 1 },
    ],
    [
      { toRoll: 4, rerolls: 2 },
      { toRoll: 3, single: 2, rerolls: 1 },
    ],
    [
      {
        rolled: [
          { face: 'blank', isRerolled: true },
          { face: 'focus', isRerolled: false },
        ],
        toRoll: 1,
        rerolls: Infinity,
      },
      { toRoll: 1, focus: true, evades: 1 },
    ],
  ];
  const runs = 8000;
  let seed = seedFrom(3);
  for (const [attack, defense] of cases) {
    const [a, d] = [
      { ...NOTHING, ...attack },
      { ...NOTHING, ...defense },
    ];
    const found: number[] = [];
    for (let i = 0; i < runs; i++) {
      const hit = simulated('attack', a, seed);
      const evaded = simulated('defense', d, hit.seed);
      seed = evaded.seed;
      const strength = hit.faces.filter((face) => face === 'hit' || face === 'crit').length;
      const damage = Math.max(0, strength - evaded.faces.filter((face) => face === 'evade').length);
      found[damage] = (found[damage] ?? 0) + 1;
    }
    const odds = damageOdds(a, d);
    assert.ok(Math.abs(odds.byDamage.reduce((sum, p) => sum + p, 0) - 1) < 1e-12);
    for (const [damage, p] of odds.byDamage.entries()) {
      const sigma = Math.sqrt((p * (1 - p)) / runs);
      assert.ok(Math.abs((found[damage] ?? 0) / runs - p) <= 4 * sigma + 1e-9, `${JSON.stringify(attack)}: ${damage}`);
    }
  }
});

test('the odds of an attack follow it: dice already rolled count as they lie, spent tokens do not', () => {
  const ships = [
    { ...A_FIRST[0]!, tokens: { focus: 1 } },
    { ...A_FIRST[1]!, agility: 0 },
  ];
  const state = declared(toEngagement(begun({ table: facing(150), ships })));
  const before = attackOdds(state)!;
  // Three dice, each 3/4 with focus, no defense.
  assert.ok(Math.abs(before.expectedDamage - 9 / 4) < 1e-12);
  const shot = play(state, rolled('focus', 'blank', 'crit'), done);
  assert.equal(attackOdds(shot)!.expectedDamage, 2);
  assert.equal(attackOdds(play(shot, done))!.expectedDamage, 1);
  assert.equal(attackOdds(play(shot, { kind: 'modify', by: 'attacker', change: { with: 'focus' } }, done))!.byDamage[2], 1);
  assert.equal(
    attackOdds(
      play(
        shot,
        { kind: 'modify', by: 'attacker', change: { with: 'focus' } },
        done,
        rolled(),
        done,
        done,
        { kind: 'neutralize' },
        { kind: 'deal damage' },
      ),
    ),
    undefined,
  );
});

test('the odds before the costs are paid leave out the lock and the tokens that the weapon costs', () => {
  const lockCosts: Weapon = { ...primaryWeapon('front', 3), id: 'lock-costs', kind: 'special', costs: { lock: true, tokens: ['focus'] } };
  const ships = [
    { ...A_FIRST[0]!, weapons: [lockCosts] },
    { ...A_FIRST[1]!, agility: 0 },
  ];
  const state = play(
    toEngagement(begun({ table: facing(150), ships })),
    { kind: 'lock', ship: 'a', target: 'b', isHeld: true, reason: 'x' },
    { kind: 'tokens', ship: 'a', token: 'focus', by: 1, reason: 'x' },
    { kind: 'engage', ship: 'a' },
    { kind: 'attack', attacker: 'a' },
    { kind: 'choose weapon', weapon: 'lock-costs' },
    { kind: 'declare defender', defender: 'b' },
  );
  const before = attackOdds(state)!;
  assert.deepEqual(before, attackOdds(play(state, { kind: 'pay costs' })));
  // Three dice, each 1/2 without focus or lock.
  assert.ok(Math.abs(before.expectedDamage - 3 / 2) < 1e-12);
});
