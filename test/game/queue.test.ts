import assert from 'node:assert/strict';
import test from 'node:test';
import { choices } from '../../src/game/choices.js';
import type { Ability, Target } from '../../src/game/model/ability.js';
import { abilityWords } from '../../src/game/model/ability-words.js';
import type { GameEvent } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { EXAMPLE_ABILITIES } from '../../src/game/queue/example-abilities.js';
import { exampleOne, exampleTwo } from '../../src/game/queue/queue-examples.js';
import { report } from '../../src/judge/report/report.js';
import { english } from '../../src/texts/english.js';
import { ship, sigmas, tableOf } from '../judge/tables.js';
import {
  attackRolled,
  beginEvent,
  begun,
  declared,
  done,
  entry,
  facing,
  gameShip,
  play,
  refused,
  toActivation,
  toEngagement,
} from './play.js';

/** Ids of the abilities in the queue, front first. */
const queued = (state: GameState) => state.queue.map(({ ability }) => ability);
const resolve = (state: GameState, target?: string) =>
  play(state, { kind: 'resolve', key: state.queue[0]!.key, ...(target && { target }) });

/** An ability that triggers at the start of the Engagement Phase and leaves a note. */
const atStart = (id: string, owner: string, more: Partial<Ability> = {}): Ability =>
  ({
    kind: 'ability',
    id,
    name: id,
    ship: owner,
    isOptional: true,
    window: 'start of engagement',
    effects: [{ does: 'by hand', text: id }],
    ...more,
  }) as Ability;

const engagedWith = (abilities: readonly Ability[], firstPlayer: 1 | 2 = 1, table = facing(50)) =>
  toEngagement(begun({ abilities, firstPlayer, table }));

test('[QUE-01] abilities resolve from the front of the queue to the back, and nothing else happens before', () => {
  const state = engagedWith([atStart('one', 'a'), atStart('two', 'a'), atStart('three', 'b')]);
  refused(state, { kind: 'resolve', key: state.queue[1]!.key }, 'QUE-01');
  refused(state, { kind: 'engage', ship: 'a' }, 'QUE-01');
  const order: string[] = [];
  let now = state;
  while (now.queue.length > 0) {
    order.push(now.queue[0]!.ability);
    now = resolve(now);
  }
  assert.deepEqual(order, ['one', 'two', 'three']);
  refused(now, { kind: 'resolve', key: 1 }, 'QUE-01');
  play(now, { kind: 'engage', ship: 'a' });
});

test('[QUE-02] abilities of both players from one event are added in player order', () => {
  const abilities = [atStart('of b', 'b'), atStart('of a', 'a')];
  assert.deepEqual(queued(engagedWith(abilities, 1)), ['of a', 'of b']);
  assert.deepEqual(queued(engagedWith(abilities, 2)), ['of b', 'of a']);
});

test('[QUE-03] a player orders the own abilities of one event, before any of them resolves', () => {
  const state = engagedWith([atStart('one', 'a'), atStart('two', 'a'), atStart('three', 'b')]);
  const [one, two, three] = state.queue.map(({ key }) => key) as [number, number, number];
  assert.deepEqual(queued(play(state, { kind: 'order', keys: [two, one] })), ['two', 'one', 'three']);
  refused(state, { kind: 'order', keys: [three, one, two] }, 'QUE-03');
  refused(state, { kind: 'order', keys: [one] }, 'QUE-03');
  const later = resolve(engagedWith([atStart('zero', 'a'), atStart('one', 'a'), atStart('two', 'a')]));
  refused(later, { kind: 'order', keys: later.queue.map(({ key }) => key).reverse() }, 'QUE-03');
});

