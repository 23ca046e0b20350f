import assert from 'node:assert/strict';
import test from 'node:test';
import { primaryWeapon } from '../../src/game/facts/ship-facts.js';
import { ATTACK_FACES, DEFENSE_FACES, type DiceKind, type Die, type Face, roll, seedFrom } from '../../src/game/model/dice.js';
import type { Weapon } from '../../src/game/model/weapon.js';
import { attackOdds } from '../../src/game/odds/attack-odds.js';
import type { DiceSide } from '../../src/game/odds/best-play.js';
import { damageOdds } from '../../src/game/odds/damage-odds.js';
import { A_FIRST, beginEvent, begun, declared, done, facing, play, refused, rolled, toEngagement } from './play.js';

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

/** Every way in which a list can be chosen, one of `options` for each place. */
function* everyWay<T>(options: readonly (readonly T[])[]): Generator<readonly T[]> {
  const [first, ...rest] = options;
  if (!first) yield [];
  else for (const one of first) for (const others of everyWay(rest)) yield [one, ...others];
}

test('a seed that the generator would take for nothing but 0, of which every die shows the same, is refused', () => {
  for (const seed of [
    [2 ** 32, 0, 0, 0],
    [0, -(2 ** 32), 2 ** 32, 0],
  ] as const) {
    refused(undefined, { ...beginEvent(), seed }, 'unknown');
    assert.deepEqual(new Set(roll(seed, 'attack', 1000).faces), new Set(['hit']), 'what would come of it');
  }
  refused(undefined, { ...beginEvent(), seed: [0, 0, 0, 0] }, 'not-the-dice');
});

/**
 * The best that a side can do, by brute force over dice one by one: all rolls, all sets of dice to reroll (good ones too), all results, and
 * each token on any die that it may turn or left lying.
 */
function bruteForce(kind: DiceKind, side: DiceSide, worth: (strong: number) => number): number {
  const faces = kind === 'attack' ? ATTACK_FACES : DEFENSE_FACES;
  const most = kind === 'attack' ? Math.max : Math.min;
  const weight = (face: Face) => (faces as readonly Face[]).filter((one) => one === face).length / faces.length;
  const kinds = [...new Set<Face>(faces)];
  const strong = (face: Face) => face === 'hit' || face === 'crit' || face === 'evade';
  const spent = (dice: readonly Face[]) => {
    const ways = dice.map((face) =>
      strong(face) ? ['as it is'] : face === 'focus' ? ['as it is', 'single', 'evade'] : ['as it is', 'evade'],
    );
    const found = [...everyWay(ways)]
      .filter((way) => way.filter((one) => one === 'single').length <= (side.focus ? Infinity : side.single))
      .filter((way) => way.filter((one) => one === 'evade').length <= side.evades)
      .map((way) => dice.filter((face, i) => strong(face) || way[i] !== 'as it is').length);
    return most(...found.map(worth));
  };
  const known = new Map<string, number>();
  const atEnd = (dice: readonly Face[]) => {
    const key = [...dice].sort().join();
    if (!known.has(key)) known.set(key, spent(dice));
    return known.get(key)!;
  };
  let mean = 0;
  for (const roll of everyWay(Array.from({ length: side.toRoll }, () => kinds))) {
    const dice: readonly Die[] = [...side.rolled, ...roll.map((face) => ({ face, isRerolled: false }))];
    const found = [...everyWay(dice.map(({ isRerolled }) => (isRerolled ? [false] : [false, true])))]
      .filter((again) => again.filter(Boolean).length <= side.rerolls)
      .map((again) => {
        let sum = 0;
        for (const end of everyWay(dice.map(({ face }, i) => (again[i] ? kinds : [face]))))
          sum += end.reduce((product, face, i) => product * (again[i] ? weight(face) : 1), atEnd(end));
        return sum;
      });
    mean += roll.reduce((product, face) => product * weight(face), most(...found));
  }
  return mean;
}

const expectedByForce = (attack: DiceSide, defense: DiceSide) => {
  const against = new Map<number, number>();
  return bruteForce('attack', attack, (hits) => {
    if (!against.has(hits))
      against.set(
        hits,
        bruteForce('defense', defense, (evades) => Math.max(0, hits - evades)),
      );
    return against.get(hits)!;
  });
};

test('the odds are those of the best play of both sides, as brute force over every decision finds it', () => {
  const fresh = (face: Face) => ({ face, isRerolled: false });
  const cases: readonly (readonly [Partial<DiceSide>, Partial<DiceSide>, number?])[] = [
    [{ toRoll: 4, single: 1, rerolls: Infinity }, { toRoll: 2, single: 2, rerolls: 2, evades: 1 }, 1.4922],
    [
      { toRoll: 4, focus: true, rerolls: Infinity },
      { toRoll: 2, focus: true, evades: 1 },
    ],
    [{ toRoll: 3 }, { toRoll: 2 }],
    [
      { toRoll: 3, single: 1, rerolls: 2 },
      { toRoll: 3, single: 1, rerolls: 1, evades: 1 },
    ],
    [
      { toRoll: 2, single: 2, rerolls: 1 },
      { toRoll: 3, rerolls: 3, single: 1 },
    ],
    [
      { rolled: [{ face: 'blank', isRerolled: true }, fresh('focus'), fresh('focus')], toRoll: 1, single: 1, rerolls: Infinity },
      { rolled: [fresh('blank'), { face: 'focus', isRerolled: true }], toRoll: 1, single: 1, rerolls: 1, evades: 1 },
    ],
  ];
  for (const [attack, defense, known] of cases) {
    const [a, d] = [
      { ...NOTHING, ...attack },
      { ...NOTHING, ...defense },
    ];
    const { byDamage, expectedDamage, hits } = damageOdds(a, d);
    assert.ok(Math.abs(expectedDamage - expectedByForce(a, d)) < 1e-12, JSON.stringify([attack, defense, expectedDamage]));
    if (known) assert.equal(expectedDamage.toFixed(4), String(known));
    assert.ok(Math.abs(byDamage.reduce((sum, p) => sum + p, 0) - 1) < 1e-12);
    assert.ok(Math.abs(byDamage.reduce((sum, p, damage) => sum + p * damage, 0) - expectedDamage) < 1e-12);
    assert.equal(hits, 1 - byDamage[0]!);
  }
});

test('three dice against two without tokens: the distribution of damage by counting all 8⁵ results', () => {
  const counts: number[] = [];
  for (const faces of everyWay<Face>([ATTACK_FACES, ATTACK_FACES, ATTACK_FACES, DEFENSE_FACES, DEFENSE_FACES])) {
    const damage = Math.max(
      0,
      faces.filter((face) => face === 'hit' || face === 'crit').length - faces.filter((face) => face === 'evade').length,
    );
    counts[damage] = (counts[damage] ?? 0) + 1;
  }
  const { byDamage } = damageOdds({ ...NOTHING, toRoll: 3 }, { ...NOTHING, toRoll: 2 });
  for (const [damage, count] of counts.entries()) assert.ok(Math.abs(byDamage[damage]! - count / 8 ** 5) < 1e-12);
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
