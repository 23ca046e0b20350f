import { knownEntry, SHIP_KINDS, withSpecialWeapon } from '../../src/game/facts/ship-facts.js';
import { type Entry, type History, NEW_HISTORY, present, recorded } from '../../src/game/log/history.js';
import type { Ability } from '../../src/game/model/ability.js';
import { roll, seedFrom } from '../../src/game/model/dice.js';
import type { GameEvent, ShipEntry } from '../../src/game/model/event.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { attackOf } from '../../src/game/model/lookup.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { diceDue, diceKindOf, diceOf } from '../../src/game/steps/attack-dice.js';
import { inRadians } from '../../src/geometry/degrees.js';
import { EXACT } from '../../src/geometry/pose.js';
import { MAT_MM } from '../../src/pieces/dimensions.js';
import type { Ship, Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';

const SEED = 2;

/** Two T-65 X-wings of player 1 below, two TIE fighters of player 2 above, an asteroid in the right lane; all poses exact. */
const TABLE: Table = {
  widthMm: MAT_MM,
  depthMm: MAT_MM,
  ships: [on('luke', 1, 300, 100, 0), on('biggs', 1, 600, 100, 0), on('howl', 2, 300, 814, 180), on('academy', 2, 600, 814, 180)],
  obstacles: [
    {
      id: 'rock',
      kind: 'asteroid',
      outline: [
        { x: 560, y: 525 },
        { x: 640, y: 525 },
        { x: 630, y: 550 },
        { x: 570, y: 550 },
      ],
    },
  ],
  devices: [],
};

/** Not the text of any card: a made-up ability that shows the queue. */
const STEADY: Ability = {
  kind: 'ability',
  id: 'steady-aim',
  name: 'Steady aim',
  ship: 'luke',
  isOptional: true,
  window: 'start of engagement',
  effects: [{ does: 'gain', who: 'self', token: 'focus', count: 1 }],
};

function on(id: string, owner: 1 | 2, x: number, y: number, headingDeg: number): Ship {
  return { id, base: 'small', owner, pose: { x, y, headingRad: inRadians(headingDeg) }, covariance: EXACT, arcs: ['front', 'bullseye'] };
}

function entry(xws: string, id: string, owner: 1 | 2, name: string, initiative: number): ShipEntry {
  return knownEntry(SHIP_KINDS.find((kind) => kind.xws === xws)!, { id, owner, name, initiative });
}

/** An event, or one that depends on how things stand. */
type Move = Entry | ((state: GameState) => Entry);

const dials = (luke: string, biggs: string, howl: string, academy: string): readonly Move[] => [
  ...Object.entries({ luke, biggs, howl, academy }).map(([ship, code]): Move => ({ kind: 'set dial', ship, code })),
  { kind: 'next phase' },
];

const activate = (ship: string, action?: 'focus' | 'evade'): readonly Move[] => [
  { kind: 'activate', ship },
  { kind: 'reveal' },
  { kind: 'execute' },
  ...(action ? [{ kind: 'act', ship, action } as const] : []),
  { kind: 'end activation' },
];

const rollDice: Move = (state) => {
  const attack = attackOf(state)!;
  const kind = diceKindOf(attack);
  const { faces } = roll(state.seed, kind, diceDue(state, kind) - diceOf(attack, kind).length);
  return { kind: 'roll', faces, source: 'generator' };
};
const done: Move = { kind: 'done' };
const focus = (by: 'attacker' | 'defender'): Move => ({ kind: 'modify', by, change: { with: 'focus' } });

/** A whole attack: weapon, defender, what each side spends, to the end of its engagement. */
function attack(
  ship: string,
  defender: string,
  spent: { readonly weapon?: string; readonly attacker?: Move; readonly defender?: Move } = {},
): readonly Move[] {
  return [
    { kind: 'engage', ship },
    { kind: 'attack', attacker: ship },
    { kind: 'choose weapon', weapon: spent.weapon ?? 'primary-1' },
    { kind: 'declare defender', defender },
    { kind: 'pay costs' },
    rollDice,
    done,
    ...(spent.attacker ? [spent.attacker] : []),
    done,
    rollDice,
    done,
    ...(spent.defender ? [spent.defender] : []),
    done,
    { kind: 'neutralize' },
    (state) => (attackOf(state)!.step === 'deal damage' ? { kind: 'deal damage' } : { kind: 'done' }),
  ];
}

const over = (state: GameState): boolean => attackOf(state) === undefined;
const pass = (ship: string): readonly Move[] => [{ kind: 'engage', ship }, { kind: 'end engaging' }];
const nextRound: readonly Move[] = [{ kind: 'next phase' }, { kind: 'next phase' }];
const engagement = (isUsed: boolean): readonly Move[] => [
  { kind: 'next phase' },
  (state) => ({ kind: isUsed ? 'resolve' : 'skip', key: state.queue[0]!.key }),
];

/** As logs are from before it was listed what a weapon requires: they play on as they were played. */
const lockless = (ship: ShipEntry): ShipEntry => ({ ...ship, weapons: ship.weapons.map((weapon) => ({ ...weapon, needs: [] })) });

const begin: GameEvent = {
  kind: 'begin',
  table: TABLE,
  ships: [
    lockless(withSpecialWeapon(entry('t65xwing', 'luke', 1, 'Luke Skywalker', 5), 'protontorpedoes')),
    entry('t65xwing', 'biggs', 1, 'Biggs Darklighter', 3),
    entry('tielnfighter', 'howl', 2, '“Howlrunner”', 5),
    entry('tielnfighter', 'academy', 2, 'Academy Pilot', 1),
  ],
  abilities: [STEADY],
  firstPlayer: 1,
  seed: seedFrom(SEED),
  options: { blueRemoves: 'stress and strain' },
};

/** The rounds; after each attack the four windows are passed and the ship is done. */
const MOVES: readonly (readonly Move[])[] = [
  // Round 1: everybody flies ahead and shoots at range 3, in the right lane past the asteroid. One dial is set again.
  [begin, { kind: 'set dial', ship: 'luke', code: '3FW' }, { kind: 'undo' }, ...dials('4FW', '4FW', '5FW', '5FW')],
  [
    ...activate('academy', 'focus'),
    ...activate('biggs', 'focus'),
    ...activate('luke', 'focus'),
    ...activate('howl', 'evade'),
    ...engagement(false),
  ],
  attack('luke', 'howl', { attacker: focus('attacker'), defender: evade() }),
  attack('howl', 'luke'),
  attack('biggs', 'academy', { attacker: focus('attacker'), defender: focus('defender') }),
  [...attack('academy', 'biggs')],
  nextRound,
  // Round 2: the Academy Pilot and Howlrunner run into ships and lose their actions; Biggs turns about and is stressed.
  dials('2FB', '4KR', '2FB', '5FW'),
  [...activate('academy'), ...activate('biggs'), ...activate('luke', 'focus'), ...activate('howl'), ...engagement(true)],
  [...pass('luke'), ...pass('howl')],
  attack('biggs', 'academy'),
  pass('academy'),
  nextRound,
  // Round 3: Luke goes through Howlrunner and fires torpedoes, without range bonus; the stressed Biggs flies blue and is calm again.
  dials('4KR', '2FB', '2FB', '3KR'),
  [...activate('academy'), ...activate('biggs', 'focus'), ...activate('luke'), ...activate('howl', 'evade'), ...engagement(true)],
  attack('luke', 'howl', { weapon: 'protontorpedoes', attacker: focus('attacker'), defender: evade() }),
  pass('howl'),
  attack('biggs', 'academy', { attacker: focus('attacker') }),
  attack('academy', 'biggs'),
  nextRound,
];

/** The defender spends an evade token where a die is there to be changed. */
function evade(): Move {
  return (state) => {
    const die = attackOf(state)!.defenseDice.findIndex(({ face }) => face !== 'evade');
    return { kind: 'modify', by: 'defender', change: { with: 'evade', die: Math.max(0, die) } };
  };
}

/** Plays the example match of three rounds; the same every time. */
export function threeRounds(): History {
  let history = NEW_HISTORY;
  const take = (move: Move) => {
    const event = typeof move === 'function' ? move(present(history)!) : move;
    const next = recorded(history, event);
    if (isRefusal(next))
      throw new Error(`Entry ${history.entries.length + 1}, ${JSON.stringify(event)}: ${next.code} ${english(next.message)}`);
    history = next;
  };
  for (const moves of MOVES) {
    for (const move of moves) take(move);
    const state = present(history)!;
    if (!over(state)) finish(take, () => present(history)!);
  }
  return history;
}

/** The windows after an attack, then the ship is done. */
function finish(take: (move: Move) => void, now: () => GameState): void {
  while (!over(now())) take(done);
  take({ kind: 'end engaging' });
}