test('[QUE-04] what triggers while an ability resolves goes to the front, by the same rules', () => {
  const acts = atStart('acts', 'a', { effects: [{ does: 'act', who: 'self', action: 'focus', isRed: false }] });
  const after = (id: string, owner: string, of: 'self' | 'enemy'): Ability =>
    ({
      kind: 'ability',
      id,
      name: id,
      ship: owner,
      isOptional: true,
      window: 'after action',
      of,
      effects: [{ does: 'by hand', text: id }],
    }) as Ability;
  const state = engagedWith([
    acts,
    atStart('waits', 'a'),
    after('enemy of a', 'b', 'enemy'),
    after('own 1', 'a', 'self'),
    after('own 2', 'a', 'self'),
  ]);
  assert.deepEqual(queued(state), ['acts', 'waits']);
  const nested = resolve(state);
  assert.deepEqual(queued(nested), ['own 1', 'own 2', 'enemy of a', 'waits']);
  const [first, second] = nested.queue.map(({ key }) => key) as [number, number];
  assert.deepEqual(queued(play(nested, { kind: 'order', keys: [second, first] })), ['own 2', 'own 1', 'enemy of a', 'waits']);
});

test('[QUE-05] the stress of a red barrel roll comes before “after you barrel roll”', () => {
  const ability: Ability = {
    ...EXAMPLE_ABILITIES.jakeFarrell('a'),
    target: { whose: 'friendly', ranges: [0] },
  };
  const ready = play(
    toActivation(begun({ abilities: [ability] })),
    { kind: 'activate', ship: 'a' },
    { kind: 'reveal' },
    { kind: 'execute' },
  );
  const rolled = play(ready, { kind: 'act', ship: 'a', action: 'barrel roll', isRed: true });
  assert.equal(gameShip(rolled, 'a').tokens.stress, 1);
  // So the focus action that the ability would grant to the ship itself is already impossible.
  assert.equal(gameShip(resolve(rolled, 'a'), 'a').tokens.focus, 0);
  const calm = play(ready, { kind: 'act', ship: 'a', action: 'barrel roll' });
  assert.equal(gameShip(resolve(calm, 'a'), 'a').tokens.focus, 1);
});

test('[QUE-06] a replacement effect happens at once, outside the queue, before anything else', () => {
  const abilities = [
    atStart('jams', 'a', {
      target: { whose: 'enemy', ranges: [1], isEach: true },
      effects: [{ does: 'gain', who: 'target', token: 'jam', count: 2 }],
    }),
    EXAMPLE_ABILITIES.staticDischargeVanes('b'),
  ];
  const state = resolve(engagedWith(abilities));
  assert.deepEqual([state.queue.length, state.replacing.length, gameShip(state, 'b').tokens.jam], [0, 1, 0]);
  refused(state, { kind: 'engage', ship: 'a' }, 'QUE-06');
  const used = play(state, { kind: 'replace', isUsed: true, target: 'a' });
  assert.deepEqual([gameShip(used, 'b').tokens.jam, gameShip(used, 'b').tokens.stress, gameShip(used, 'a').tokens.jam], [1, 1, 1]);
  const left = play(state, { kind: 'replace', isUsed: false });
  assert.deepEqual([gameShip(left, 'b').tokens.jam, gameShip(left, 'b').tokens.stress], [2, 0]);
  refused(left, { kind: 'replace', isUsed: true, target: 'a' }, 'QUE-06');
  // What is offered does what it says.
  const [offeredUse, offeredNot] = [/^Use /, /: not used$/].map((words) => choices(state).find(({ label }) => words.test(english(label)))!);
  assert.equal(gameShip(play(state, offeredUse!.event), 'b').tokens.stress, 1);
  assert.deepEqual(play(state, offeredNot!.event), left);
});

test('[QUE-07] an ability that can no longer do anything resolves without effect and leaves the queue', () => {
  const acts = atStart('acts', 'a', { isOptional: false, effects: [{ does: 'act', who: 'self', action: 'focus', isRed: false }] });
  const state = play(engagedWith([acts]), { kind: 'tokens', ship: 'a', token: 'stress', by: 1, reason: 'x' });
  const after = resolve(state);
  assert.deepEqual([after.queue.length, gameShip(after, 'a').tokens.focus], [0, 0]);
  assert.ok(after.notes.map(english).includes('acts: no effect'), after.notes.map(english).join());
  // One that is not optional and can do something is not skipped.
  const able = engagedWith([acts]);
  refused(able, { kind: 'skip', key: able.queue[0]!.key }, 'QUE-01');
  play(state, { kind: 'skip', key: state.queue[0]!.key });
});

