import assert from 'node:assert/strict';
import test from 'node:test';
import { mainChoices } from '../../src/game/choices.js';
import { knownEntry, primaryWeapon, SHIP_KINDS, SPECIAL_WEAPONS, withSpecialWeapon } from '../../src/game/facts/ship-facts.js';
import { notices } from '../../src/game/log/referee.js';
import type { Ability } from '../../src/game/model/ability.js';
import { type Face, roll } from '../../src/game/model/dice.js';
import type { GameEvent, ShipEntry } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf, playersWithoutShips } from '../../src/game/model/lookup.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import type { Weapon } from '../../src/game/model/weapon.js';
import { reduce } from '../../src/game/reduce.js';
import { targets, weaponRefusal } from '../../src/game/steps/attack-declare.js';
import { diceDue, diceTerms } from '../../src/game/steps/attack-dice.js';
import { attackTarget } from '../../src/game/table/attack-target.js';
import type { Point } from '../../src/geometry/point.js';
import { report } from '../../src/judge/report/report.js';
import { frontHalfAngleRad } from '../../src/pieces/arcs.js';
import { baseOutline } from '../../src/pieces/bases.js';
import type { Obstacle, Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { GERMAN } from '../../src/texts/german/table.js';
import { printed } from '../../src/texts/phrase.js';
import { block, ship, sigmas, tableOf } from '../judge/tables.js';
import { A_FIRST, attackRolled, begun, declared, done, entry, facing, gameShip, play, refused, rolled, toEngagement } from './play.js';

const engaged = (table: Table, ships = A_FIRST) => toEngagement(begun({ table, ships }));
const attackAt = (gapMm: number, weapon?: Weapon) =>
  declared(engaged(facing(gapMm), [{ ...A_FIRST[0]!, weapons: [weapon ?? primaryWeapon('front', 3)] }, A_FIRST[1]!]), weapon?.id);
const choosing = (state: GameState) => play(state, { kind: 'engage', ship: 'a' }, { kind: 'attack', attacker: 'a' });
const special = (id: string, more: Partial<Weapon> = {}): Weapon => ({
  ...SPECIAL_WEAPONS.find(({ weapon }) => weapon.id === id)!.weapon,
  ...more,
});
const step = (state: GameState) => attackOf(state)!.step;

test('[ATK-01] the steps come in order, and each refuses what belongs to another', () => {
  let state = choosing(engaged(facing(150)));
  const steps = [step(state)];
  const events: readonly GameEvent[] = [
    { kind: 'choose weapon', weapon: 'primary-1' },
    { kind: 'declare defender', defender: 'b' },
    { kind: 'pay costs' },
    rolled('hit', 'hit', 'blank'),
    done,
    done,
    rolled('blank', 'blank'),
    done,
    done,
    { kind: 'neutralize' },
    { kind: 'deal damage' },
    done,
    done,
    done,
  ];
  for (const event of events) {
    for (const other of events) {
      const fits = other.kind === event.kind || (other.kind === 'choose weapon' && ['declare defender', 'pay costs'].includes(event.kind));
      const redeclares = other.kind === 'declare defender' && event.kind === 'pay costs';
      if (!fits && !redeclares) refused(state, other, 'ATK-01');
    }
    state = play(state, event);
    steps.push(step(state));
  }
  assert.deepEqual(steps, [
    'choose weapon',
    'declare defender',
    'pay costs',
    'roll attack',
    'defender modifies attack',
    'attacker modifies attack',
    'roll defense',
    'attacker modifies defense',
    'defender modifies defense',
    'neutralize',
    'deal damage',
    'after 1',
    'after 2',
    'after 3',
    'after 4',
  ]);
  assert.equal(attackOf(play(state, done)), undefined);
});

test('[ATK-01] neither the phase nor another engagement begins before an attack is over, a bonus attack neither', () => {
  const own = choosing(engaged(facing(150)));
  for (const event of [{ kind: 'next phase' }, { kind: 'engage', ship: 'b' }, { kind: 'end engaging' }] as const)
    refused(own, event, 'ATK-01');
  let idle = engaged(facing(150));
  for (const ship of ['a', 'b']) idle = play(idle, { kind: 'engage', ship }, { kind: 'end engaging' });
  refused(play(idle, { kind: 'attack', attacker: 'b', isBonus: true }), { kind: 'next phase' }, 'ATK-01');
});

test('[ATK-02] [ATK-04] the table says of every enemy ship whether a weapon may attack it', () => {
  const table = tableOf([
    ship('a', 'small', 450, 200, 0),
    ship('ahead', 'small', 450, 400, 180),
    ship('behind', 'small', 450, 60, 0),
    ship('far', 'small', 450, 700, 0),
    ship('friend', 'small', 400, 400, 0),
  ]);
  const ships = ['a', 'ahead', 'behind', 'far', 'friend'].map((id) => entry(id, id === 'a' || id === 'friend' ? 1 : 2));
  const state = begun({ table, ships });
  const found = targets(state, gameShip(state, 'a'), primaryWeapon('front', 3));
  assert.deepEqual(
    found.map(({ defender, target }) => [defender, 'facts' in target ? target.facts.range : target.code]),
    [
      ['ahead', 2],
      ['behind', 'ATK-04'],
      ['far', 'ATK-05'],
    ],
  );
});

test('[ATK-03] one of the ship’s own weapons is chosen', () => {
  const state = choosing(engaged(facing(150)));
  refused(state, { kind: 'choose weapon', weapon: 'a death star' }, 'ATK-03');
  assert.equal(attackOf(play(state, { kind: 'choose weapon', weapon: 'primary-1' }))!.weapon, 'primary-1');
});

test('[ATK-04] the defender is an enemy in the weapon’s own arc; a turret covers the arc it points at', () => {
  const table = tableOf([ship('a', 'small', 450, 400, 180), ship('b', 'small', 450, 600, 180), ship('c', 'small', 100, 100, 0)]);
  const turret = primaryWeapon('single turret', 2, 'turret');
  const ships = [{ ...A_FIRST[0]!, weapons: [primaryWeapon('front', 3), turret] }, A_FIRST[1]!, entry('c', 1)];
  const state = choosing(engaged(table, ships));
  refused(play(state, { kind: 'choose weapon', weapon: 'primary-1' }), { kind: 'declare defender', defender: 'b' }, 'ATK-04');
  refused(play(state, { kind: 'choose weapon', weapon: 'turret' }), { kind: 'declare defender', defender: 'b' }, 'ATK-04');
  refused(play(state, { kind: 'choose weapon', weapon: 'turret' }), { kind: 'declare defender', defender: 'c' }, 'ATK-04');
  const turned = play(state, { kind: 'point turret', ship: 'a', turret: 'rear' }, { kind: 'choose weapon', weapon: 'turret' });
  assert.equal(attackOf(play(turned, { kind: 'declare defender', defender: 'b' }))!.facts!.arc, 'rear');
});

test('[ATK-04] the defender has to meet what the weapon requires, in the arc of that weapon and of no other', () => {
  const table = tableOf([
    ship('a', 'small', 450, 400, 0),
    ship('b', 'small', 450, 600, 180),
    ship('c', 'small', 450, 200, 0),
    ship('d', 'small', 400, 550, 0),
  ]);
  const rear = { ...primaryWeapon('rear', 2), id: 'rear' };
  const locked = special('protontorpedoes', { id: 'locked', costs: {} });
  const ships = [{ ...A_FIRST[0]!, weapons: [primaryWeapon('front', 3), rear, locked] }, A_FIRST[1]!, entry('c', 2), entry('d', 1)];
  const aiming = (weapon: string, on?: string) => {
    const state = engaged(table, ships);
    const ready = on === undefined ? state : play(state, { kind: 'lock', ship: 'a', target: on, isHeld: true, reason: 'x' });
    return play(choosing(ready), { kind: 'choose weapon', weapon });
  };
  const may = (state: GameState, defender: string) => !isRefusal(reduce(state, { kind: 'declare defender', defender }));
  assert.deepEqual([may(aiming('primary-1'), 'b'), may(aiming('primary-1'), 'c')], [true, false]);
  assert.deepEqual([may(aiming('rear'), 'b'), may(aiming('rear'), 'c')], [false, true]);
  assert.deepEqual([may(aiming('locked'), 'b'), may(aiming('locked', 'c'), 'b'), may(aiming('locked', 'b'), 'b')], [false, false, true]);
  assert.deepEqual([may(aiming('primary-1'), 'a'), may(aiming('primary-1'), 'd')], [false, false], 'neither itself nor a friend ahead');
});

test('[ATK-05] of several things that a card requires one is enough', () => {
  const tracers = special('xx23sthreadtracers', { costs: {} });
  assert.deepEqual(tracers.needs, ['focus', 'calculate', 'lock']);
  const aiming = (tokens: NonNullable<ShipEntry['tokens']>) =>
    play(choosing(engaged(facing(150), [{ ...A_FIRST[0]!, weapons: [tracers], tokens }, A_FIRST[1]!])), {
      kind: 'choose weapon',
      weapon: tracers.id,
    });
  const missing = refused(aiming({}), { kind: 'declare defender', defender: 'b' }, 'ATK-05');
  assert.equal(english(missing.message), 'XX-23 S-Thread Tracers requires a focus token or a calculate token or a lock on b.');
  for (const tokens of [{ focus: 1 }, { calculate: 1 }]) play(aiming(tokens), { kind: 'declare defender', defender: 'b' });
});

test('[ATK-05] a primary weapon needs attack range 1 to 3; a special weapon what its card says', () => {
  for (const [gapMm, isIn] of [
    [50, true],
    [150, true],
    [250, true],
    [350, false],
  ] as const) {
    const state = play(choosing(engaged(facing(gapMm))), { kind: 'choose weapon', weapon: 'primary-1' });
    if (isIn) play(state, { kind: 'declare defender', defender: 'b' });
    else refused(state, { kind: 'declare defender', defender: 'b' }, 'ATK-05');
  }
  const torpedoes = special('protontorpedoes');
  const ships = [{ ...A_FIRST[0]!, weapons: [torpedoes], charges: { protontorpedoes: 2 } }, A_FIRST[1]!];
  const near = play(choosing(engaged(facing(50), ships)), { kind: 'choose weapon', weapon: 'protontorpedoes' });
  refused(near, { kind: 'declare defender', defender: 'b' }, 'ATK-05');
  const right = play(choosing(engaged(facing(150), ships)), { kind: 'choose weapon', weapon: 'protontorpedoes' });
  assert.match(english(refused(right, { kind: 'declare defender', defender: 'b' }, 'ATK-05').message), /lock/);
});

test('[ATK-06] the costs are paid: charges, tokens, a lock', () => {
  const weapon = special('protontorpedoes', { needs: [], costs: { charges: 1, lock: true, tokens: ['focus'] } });
  const lockOn = (state: GameState) => ({ ...state, ships: state.ships.map((one) => (one.id === 'a' ? { ...one, locks: ['b'] } : one)) });
  const ships = [{ ...A_FIRST[0]!, weapons: [weapon], charges: { protontorpedoes: 2 }, tokens: { focus: 1 } }, A_FIRST[1]!];
  const state = lockOn(engaged(facing(150), ships));
  const paid = gameShip(declared(state, 'protontorpedoes'), 'a');
  assert.deepEqual([paid.charges.protontorpedoes, paid.locks, paid.tokens.focus], [1, [], 0]);
  const chosen = play(
    choosing(engaged(facing(150), ships)),
    { kind: 'choose weapon', weapon: 'protontorpedoes' },
    { kind: 'declare defender', defender: 'b' },
  );
  refused(chosen, { kind: 'pay costs' }, 'ATK-06');
});

test('[ATK-07] without a valid target or the means to pay, another weapon is chosen or there is no attack', () => {
  const weapon = special('protontorpedoes', { needs: [] });
  const ships = [{ ...A_FIRST[0]!, weapons: [weapon, primaryWeapon('front', 3)], charges: { protontorpedoes: 0 } }, A_FIRST[1]!];
  const state = choosing(engaged(facing(150), ships));
  const a = gameShip(state, 'a');
  assert.equal(weaponRefusal(state, a, weapon)!.code, 'ATK-07');
  assert.equal(weaponRefusal(state, a, a.weapons[1]!), undefined);
  const far = choosing(engaged(facing(350), ships));
  assert.equal(weaponRefusal(far, gameShip(far, 'a'), a.weapons[1]!)!.code, 'ATK-07');
  const stuck = play(state, { kind: 'choose weapon', weapon: 'protontorpedoes' }, { kind: 'declare defender', defender: 'b' });
  refused(stuck, { kind: 'pay costs' }, 'ATK-06');
  assert.equal(step(play(stuck, { kind: 'choose weapon', weapon: 'primary-1' })), 'declare defender');
  const none = play(stuck, { kind: 'no attack' });
  assert.deepEqual([attackOf(none), gameShip(none, 'a').hasAttacked], [undefined, false]);
});

test('[ATK-05] [ATK-06] [ATK-07] a weapon’s targets are those that its card permits, also where the range is too close to call', () => {
  const torpedoes = special('protontorpedoes');
  const ships = (charges: number) => [{ ...A_FIRST[0]!, weapons: [torpedoes], charges: { protontorpedoes: charges } }, A_FIRST[1]!];
  const found = (gapMm: number, locks: readonly string[], charges = 2) => {
    const state = engaged(doubtful(gapMm), ships(charges));
    const a = { ...gameShip(state, 'a'), locks };
    const [{ target } = assert.fail()] = targets(state, a, torpedoes);
    return ['facts' in target ? target.facts.range : target.code, weaponRefusal(state, a, torpedoes)?.code];
  };
  assert.deepEqual(found(150, []), ['ATK-05', 'ATK-07'], 'it has no lock on the defender');
  assert.deepEqual(found(150, ['b']), [2, undefined]);
  assert.deepEqual(found(150, ['b'], 0), ['ATK-06', 'ATK-07'], 'no charge is left');
  assert.deepEqual(found(300.1, ['b']), ['too-close', undefined]);
  assert.deepEqual(found(300.1, []), ['ATK-05', 'ATK-07'], 'no range permits the attack');
  const chosen = play(choosing(engaged(doubtful(300.1), ships(2))), { kind: 'choose weapon', weapon: torpedoes.id });
  refused(chosen, { kind: 'declare defender', defender: 'b' }, 'ATK-05');
});

test('[ATK-08] attack dice are the attack value, the range bonus and what abilities add or remove', () => {
  assert.deepEqual(
    [50, 150, 250].map((gapMm) => diceDue(attackAt(gapMm), 'attack')),
    [4, 3, 3],
  );
  const less = play(attackAt(50), { kind: 'adjust dice', dice: 'attack', by: -2, reason: 'an ability' });
  assert.deepEqual(
    diceTerms(less, 'attack').map(({ by }) => by),
    [3, 1, -2],
  );
  refused(less, rolled('hit', 'hit', 'hit'), 'ATK-08');
  refused(less, rolled('evade', 'hit'), 'ATK-08');
  assert.equal(diceDue(play(less, { kind: 'adjust dice', dice: 'attack', by: -9, reason: 'x' }), 'attack'), 0);
});

test('[RNG-09] range 1 gives the attacker a die, range 3 the defender', () => {
  const due = (gapMm: number) => [diceDue(attackAt(gapMm), 'attack'), diceDue(attackAt(gapMm), 'defense')];
  assert.deepEqual([50, 150, 250].map(due), [
    [4, 2],
    [3, 2],
    [3, 3],
  ]);
  // A special weapon without the ordnance icon is treated like a primary one.
  assert.deepEqual(
    [diceDue(attackAt(250, special('ioncannon')), 'defense'), diceDue(attackAt(50, special('ioncannon')), 'attack')],
    [3, 4],
  );
});

test('[RNG-10] a weapon with the ordnance icon has no range bonus', () => {
  const missiles = special('xx23sthreadtracers', { needs: [], costs: {} });
  assert.equal(missiles.isOrdnance, true);
  const due = (gapMm: number) => [diceDue(attackAt(gapMm, missiles), 'attack'), diceDue(attackAt(gapMm, missiles), 'defense')];
  assert.deepEqual([50, 150, 250].map(due), [
    [3, 2],
    [3, 2],
    [3, 2],
  ]);
});

test('[RNG-06] [ATK-21] no attack at range 0, unless an ability that permits it is named', () => {
  const state = play(choosing(engaged(facing(0))), { kind: 'choose weapon', weapon: 'primary-1' });
  refused(state, { kind: 'declare defender', defender: 'b' }, 'ATK-21');
  const allowed = play(state, { kind: 'declare defender', defender: 'b', range0By: 'an ability' });
  assert.equal(attackOf(allowed)!.facts!.isTouching, true);
  assert.match(
    notices(allowed)
      .map(({ text }) => english(text))
      .join(),
    /range 0/,
  );
});

test('[RNG-06] [ATK-21] a touched ship cannot be attacked although its closest point in the arc is at range 1', () => {
  // The defender stands on the attacker's front left corner and reaches into the front arc further on.
  const table = tableOf([ship('a', 'small', 450, 300, 0), ship('b', 'large', 390, 352, 0)]);
  const state = play(choosing(engaged(table)), { kind: 'choose weapon', weapon: 'primary-1' });
  const permitted = play(state, { kind: 'declare defender', defender: 'b', range0By: 'an ability' });
  assert.deepEqual([attackOf(permitted)!.facts!.range, attackOf(permitted)!.facts!.isTouching], [1, true]);
  refused(state, { kind: 'declare defender', defender: 'b' }, 'ATK-21');
});

test('[RNG-11] where an ability permits an attack at range 0, the range 1 bonus applies', () => {
  const state = declared(engaged(facing(0)), 'primary-1', { range0By: 'an ability' });
  assert.deepEqual(
    diceTerms(state, 'attack').map(({ by, rule }) => [by, rule]),
    [
      [3, 'ATK-08'],
      [1, 'RNG-11'],
    ],
  );
});

test('[ATK-11] defense dice are agility, range bonus, one for an obstacle in the way, and abilities', () => {
  const rock = block('rock', 400, 300, 500, 320);
  const table = { ...facing(250), obstacles: [rock] };
  const state = play(declared(engaged(table)), rolled('hit', 'hit', 'hit'), done, done);
  assert.deepEqual(
    diceTerms(state, 'defense').map(({ by, reason }) => [by, english(reason)]),
    [
      [2, 'agility'],
      [1, 'range 3'],
      [1, 'obstructed by an obstacle'],
    ],
  );
  const more = play(state, { kind: 'adjust dice', dice: 'defense', by: 1, reason: 'an ability' });
  assert.equal(diceDue(more, 'defense'), 5);
  // Another ship or a device in the way obstructs, but gives no die.
  const device = { id: 'mine', kind: 'mine', outline: rock.outline };
  const between = tableOf([...facing(250).ships, ship('c', 'small', 450, 350, 0)], [], [device]);
  assert.equal(diceDue(declared(engaged(between)), 'defense'), 3);
});

test('[ATK-09] the defender modifies attack dice first, then the attacker, who spends focus or a lock', () => {
  const ships = [
    { ...A_FIRST[0]!, tokens: { focus: 1 } },
    { ...A_FIRST[1]!, tokens: { focus: 1 } },
  ];
  const locked = play(engaged(facing(150), ships));
  const state = play({ ...locked, ships: locked.ships.map((one) => (one.id === 'a' ? { ...one, locks: ['b'] } : one)) });
  const shot = play(declared(state), rolled('focus', 'blank', 'hit'));
  const focus: GameEvent = { kind: 'modify', by: 'attacker', change: { with: 'focus' } };
  refused(shot, focus, 'ATK-09');
  // The defender's tokens are for its own dice.
  refused(shot, { kind: 'modify', by: 'defender', change: { with: 'focus' } }, 'ATK-09');
  const worse = play(
    shot,
    { kind: 'modify', by: 'defender', change: { with: 'ability', name: 'x', does: 'set', die: 2, face: 'focus' } },
    done,
  );
  refused(worse, { kind: 'modify', by: 'defender', change: { with: 'ability', name: 'x', does: 'set', die: 0, face: 'blank' } }, 'ATK-09');
  const rerolled = play(worse, { kind: 'modify', by: 'attacker', change: { with: 'lock', dice: [1], faces: ['crit'], source: 'table' } });
  const faces = attackOf(play(rerolled, focus))!.attackDice.map(({ face }) => face);
  assert.deepEqual(faces, ['hit', 'crit', 'hit']);
  const spent = gameShip(play(rerolled, focus), 'a');
  assert.deepEqual([spent.tokens.focus, spent.locks], [0, []]);
  refused(play(rerolled, focus), focus, 'ATK-09');
});

test('[ATK-10] an attack die is rerolled once in an attack, whoever asks for it', () => {
  const shot = play(declared(engaged(facing(150))), rolled('blank', 'blank', 'hit'));
  const again = (by: 'attacker' | 'defender', ...dice: number[]): GameEvent => ({
    kind: 'modify',
    by,
    change: { with: 'ability', name: 'x', does: 'reroll', dice, faces: dice.map(() => 'blank'), source: 'table' },
  });
  const once = play(shot, again('defender', 0));
  refused(once, again('defender', 0), 'ATK-10');
  refused(play(once, done), again('attacker', 1, 0), 'ATK-10');
  assert.deepEqual(
    attackOf(play(once, done, again('attacker', 1)))!.attackDice.map(({ isRerolled }) => isRerolled),
    [true, true, false],
  );
  // A die that an ability added has not been rerolled yet.
  play(once, { kind: 'modify', by: 'defender', change: { with: 'ability', name: 'y', does: 'add', face: 'blank' } }, again('defender', 3));
});

test('[ATK-10] a lock rerolls no die that an ability has rerolled, nor an ability one that a lock has; two in one reroll neither', () => {
  const state = play(engaged(facing(150)), { kind: 'lock', ship: 'a', target: 'b', isHeld: true, reason: 'x' });
  const shot = play(declared(state), rolled('blank', 'blank', 'hit'), done);
  const lock = (...dice: number[]): GameEvent => ({
    kind: 'modify',
    by: 'attacker',
    change: { with: 'lock', dice, faces: dice.map(() => 'blank'), source: 'table' },
  });
  const ability = (...dice: number[]): GameEvent => ({
    kind: 'modify',
    by: 'attacker',
    change: { with: 'ability', name: 'x', does: 'reroll', dice, faces: dice.map(() => 'blank'), source: 'table' },
  });
  refused(play(shot, ability(0)), lock(0), 'ATK-10');
  refused(play(shot, ability(0)), lock(1, 0), 'ATK-10');
  refused(play(shot, lock(0)), ability(0), 'ATK-10');
  refused(shot, ability(0, 0), 'ATK-09');
  play(shot, ability(0), lock(1, 2));
});

test('[ATK-12] the defender spends focus on all focus results of the defense dice, and the attacker only by an ability, before it', () => {
  const ships = [
    { ...A_FIRST[0]!, tokens: { focus: 2 } },
    { ...A_FIRST[1]!, agility: 3, tokens: { focus: 1, evade: 1 } },
  ];
  const state = play(declared(engaged(facing(150), ships)), rolled('hit', 'hit', 'hit'), done, done, rolled('focus', 'focus', 'blank'));
  const faces = (now: GameState) => attackOf(now)!.defenseDice.map(({ face }) => face);
  refused(state, { kind: 'modify', by: 'attacker', change: { with: 'focus' } }, 'ATK-12');
  const set = { kind: 'modify', by: 'attacker', change: { with: 'ability', name: 'x', does: 'set', die: 0, face: 'blank' } } as const;
  const worse = play(state, set, done);
  assert.deepEqual(faces(worse), ['blank', 'focus', 'blank']);
  refused(worse, set, 'ATK-12');
  const focused = play(worse, { kind: 'modify', by: 'defender', change: { with: 'focus' } });
  assert.deepEqual(faces(focused), ['blank', 'evade', 'blank']);
  assert.deepEqual(faces(play(state, done, { kind: 'modify', by: 'defender', change: { with: 'focus' } })), ['evade', 'evade', 'blank']);
  assert.deepEqual(faces(play(focused, { kind: 'modify', by: 'defender', change: { with: 'evade', die: 2 } })), [
    'blank',
    'evade',
    'evade',
  ]);
});

test('[ATK-12] the attacker modifies defense dice first, then the defender, who spends focus, evade, calculate or force', () => {
  const ships = [A_FIRST[0]!, { ...A_FIRST[1]!, agility: 4, tokens: { evade: 1, calculate: 1, force: 1 } }];
  const state = play(
    declared(engaged(facing(150), ships)),
    rolled('hit', 'hit', 'hit'),
    done,
    done,
    rolled('blank', 'focus', 'focus', 'evade'),
  );
  const evade = (die: number): GameEvent => ({ kind: 'modify', by: 'defender', change: { with: 'evade', die } });
  refused(state, evade(0), 'ATK-12');
  const turn = play(state, done);
  refused(turn, evade(3), 'ATK-12');
  refused(turn, { kind: 'modify', by: 'defender', change: { with: 'focus' } }, 'ATK-12');
  refused(turn, { kind: 'modify', by: 'defender', change: { with: 'calculate', die: 0 } }, 'ATK-12');
  const changed = play(
    turn,
    evade(0),
    { kind: 'modify', by: 'defender', change: { with: 'calculate', die: 1 } },
    { kind: 'modify', by: 'defender', change: { with: 'force', dice: [2] } },
  );
  assert.deepEqual(
    attackOf(changed)!.defenseDice.map(({ face }) => face),
    ['evade', 'evade', 'evade', 'evade'],
  );
  const { evade: left, calculate, force } = gameShip(changed, 'b').tokens;
  assert.deepEqual([left, calculate, force], [0, 0, 0]);
});

test('[ATK-13] a defense die is rerolled once in an attack', () => {
  const again: GameEvent = {
    kind: 'modify',
    by: 'attacker',
    change: { with: 'ability', name: 'x', does: 'reroll', dice: [0], faces: ['blank'], source: 'table' },
  };
  const state = play(declared(engaged(facing(150))), rolled('hit', 'hit', 'hit'), done, done, rolled('evade', 'blank'), again);
  refused(state, again, 'ATK-13');
  refused(play(state, done), { ...again, by: 'defender' } as GameEvent, 'ATK-13');
});

test('[ATK-14] evades cancel hits first, then crits; the attack hits if a hit or crit is left', () => {
  const left = (attack: readonly Face[], defense: readonly Face[]) => {
    const ships = [
      { ...A_FIRST[0]!, weapons: [primaryWeapon('front', attack.length)] },
      { ...A_FIRST[1]!, agility: defense.length },
    ];
    const state = attackRolled(declared(engaged(facing(150), ships)), attack, defense);
    const { hits, crits } = attackOf(state)!.uncancelled!;
    return [hits, crits, step(state)];
  };
  const E = 'evade';
  assert.deepEqual(left(['hit', 'hit', 'crit'], ['blank']), [2, 1, 'deal damage']);
  assert.deepEqual(left(['hit', 'crit', 'hit'], [E]), [1, 1, 'deal damage']);
  assert.deepEqual(left(['crit', 'hit', 'hit'], [E, E]), [0, 1, 'deal damage']);
  assert.deepEqual(left(['hit', 'hit', 'crit'], [E, E, E]), [0, 0, 'after 1']);
  assert.deepEqual(left(['hit', 'crit', 'crit'], [E, E, 'focus']), [0, 1, 'deal damage']);
  assert.deepEqual(left(['crit', 'focus'], [E]), [0, 0, 'after 1']);
  assert.deepEqual(left(['crit', 'blank'], ['blank']), [0, 1, 'deal damage']);
  assert.deepEqual(left(['hit', 'blank'], [E, E, E]), [0, 0, 'after 1']);
});

test('[ATK-15] all hits are dealt before the first crit, so crits meet what shields are left', () => {
  const ships = [A_FIRST[0]!, { ...A_FIRST[1]!, shields: 1 }];
  const state = play(attackRolled(declared(engaged(facing(50), ships)), ['crit', 'hit', 'hit', 'blank'], ['blank', 'blank']), {
    kind: 'deal damage',
  });
  assert.deepEqual(attackOf(state)!.damage, [
    { kind: 'hit', on: 'shield' },
    { kind: 'hit', on: 'hull' },
    { kind: 'crit', on: 'hull' },
  ]);
  const { shields, hull, crits } = gameShip(state, 'b');
  assert.deepEqual([shields, hull, crits], [0, 2, 1]);
});

const after = (id: string, shipId: string, window: 'after defending' | 'after attacking', grantsBonusAttack: boolean) =>
  ({
    kind: 'ability',
    id,
    name: id,
    ship: shipId,
    isOptional: true,
    window,
    grantsBonusAttack,
    effects: [{ does: 'by hand', text: 'x' }],
  }) as const;

test('[ATK-16] after the attack: the defender’s, the attacker’s, then those with a bonus attack, the defender’s first', () => {
  const abilities = [
    after('4 attacker bonus', 'a', 'after attacking', true),
    after('3 defender bonus', 'b', 'after defending', true),
    after('2 attacker', 'a', 'after attacking', false),
    after('1 defender', 'b', 'after defending', false),
  ];
  let state = attackRolled(declared(toEngagement(begun({ ships: A_FIRST, abilities }))), ['blank', 'blank', 'blank'], ['blank', 'blank']);
  const order: string[] = [];
  while (attackOf(state)) {
    assert.ok(state.queue.length <= 1, `${state.queue.length} wait at once`);
    const [front] = state.queue;
    if (front) order.push(front.ability);
    state = play(state, front ? { kind: 'skip', key: front.key } : done);
  }
  assert.deepEqual(order, ['1 defender', '2 attacker', '3 defender bonus', '4 attacker bonus']);
});

test('[ATK-16] a bonus attack begins in its own window only, and the first attack goes on after it', () => {
  const bonus = (attacker: string): GameEvent => ({ kind: 'attack', attacker, isBonus: true });
  let state = attackRolled(declared(engaged(facing(150))), ['blank', 'blank', 'blank'], ['blank', 'blank']);
  for (const [a, b] of [
    [false, false],
    [false, false],
    [false, true],
    [true, false],
  ]) {
    for (const [id, isAllowed] of [
      ['a', a],
      ['b', b],
    ] as const) {
      if (!isAllowed) refused(state, bonus(id), 'ATK-16');
      else {
        const during = play(state, bonus(id));
        assert.deepEqual([during.attacks.length, attackOf(during)!.attacker], [2, id]);
        assert.deepEqual(play(during, { kind: 'no attack' }).attacks, state.attacks);
      }
    }
    state = play(state, done);
  }
});

test('[ATK-16] resolving an ability that grants a bonus attack begins that attack', () => {
  const abilities = [after('again', 'b', 'after defending', true), after('and again', 'b', 'after defending', true)];
  let state = attackRolled(declared(toEngagement(begun({ ships: A_FIRST, abilities }))), ['blank', 'blank', 'blank'], ['blank', 'blank']);
  state = play(state, done, done);
  assert.equal(state.queue.length, 2);
  state = play(state, { kind: 'resolve', key: state.queue[0]!.key });
  assert.deepEqual([attackOf(state)!.attacker, state.queue.length], ['b', 1]);
  // The other ability waits until this attack is over.
  state = play(state, { kind: 'choose weapon', weapon: 'primary-1' }, { kind: 'no attack' });
  refused(state, done, 'QUE-01');
});

test('[ATK-16] an ability that grants a bonus attack does what else it says, and what that triggers, before the attack goes on', () => {
  const stress = { does: 'gain', who: 'self', token: 'stress', count: 1 } as const;
  const again: Ability = {
    ...after('again', 'b', 'after defending', true),
    target: { whose: 'enemy', ranges: [2] },
    effects: [stress, { does: 'gain', who: 'target', token: 'jam', count: 1 }],
  };
  const shrug: Ability = { kind: 'replacement', id: 'shrug', name: 'shrug', ship: 'b', isOptional: true, tokens: ['stress'], effects: [] };
  const shot = (abilities: readonly Ability[]) => {
    const declaredOn = declared(toEngagement(begun({ ships: A_FIRST, abilities })));
    const over = play(attackRolled(declaredOn, ['blank', 'blank', 'blank'], ['blank', 'blank']), done, done);
    return play(over, { kind: 'resolve', key: over.queue[0]!.key, target: 'a' });
  };
  const state = shot([again]);
  assert.deepEqual([attackOf(state)!.attacker, gameShip(state, 'b').tokens.stress, gameShip(state, 'a').tokens.jam], ['b', 1, 1]);
  const asked = shot([again, shrug]);
  refused(asked, { kind: 'choose weapon', weapon: 'primary-1' }, 'QUE-06');
  const left = play(asked, { kind: 'replace', isUsed: false });
  assert.deepEqual([attackOf(left)!.attacker, gameShip(left, 'b').tokens.stress, gameShip(left, 'a').tokens.jam], ['b', 1, 1]);
  play(left, { kind: 'choose weapon', weapon: 'primary-1' });
});

test('[ATK-17] a ship attacks once when it engages, and only then', () => {
  const state = engaged(facing(150));
  refused(state, { kind: 'attack', attacker: 'a' }, 'ATK-17');
  refused(play(state, { kind: 'engage', ship: 'a' }), { kind: 'attack', attacker: 'b' }, 'ATK-17');
  const shot = play(attackRolled(declared(state), ['blank', 'blank', 'blank'], ['blank', 'blank']), done, done, done, done);
  refused(shot, { kind: 'attack', attacker: 'a' }, 'ATK-17');
  refused(play(shot, { kind: 'end engaging' }), { kind: 'engage', ship: 'a' }, 'out-of-turn');
});

test('[ATK-18] a ship destroyed at its initiative still engages, and is removed when all of that initiative have engaged', () => {
  const ships = [entry('a', 1), entry('b', 2, { hull: 1, shields: 0 })];
  let state = play(
    attackRolled(declared(engaged(facing(150), ships)), ['hit', 'hit', 'hit'], ['blank', 'blank']),
    { kind: 'deal damage' },
    done,
    done,
    done,
    done,
  );
  assert.deepEqual([gameShip(state, 'b').isDestroyed, gameShip(state, 'b').isRemoved], [true, false]);
  state = play(state, { kind: 'end engaging' }, { kind: 'engage', ship: 'b' }, { kind: 'attack', attacker: 'b' }, { kind: 'no attack' });
  assert.equal(gameShip(state, 'b').isRemoved, false);
  state = play(state, { kind: 'end engaging' });
  assert.equal(gameShip(state, 'b').isRemoved, true);
  refused(state, { kind: 'attack', attacker: 'b' }, 'unknown');
});

test('[ATK-18] a destroyed ship of a lower initiative is removed without engaging', () => {
  const ships = [A_FIRST[0]!, { ...A_FIRST[1]!, hull: 1, shields: 0 }];
  const state = play(
    attackRolled(declared(engaged(facing(150), ships)), ['hit', 'hit', 'hit'], ['blank', 'blank']),
    { kind: 'deal damage' },
    done,
    done,
    done,
    done,
  );
  const over = play(state, { kind: 'end engaging' });
  assert.deepEqual([gameShip(over, 'b').isRemoved, over.engagement.initiative], [true, undefined]);
  assert.deepEqual([playersWithoutShips(state), playersWithoutShips(over)], [[], [2]]);
  assert.ok(over.notes.map(english).includes('Player 2 has no ships left'));
});

test('[ATK-18] a destroyed ship waits for every ship of the attacker’s initiative, its own and the other player’s', () => {
  const table = tableOf([
    ship('a', 'small', 450, 200, 0),
    ship('b', 'small', 450, 390, 180),
    ship('c', 'small', 200, 200, 0),
    ship('d', 'small', 200, 500, 180),
  ]);
  const ships = [
    entry('a', 1, { initiative: 4 }),
    entry('b', 2, { initiative: 4, hull: 1, shields: 0 }),
    entry('c', 1, { initiative: 4 }),
    entry('d', 2, { initiative: 1 }),
  ];
  let state = play(
    attackRolled(declared(engaged(table, ships)), ['hit', 'hit', 'hit'], ['blank', 'blank']),
    { kind: 'deal damage' },
    done,
    done,
    done,
    done,
    { kind: 'end engaging' },
  );
  const isThere = () => !gameShip(state, 'b').isRemoved && state.table.ships.some(({ id }) => id === 'b');
  assert.ok(isThere(), 'other ships of its initiative are still to engage');
  state = play(state, { kind: 'engage', ship: 'c' }, { kind: 'end engaging' });
  assert.ok(isThere(), 'its own engagement is still to come');
  // It may attack, although it is destroyed.
  state = play(
    state,
    { kind: 'engage', ship: 'b' },
    { kind: 'attack', attacker: 'b' },
    { kind: 'choose weapon', weapon: 'primary-1' },
    { kind: 'declare defender', defender: 'a' },
    { kind: 'no attack' },
  );
  assert.ok(isThere(), 'it is engaging');
  state = play(state, { kind: 'end engaging' });
  assert.ok(!isThere(), 'all of its initiative have engaged');
  assert.equal(state.engagement.initiative, 1);
});

test('[ATK-18] a ship destroyed “before engaging” has reached its initiative and still engages', () => {
  const ability = {
    kind: 'ability',
    id: 'x',
    name: 'x',
    ship: 'a',
    isOptional: false,
    window: 'before engaging',
    effects: [{ does: 'suffer', who: 'self', damage: 'hit', count: 9 }],
  } as const;
  const engaging = play(toEngagement(begun({ ships: A_FIRST, abilities: [ability] })), { kind: 'engage', ship: 'a' });
  const hurt = play(engaging, { kind: 'resolve', key: engaging.queue[0]!.key });
  assert.deepEqual([gameShip(hurt, 'a').isDestroyed, gameShip(hurt, 'a').isRemoved], [true, false]);
  assert.match(hurt.notes.map(english).join(), /a suffers 9 hit \(x\)/);
  const state = play(hurt, { kind: 'attack', attacker: 'a' }, { kind: 'no attack' }, { kind: 'end engaging' });
  assert.equal(gameShip(state, 'a').isRemoved, true);
});

test('[ATK-19] a ship cannot choose to roll fewer dice', () => {
  refused(declared(engaged(facing(150))), rolled('hit', 'hit'), 'ATK-19');
});

test('[ATK-19] neither the attacker nor the defender rolls fewer dice than are due, with range bonus and all', () => {
  const near = declared(engaged(facing(50)));
  refused(near, rolled('hit', 'hit', 'hit'), 'ATK-19');
  refused(near, rolled(), 'ATK-19');
  const far = play(declared(engaged(facing(250))), rolled('hit', 'hit', 'hit'), done, done);
  refused(far, rolled('blank', 'blank'), 'ATK-19');
  play(far, rolled('blank', 'blank', 'blank'));
});

test('[ATK-20] with too few dice the results are kept and the rest is rolled; none of them counts as rerolled', () => {
  const state = declared(engaged(facing(150)));
  const short = play(state, { kind: 'roll', faces: ['blank', 'blank'], source: 'table', tooFewDice: true });
  assert.equal(step(short), 'roll attack');
  refused(short, rolled('hit', 'hit'), 'ATK-08');
  refused(short, { kind: 'roll', faces: [], source: 'table', tooFewDice: true }, 'ATK-20');
  const full = play(short, rolled('hit'));
  assert.deepEqual(
    attackOf(full)!.attackDice.map(({ face, isRerolled }) => [face, isRerolled]),
    [
      ['blank', false],
      ['blank', false],
      ['hit', false],
    ],
  );
  play(full, {
    kind: 'modify',
    by: 'defender',
    change: { with: 'ability', name: 'x', does: 'reroll', dice: [0, 1], faces: ['blank', 'hit'], source: 'table' },
  });
});

/** `b` at a gap that is almost exactly 200 mm, poses known to half a millimetre. */
function doubtful(gapMm: number, dx = 0): Table {
  const covariance = sigmas(0.3, 0.3, 0.1);
  return tableOf([ship('a', 'small', 450, 200, 0, { covariance }), ship('b', 'small', 450 + dx, 240 + gapMm, 180, { covariance })]);
}

test('a range or an arc that is too close to call stops the walk, shows both outcomes, and takes a judge’s decision', () => {
  const state = play(choosing(engaged(doubtful(200.1))), { kind: 'choose weapon', weapon: 'primary-1' });
  const [open] = refused(state, { kind: 'declare defender', defender: 'b' }, 'too-close').open!;
  assert.deepEqual(new Set(open!.outcomes.map(({ answer }) => answer)), new Set([2, 3]));
  assert.equal(open!.outcomes.reduce((sum, { probability }) => sum + probability, 0).toFixed(6), '1.000000');
  const ruled = play(state, { kind: 'decide', question: open!.question, answer: 3 }, { kind: 'declare defender', defender: 'b' });
  assert.equal(attackOf(ruled)!.facts!.range, 3);
  // The corner of the base that is nearest to the front arc lies on its line.
  const onLine = 20 + 210 * Math.tan((40.62 * Math.PI) / 180);
  const edge = play(choosing(engaged(doubtful(150, onLine))), { kind: 'choose weapon', weapon: 'primary-1' });
  const asked = refused(edge, { kind: 'declare defender', defender: 'b' }, 'too-close').open![0]!;
  assert.equal(asked.question.about, 'arc');
  refused(play(edge, { kind: 'decide', question: asked.question, answer: false }), { kind: 'declare defender', defender: 'b' }, 'ATK-04');
});

test('what is too close to call is not asked where no answer permits the attack: an arc beyond range 3, a contact behind the ship', () => {
  // On the front arc’s line as above, but 330 mm ahead: beyond range 3, in the arc or not.
  const far = 20 + 390 * Math.tan((40.62 * Math.PI) / 180);
  const state = choosing(engaged(doubtful(330, far)));
  const [weapon] = gameShip(state, 'a').weapons;
  const target = attackTarget(state, gameShip(state, 'a'), weapon!, 'b');
  assert.ok(isRefusal(target) && !target.open && /beyond range 3/.test(english(target.message)), JSON.stringify(target));
  // Edge to edge to within half a millimetre, but behind: touching or not, it is no target in the front arc.
  const covariance = sigmas(0.3, 0.3, 0.1);
  const behind = tableOf([ship('a', 'small', 450, 500, 0, { covariance }), ship('b', 'small', 450, 460, 0, { covariance })]);
  const contact = choosing(engaged(behind));
  const near = attackTarget(contact, gameShip(contact, 'a'), weapon!, 'b');
  assert.ok(isRefusal(near) && !near.open && /ATK-04|ATK-21/.test(near.code), JSON.stringify(near));
  assert.match(english(near.message), /is not in the front arc.* Or: |touches.* Or: /);
  // Where one answer permits it, it is asked.
  const onLine = 20 + 210 * Math.tan((40.62 * Math.PI) / 180);
  const edge = choosing(engaged(doubtful(150, onLine)));
  assert.equal(
    refused(play(edge, { kind: 'choose weapon', weapon: 'primary-1' }), { kind: 'declare defender', defender: 'b' }, 'too-close').open![0]!
      .question.about,
    'arc',
  );
});

test('a table that changes in the middle of an attack stops it until somebody says which one counts', () => {
  const state = declared(engaged(facing(150)));
  assert.equal(play(state, { kind: 'table', table: facing(150.5) }).changedTable, undefined);
  const changed = play(state, { kind: 'table', table: facing(260) });
  refused(changed, rolled('hit', 'hit', 'hit'), 'table-changed');
  assert.equal(play(changed, { kind: 'which table', counts: 'before' }).table, state.table);
  const now = play(changed, { kind: 'which table', counts: 'now' });
  assert.deepEqual(now.table, facing(260));
  refused(now, { kind: 'which table', counts: 'now' }, 'out-of-turn');
});

test('dice of the generator are those of its seed, others are refused; the seed goes on', () => {
  const state = declared(engaged(facing(150)));
  const { faces, seed } = roll(state.seed, 'attack', 3);
  const other = faces.map((face, i) => (i === 0 ? (face === 'hit' ? 'crit' : 'hit') : face));
  refused(state, { kind: 'roll', faces: other, source: 'generator' }, 'not-the-dice');
  assert.deepEqual(play(state, { kind: 'roll', faces, source: 'generator' }).seed, seed);
});

test('a ship of the list enters with its own numbers and weapons, and a special weapon with its charges', () => {
  const kind = SHIP_KINDS.find(({ xws }) => xws === 't65xwing')!;
  const known = withSpecialWeapon(knownEntry(kind, { id: 'a', owner: 1, name: 'Luke', initiative: 5 }), 'protontorpedoes');
  assert.deepEqual([known.agility, known.hull, known.shields, known.weapons.length, known.charges], [2, 4, 2, 2, { protontorpedoes: 2 }]);
  assert.throws(() => withSpecialWeapon(known, 'superlaser'), /superlaser.*expected one of/);
});

test('[RNG-03] a ship that a judge rules into the arc is measured to the part of it that is nearest to the arc, and what that leaves open is asked', () => {
  // The base of `b` has its corner 0.1 mm outside the right line of the front arc, at 158 mm; its closest side is at 84 mm.
  const covariance = sigmas(0.3, 0.3, 0.1);
  const of = (obstacles: readonly Obstacle[]) =>
    tableOf(
      [ship('a', 'small', 450, 300, 0, { covariance }), ship('b', 'large', 591.7045642, 388.4081914, 293.6873274, { covariance })],
      obstacles,
    );
  const aiming = (table: Table) =>
    play(
      toEngagement(begun({ ships: A_FIRST, table })),
      { kind: 'engage', ship: 'a' },
      { kind: 'attack', attacker: 'a' },
      { kind: 'choose weapon', weapon: 'primary-1' },
    );
  const declare = { kind: 'declare defender', defender: 'b' } as const;
  const inArc = { kind: 'decide', question: { about: 'arc', from: 'a', to: 'b', arc: 'front' }, answer: true } as const;
  const state = aiming(of([]));
  const { closest } = report(state.table).pairs[0]!;
  assert.ok(closest.certain && closest.range === 1, `${closest.mm} mm`);
  assert.deepEqual(refused(state, declare, 'too-close').open![0]!.question, inArc.question);

  const ruled = play(state, inArc, declare);
  const facts = attackOf(ruled)!.facts!;
  // By hand: the corner that lies nearest to the arc's line through the middle of `a`, from the nearest point of a's base.
  const angle = frontHalfAngleRad('small');
  const insideMm = ({ x, y }: Point) => Math.sin(angle) * (y - 300) - Math.cos(angle) * (x - 450);
  const corner = baseOutline('large', state.table.ships[1]!.pose).reduce((best, point) =>
    insideMm(point) > insideMm(best) ? point : best,
  );
  const mm = Math.hypot(Math.max(0, corner.x - 470), Math.max(0, corner.y - 320));
  assert.ok(Math.abs(facts.mm - mm) < 0.2, `${facts.mm} mm, by hand ${mm} mm`);
  assert.equal(facts.range, 2);
  assert.equal(diceDue(play(ruled, { kind: 'pay costs' }), 'attack'), 3, 'no die for range 1');

  // A rock on that line obstructs the attack; its edge just beside the line is asked about.
  const [fx, fy] = [470, 320];
  const middle = { x: (fx + corner.x) / 2, y: (fy + corner.y) / 2 };
  const rock = block('rock', middle.x - 5, middle.y - 5, middle.x + 5, middle.y + 5);
  assert.equal(attackOf(play(aiming(of([rock])), inArc, declare))!.facts!.isObstructed, true);
  const edge = block('rock', middle.x - 30, middle.y + 0.1, middle.x, middle.y + 10);
  const open = refused(play(aiming(of([edge])), inArc), declare, 'too-close').open!;
  assert.equal(open[0]!.question.about, 'obstructed');
});

test('[ATK-15] dealt damage cancels the results that it was dealt for', () => {
  const state = play(attackRolled(declared(engaged(facing(150))), ['hit', 'crit', 'blank'], ['blank', 'blank']), { kind: 'deal damage' });
  assert.deepEqual(attackOf(state)!.uncancelled, { hits: 0, crits: 0 });
  assert.deepEqual(
    attackOf(state)!.damage.map(({ kind }) => kind),
    ['hit', 'crit'],
  );
});

test('an attack’s choices, dice and refusals call a primary weapon by its German name', () => {
  const duel = choosing(engaged(facing(350)));
  const weapon = primaryWeapon('front', 3);
  const refusal = weaponRefusal(duel, duel.ships[0]!, weapon)!;
  const aiming = play(duel, { kind: 'choose weapon', weapon: weapon.id });
  const words = [
    refusal.message,
    ...mainChoices(duel).map(({ label }) => label),
    ...mainChoices(aiming).flatMap(({ refusal: against }) => against?.message ?? []),
    ...diceTerms(attackAt(150), 'attack').map(({ reason }) => reason),
  ].map((word) => printed(word, GERMAN));
  assert.equal(words.filter((word) => word.includes('Primärwaffe')).length, 4, words.join(' | '));
  assert.ok(!words.some((word) => word.includes('Primary')), words.join(' | '));
});