test('[QUE-08] whom an ability may choose is asked of the table: range, arc, and what is too close to call', () => {
  const ability = EXAMPLE_ABILITIES.oldTeroch('a');
  const at = (gapMm: number, headingDeg: number, covariance = sigmas(0, 0, 0)) =>
    engagedWith(
      [ability],
      1,
      tableOf([ship('a', 'small', 450, 300, 0, { covariance }), ship('b', 'small', 450, 340 + gapMm, headingDeg, { covariance })]),
    );
  const withFocus = (state: GameState) => play(state, { kind: 'tokens', ship: 'b', token: 'focus', by: 1, reason: 'x' });
  const left = (state: GameState) => gameShip(resolve(withFocus(state), 'b'), 'b').tokens.focus;
  assert.equal(left(at(50, 180)), 0, 'at range 1, and it is in the enemy’s front arc');
  assert.equal(left(at(50, 0)), 1, 'behind the enemy');
  assert.equal(left(at(150, 180)), 1, 'at range 2');
  const open = withFocus(at(100.1, 180, sigmas(0.3, 0.3, 0.1)));
  const asked = refused(open, { kind: 'resolve', key: open.queue[0]!.key, target: 'b' }, 'too-close').open![0]!;
  const ruled = play(open, { kind: 'decide', question: asked.question, answer: 1 });
  assert.equal(gameShip(resolve(ruled, 'b'), 'b').tokens.focus, 0);
  refused(withFocus(at(50, 180)), { kind: 'resolve', key: 1, target: 'a' }, 'QUE-08');
});

/** What an ability of `a` at the start of engagement leaves of a's stress and evade tokens. */
const leaves = (effects: Ability['effects'], stress = 0) => {
  const state = engagedWith([atStart('does', 'a', { effects })]);
  const before = stress > 0 ? play(state, { kind: 'tokens', ship: 'a', token: 'stress', by: stress, reason: 'x' }) : state;
  const { tokens } = gameShip(resolve(before), 'a');
  return [tokens.stress, tokens.evade];
};
const STRESS = { does: 'gain', who: 'self', token: 'stress', count: 1 } as const;
const EVADE = { does: 'act', who: 'self', action: 'evade', isRed: false } as const;

test('[QUE-07] each effect of an ability is looked at when its turn comes, and fizzles alone', () => {
  assert.deepEqual(leaves([STRESS, EVADE]), [1, 0], 'stressed by the first effect, it performs no action');
  assert.deepEqual(leaves([{ ...STRESS, does: 'remove' }, EVADE], 1), [0, 1], 'no longer stressed, it does');
  assert.deepEqual(leaves([EVADE, STRESS], 1), [2, 0], 'the second effect happens all the same');
});

test('[QUE-06] a replacement effect comes before what waits in the queue, and does not join it', () => {
  const jams = (id: string, owner: string) =>
    atStart(id, owner, {
      target: { whose: 'enemy', ranges: [1], isEach: true },
      effects: [{ does: 'gain', who: 'target', token: 'jam', count: 1 }],
    });
  const state = engagedWith([jams('jams', 'a'), atStart('waits', 'a'), atStart('of b', 'b'), EXAMPLE_ABILITIES.staticDischargeVanes('b')]);
  const asked = resolve(state);
  assert.deepEqual(
    [queued(asked), asked.replacing.map(({ ability }) => ability.includes('vanes') || ability)],
    [['waits', 'of b'], [true]],
  );
  refused(asked, { kind: 'resolve', key: asked.queue[0]!.key }, 'QUE-06');
  refused(asked, { kind: 'skip', key: asked.queue[0]!.key }, 'QUE-06');
  // The tokens are not there while it is asked: it happens in their place.
  assert.equal(gameShip(asked, 'b').tokens.jam, 0);
  const used = play(asked, { kind: 'replace', isUsed: true, target: 'a' });
  assert.deepEqual([queued(used), gameShip(used, 'b').tokens.jam, gameShip(used, 'a').tokens.jam], [['waits', 'of b'], 0, 1]);
});

test('[QUE-06] what an ability does next waits until the replacement effect that its first effect met is answered', () => {
  const shrug: Ability = {
    kind: 'replacement',
    id: 'shrug',
    name: 'shrug',
    ship: 'a',
    isOptional: true,
    tokens: ['stress'],
    effects: [{ does: 'transfer gained', count: 1 }],
    target: { whose: 'enemy', ranges: [1] },
  };
  const state = resolve(engagedWith([atStart('does', 'a', { effects: [STRESS, EVADE] }), shrug]));
  assert.deepEqual([state.replacing.length, gameShip(state, 'a').tokens.evade], [1, 0]);
  const used = play(state, { kind: 'replace', isUsed: true, target: 'b' });
  assert.deepEqual([gameShip(used, 'a').tokens.stress, gameShip(used, 'a').tokens.evade, gameShip(used, 'b').tokens.stress], [0, 1, 1]);
  const left = play(state, { kind: 'replace', isUsed: false });
  assert.deepEqual([gameShip(left, 'a').tokens.stress, gameShip(left, 'a').tokens.evade], [1, 0]);
  refused(state, { kind: 'remove ability', ability: 'does' }, 'QUE-01');
});

test('[QUE-06] the stress of a red maneuver asks the replacement effect of the ship', () => {
  const calm: Ability = {
    kind: 'replacement',
    id: 'calm',
    name: 'calm',
    ship: 'a',
    isOptional: true,
    tokens: ['stress'],
    effects: [{ does: 'transfer gained', count: 1 }],
    target: { whose: 'any', ranges: [1] },
  };
  const ready = play(
    toActivation(begun({ abilities: [calm] }), { a: '1FR' }),
    { kind: 'activate', ship: 'a' },
    { kind: 'reveal' },
    { kind: 'execute' },
  );
  assert.deepEqual([ready.replacing.length, gameShip(ready, 'a').tokens.stress], [1, 0]);
  assert.equal(gameShip(play(ready, { kind: 'replace', isUsed: false }), 'a').tokens.stress, 1);
  assert.equal(gameShip(play(ready, { kind: 'replace', isUsed: true, target: 'b' }), 'a').tokens.stress, 0);
});

test('[QUE-06] a second replacement effect of a ship is offered for what the first one leaves, and no effect replaces a gain twice', () => {
  const vanes = EXAMPLE_ABILITIES.staticDischargeVanes('b');
  const state = resolve(
    engagedWith([
      atStart('jams', 'a', {
        target: { whose: 'enemy', ranges: [1], isEach: true },
        effects: [{ does: 'gain', who: 'target', token: 'jam', count: 2 }],
      }),
      { ...vanes, id: 'first' },
      { ...vanes, id: 'second' },
      { ...vanes, id: 'of a', ship: 'a' },
    ]),
  );
  const asked = (now: GameState) => now.replacing.map(({ ability, count }) => [ability, count]);
  assert.deepEqual(asked(state), [['first', 2]]);
  const refusedOnce = play(state, { kind: 'replace', isUsed: false });
  assert.deepEqual(asked(refusedOnce), [['second', 2]]);
  assert.equal(gameShip(play(refusedOnce, { kind: 'replace', isUsed: false }), 'b').tokens.jam, 2);
  // One goes to `a`, whose own vanes may hand it back: there it stays, since both of b's have had this gain or one is left for it.
  const used = play(state, { kind: 'replace', isUsed: true, target: 'a' });
  assert.deepEqual(asked(used), [['of a', 1]]);
  const back = play(used, { kind: 'replace', isUsed: true, target: 'b' });
  assert.deepEqual(asked(back), [['second', 1]]);
  const over = play(back, { kind: 'replace', isUsed: false }, { kind: 'replace', isUsed: false });
  assert.deepEqual([over.replacing.length, over.pending.length, gameShip(over, 'b').tokens.jam], [0, 0, 2]);
});

test('[QUE-01] while abilities wait, a ship performs no action of its own; one that the resolving ability grants goes before what waits', () => {
  const own = { kind: 'ability', id: 'own', name: 'own', ship: 'a', isOptional: true, window: 'after action', effects: [STRESS] } as const;
  const revealing = {
    ...own,
    id: 'revealing',
    name: 'revealing',
    window: 'after executing',
    effects: [{ does: 'by hand', text: 'focus' }],
  } as const;
  const state = play(
    toActivation(begun({ abilities: [revealing, { ...revealing, id: 'other' }, own] })),
    { kind: 'activate', ship: 'a' },
    { kind: 'reveal' },
    { kind: 'execute' },
  );
  const act = { kind: 'act', ship: 'a', action: 'focus' } as const;
  refused(state, act, 'QUE-01');
  const resolving = resolve(state);
  refused(resolving, act, 'QUE-01');
  assert.deepEqual(queued(play(resolving, { ...act, grantedBy: 'revealing' })), ['own', 'other']);
});

/** `b` of player 2 is at range 1 of `a` (79 mm), and its part in the front arc of `a` at 141 mm, attack range 2 (both by `report`). */
const ASLANT = tableOf([ship('a', 'small', 450, 300, 0, { arcs: ['front'] }), ship('b', 'large', 586, 388, 294)]);
const STRAINS = [{ does: 'gain', who: 'target', token: 'strain', count: 1 }] as const;

test('[RNG-04] an ability asks for the plain range, arcs ignored; one that names the attack range for that in its arc', () => {
  const [pair] = report(ASLANT).pairs;
  assert.deepEqual([pair!.closest.range, pair!.arcs.front!.attack!.range], [1, 2]);
  const takes = (target: Target) => {
    const state = engagedWith([atStart('strains', 'a', { target, effects: STRAINS })], 1, ASLANT);
    return gameShip(resolve(state, 'b'), 'b').tokens.strain === 1;
  };
  const enemy = { whose: 'enemy', inOwnersArc: 'front' } as const;
  assert.deepEqual(
    [1, 2].map((range) => takes({ ...enemy, ranges: [range] })),
    [true, false],
  );
  assert.deepEqual(
    [1, 2].map((range) => takes({ ...enemy, ranges: [range], isAttackRange: true })),
    [false, true],
  );
  const nowhere = atStart('x', 'a', { target: { whose: 'enemy', ranges: [1], isAttackRange: true } });
  refused(begun(), { kind: 'add ability', ability: nowhere }, 'RNG-03');
  refused(undefined, beginEvent({ abilities: [nowhere] }), 'RNG-03');
});

test('[RNG-04] after an attack an ability may ask for its attack range, and for nothing else where it does', () => {
  const after = (attackRanges: readonly number[]) =>
    ({
      kind: 'ability',
      id: 'x',
      name: 'x',
      ship: 'a',
      isOptional: true,
      window: 'after attacking',
      attackRanges,
      effects: [{ does: 'by hand', text: 'x' }],
    }) as const;
  const waiting = (attackRanges: readonly number[]) => {
    const ships = [entry('a', 1, { initiative: 5 }), entry('b', 2, { initiative: 2, agility: 0 })];
    const state = declared(toEngagement(begun({ abilities: [after(attackRanges)], table: ASLANT, ships })));
    return queued(play(attackRolled(state, ['blank', 'blank', 'blank'], []), done)).length;
  };
  assert.deepEqual([waiting([1]), waiting([2])], [0, 1]);
});

test('[RNG-08] an ability reaches ships beyond a range: 2, 3 and 4 are beyond range 1', () => {
  const reaches = (gapMm: number) => {
    const ability = atStart('far', 'a', { target: { whose: 'enemy', ranges: [2, 3, 4] }, effects: STRAINS });
    const state = engagedWith([ability], 1, facing(gapMm));
    return gameShip(resolve(state, 'b'), 'b').tokens.strain === 1;
  };
  assert.deepEqual([99, 101, 350].map(reaches), [false, true, true]);
  const words = (ranges: readonly number[], more: Partial<Target> = {}) =>
    english(abilityWords(atStart('far', 'a', { target: { whose: 'enemy', ranges, ...more } })));
  assert.match(english(words([2, 3, 4])), /an enemy ship beyond range 1/);
  assert.match(english(words([0, 4])), /an enemy ship at range 0 or beyond range 3/);
  assert.match(english(words([1, 2], { isAttackRange: true })), /at attack range 1, 2/);
  assert.match(english(words([0, 1])), /at range 0, 1 ·/);
});

test('a ship that is destroyed at the start of the Engagement Phase, before any initiative is reached, is removed at once and does not engage', () => {
  const kills = atStart('kills', 'a', {
    target: { whose: 'enemy', ranges: [1] },
    effects: [{ does: 'suffer', who: 'target', damage: 'hit', count: 9 }],
  });
  const state = engagedWith([kills, atStart('of b', 'b'), atStart('also of a', 'a')]);
  const shot = resolve(play(state, { kind: 'order', keys: [state.queue[0]!.key, state.queue[1]!.key] }), 'b');
  assert.equal(gameShip(shot, 'b').isRemoved, true, 'while abilities still wait');
  assert.deepEqual(
    shot.table.ships.map(({ id }) => id),
    ['a'],
  );
  // What waited of its own has no effect any more.
  let now = shot;
  while (now.queue.length > 0) now = resolve(now);
  assert.ok(now.notes.map(english).includes('of b: no effect'), now.notes.map(english).join());
  refused(now, { kind: 'engage', ship: 'b' }, 'out-of-turn');
  play(now, { kind: 'engage', ship: 'a' });
});

/** Plays an example step by step; the queue after every step, by the names the text uses. */
function walk({ begin, steps }: ReturnType<typeof exampleOne>): {
  readonly state: GameState;
  readonly queues: readonly (readonly string[])[];
} {
  let state = play(undefined, ...begin);
  const queues = steps.map((step) => {
    for (const event of step.events(state)) state = play(state, event);
    return queued(state).map((id) => state.abilities.find((ability) => ability.id === id)!.name);
  });
  return { state, queues };
}

test('[QUE-EX1] Jake Farrell’s example, step for step, with the queue’s content after every step', () => {
  const { state, queues } = walk(exampleOne());
  const [jake, own, other] = ['Jake Farrell', 'Jake’s ship ability', 'Phoenix Squadron’s ship ability'];
  assert.deepEqual(queues, [
    // Jake performs a barrel roll: both trigger, his pilot ability is added first.
    [jake, own],
    // His pilot ability: he chooses himself and focuses; the ship ability triggers again, to the front.
    [own, own],
    // The ship ability: a red boost, which triggers both again.
    [jake, own, own],
    // The pilot ability: the Phoenix at range 1 focuses, and its own ship ability triggers, to the front.
    [other, own, own],
    // Its red boost triggers it once more; the text leaves that out, because it is stressed now.
    [other, own, own],
    // Without effect: it leaves. Jake's two instances are what is left, as the text says.
    [own, own],
    [own],
    [],
  ]);
  const tokens = (id: string) => [gameShip(state, id).tokens.focus, gameShip(state, id).tokens.stress];
  assert.deepEqual(
    [tokens('jake'), tokens('phoenix')],
    [
      [1, 1],
      [1, 1],
    ],
  );
});

test('[QUE-EX1] the second instance of Jake’s ship ability goes in front of the first, and every boost costs its stress before what it triggers', () => {
  const { begin, steps } = exampleOne();
  let state = play(undefined, ...begin);
  const after: { readonly names: readonly string[]; readonly keys: readonly number[]; readonly stress: number }[] = [];
  for (const { events } of steps) {
    for (const event of events(state)) state = play(state, event);
    after.push({ names: queued(state), keys: state.queue.map(({ key }) => key), stress: gameShip(state, 'jake').tokens.stress });
  }
  const [rolled, focused, boosted] = after as [(typeof after)[0], (typeof after)[0], (typeof after)[0]];
  const first = rolled.keys[1]!;
  assert.equal(focused.keys[1], first, 'the first instance waits behind');
  assert.ok(focused.keys[0]! > first, 'the second one is in front of it');
  assert.deepEqual(boosted.keys.slice(2), [first], 'it is the second one that was resolved');
  assert.deepEqual([focused.stress, boosted.stress], [0, 1]);
  // In the end both remaining instances find a stressed ship: he has boosted once.
  assert.deepEqual([after.at(-1)!.names, gameShip(state, 'jake').tokens.stress, gameShip(state, 'phoenix').tokens.stress], [[], 1, 1]);
});

test('[QUE-EX2] “Chopper”, Kyle Katarn and Old Teroch, step for step, ranges and arcs from a scene', () => {
  const example = exampleTwo();
  const { state, queues } = walk(example);
  assert.deepEqual(queues, [
    ['“Chopper”', 'Kyle Katarn', 'Old Teroch'],
    // Chopper's jam tokens wait for the replacement effect, which is not in the queue.
    ['Kyle Katarn', 'Old Teroch'],
    ['Kyle Katarn', 'Old Teroch'],
    ['Old Teroch'],
    [],
  ]);
  const { tokens: teroch } = gameShip(state, 'teroch');
  const { tokens: kyle } = gameShip(state, 'kyle');
  const { tokens: chopper } = gameShip(state, 'chopper');
  // Teroch: one jam kept, one stress; Kyle: the handed-on jam took one focus, the other went to Chopper.
  assert.deepEqual([teroch.jam, teroch.stress], [1, 1]);
  assert.deepEqual([kyle.focus, kyle.jam], [0, 0]);
  assert.equal(chopper.focus, 1);
  assert.ok(state.notes.map(english).includes('Old Teroch: no effect'), state.notes.map(english).join());
});

test('[QUE-EX2] Old Teroch is in the front arc of both; “Chopper” is at range 0, and Kyle at range 1', () => {
  const { table } = exampleTwo().begin[0] as Extract<GameEvent, { kind: 'begin' }>;
  const state = begun({
    table,
    ships: [entry('chopper', 1), entry('kyle', 1), entry('teroch', 2)],
    abilities: [{ ...EXAMPLE_ABILITIES.oldTeroch('teroch') }],
  });
  const ready = play(
    toEngagement(state),
    { kind: 'tokens', ship: 'kyle', token: 'focus', by: 1, reason: 'x' },
    { kind: 'tokens', ship: 'chopper', token: 'focus', by: 1, reason: 'x' },
  );
  refused(ready, { kind: 'resolve', key: 1, target: 'chopper' }, 'QUE-08');
  // With a green token Kyle would lose it: only that was missing in the example.
  assert.equal(gameShip(resolve(ready, 'kyle'), 'kyle').tokens.focus, 0);
  // It is Kyle's arc that counts, not Teroch's own: with Teroch turned round nothing changes, with Kyle turned round it does.
  const turned = (id: string) => ({
    ...table,
    ships: table.ships.map((one) => (one.id === id ? { ...one, pose: { ...one.pose, headingRad: one.pose.headingRad + Math.PI } } : one)),
  });
  const left = (id: string) => gameShip(resolve(play(ready, { kind: 'table', table: turned(id) }), 'kyle'), 'kyle').tokens.focus;
  assert.deepEqual([left('teroch'), left('kyle')], [0, 1]);
});
