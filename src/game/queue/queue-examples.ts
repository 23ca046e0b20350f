import { inRadians } from '../../geometry/degrees.js';
import { EXACT } from '../../geometry/pose.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import type { Ship, Table } from '../../table/table.js';
import { seedFrom } from '../model/dice.js';
import type { GameEvent, ShipEntry } from '../model/event.js';
import type { GameState } from '../model/game-state.js';
import { primaryWeapon } from '../model/ship-facts.js';
import { EXAMPLE_ABILITIES } from './example-abilities.js';

/** A worked example of the rules, as events that can be walked through one step after the other. */
export interface QueueExample {
  readonly title: string;
  readonly begin: readonly GameEvent[];
  readonly steps: readonly ExampleStep[];
}

export interface ExampleStep {
  /** What happens, in a sentence. */
  readonly text: string;
  /** The events of the step; keys of the queue are read from the state. */
  readonly events: (state: GameState) => readonly GameEvent[];
}

function on(id: string, base: Ship['base'], owner: 1 | 2, name: string, x: number, y: number, headingDeg: number): Ship {
  return { id, base, owner, name, pose: { x, y, headingRad: inRadians(headingDeg) }, covariance: EXACT, arcs: ['front', 'bullseye'] };
}

function tableOf(...ships: readonly Ship[]): Table {
  return { widthMm: MAT_MM, depthMm: MAT_MM, ships, obstacles: [], devices: [] };
}

function entry({ id, owner, name }: Ship, initiative: number, more: Partial<ShipEntry> = {}): ShipEntry {
  return { id, owner: owner!, name: name!, initiative, agility: 3, hull: 2, shields: 2, weapons: [primaryWeapon('front', 2)], ...more };
}

const front = (state: GameState, target?: string): GameEvent => ({
  kind: 'resolve',
  key: state.queue[0]!.key,
  ...(target !== undefined && { target }),
});

/** The first example: Jake Farrell's barrel roll, and everything that follows from it. */
export function exampleOne(): QueueExample {
  const jake = on('jake', 'small', 1, 'Jake Farrell', 400, 300, 0);
  const phoenix = on('phoenix', 'small', 1, 'Phoenix Squadron Pilot', 480, 300, 0);
  const foe = on('foe', 'small', 2, 'TIE fighter', 450, 800, 180);
  const stay: readonly GameEvent[] = [jake, phoenix, foe].map(({ id }) => ({ kind: 'set dial', ship: id, code: '1FW' }));
  return {
    title: 'Jake Farrell’s barrel roll',
    begin: [
      {
        kind: 'begin',
        table: tableOf(jake, phoenix, foe),
        ships: [entry(jake, 4), entry(phoenix, 5), entry(foe, 6)],
        abilities: [
          EXAMPLE_ABILITIES.jakeFarrell('jake'),
          { ...EXAMPLE_ABILITIES.aWing('jake'), name: 'Jake’s ship ability' },
          { ...EXAMPLE_ABILITIES.aWing('phoenix'), name: 'Phoenix Squadron’s ship ability' },
        ],
        firstPlayer: 1,
        seed: seedFrom(1),
        options: { blueRemoves: 'stress and strain' },
      },
      ...stay,
      { kind: 'next phase' },
      { kind: 'activate', ship: 'jake' },
      { kind: 'reveal' },
      { kind: 'execute' },
    ],
    steps: [
      {
        text: 'Jake performs a barrel roll. His pilot ability and his ship ability both trigger; he adds his pilot ability first.',
        events: () => [{ kind: 'act', ship: 'jake', action: 'barrel roll' }],
      },
      {
        text: 'His pilot ability: he chooses himself, at range 0 of himself, and focuses. That triggers his ship ability again, in front of the first one.',
        events: (state) => [front(state, 'jake')],
      },
      {
        text: 'His ship ability: a red boost. He gains the stress first; then his pilot ability and his ship ability trigger again.',
        events: (state) => [front(state)],
      },
      {
        text: 'His pilot ability: the Phoenix Squadron Pilot at range 1 focuses, and its own ship ability goes to the front.',
        events: (state) => [front(state, 'phoenix')],
      },
      {
        text: 'The Phoenix’s ship ability: a red boost. Its stress comes first, and the boost triggers the same ability once more.',
        events: (state) => [front(state)],
      },
      {
        text: 'The Phoenix is stressed and can perform no action: its ability leaves without effect. Jake’s two are left.',
        events: (state) => [front(state)],
      },
      { text: 'Jake is stressed too: his ship ability has no effect.', events: (state) => [front(state)] },
      { text: 'Nor has the last one. The queue is empty.', events: (state) => [front(state)] },
    ],
  };
}

/** The second example: three abilities at the start of the Engagement Phase, and a replacement effect. */
export function exampleTwo(): QueueExample {
  // Teroch touches Chopper's front edge; Kyle looks at him from range 1. He looks away, and is in the front arc of both.
  const chopper = on('chopper', 'large', 1, '“Chopper”', 450, 300, 0);
  const kyle = on('kyle', 'small', 1, 'Kyle Katarn', 450, 480, 180);
  const teroch = on('teroch', 'small', 2, 'Old Teroch', 450, 360, 0);
  const ships = [chopper, kyle, teroch];
  const moves = [chopper, kyle, teroch].flatMap(({ id }): readonly GameEvent[] => [
    { kind: 'activate', ship: id },
    { kind: 'reveal' },
    { kind: 'execute' },
    { kind: 'end activation' },
  ]);
  return {
    title: '“Chopper”, Kyle Katarn and Old Teroch',
    begin: [
      {
        kind: 'begin',
        table: tableOf(...ships),
        ships: [entry(chopper, 2), entry(kyle, 3, { tokens: { focus: 2 } }), entry(teroch, 5)],
        abilities: [
          EXAMPLE_ABILITIES.chopper('chopper'),
          EXAMPLE_ABILITIES.kyleKatarn('kyle'),
          EXAMPLE_ABILITIES.oldTeroch('teroch'),
          EXAMPLE_ABILITIES.staticDischargeVanes('teroch'),
        ],
        firstPlayer: 1,
        seed: seedFrom(2),
        options: { blueRemoves: 'stress and strain' },
      },
      ...ships.map(({ id }): GameEvent => ({ kind: 'set dial', ship: id, code: '0OW' })),
      { kind: 'next phase' },
      ...moves,
    ],
    steps: [
      {
        text: 'The Engagement Phase begins. Three abilities trigger: Rachel is the first player, so hers come first, “Chopper” before Kyle.',
        events: () => [{ kind: 'next phase' }],
      },
      {
        text: '“Chopper”: each enemy ship at range 0 gains 2 jam tokens. Old Teroch would gain them: Static Discharge Vanes may replace that, at once.',
        events: (state) => [front(state)],
      },
      {
        text: 'Sam uses them: Old Teroch gains a stress token and hands one jam token on to Kyle, where it removes one of his two focus tokens.',
        events: () => [{ kind: 'replace', isUsed: true, target: 'kyle' }],
      },
      { text: 'Kyle’s ability: his remaining focus token goes to “Chopper”.', events: (state) => [front(state, 'chopper')] },
      {
        text: 'Old Teroch is in the front arc of both, but “Chopper” is at range 0, and Kyle has no green token left: no effect.',
        events: (state) => [front(state)],
      },
    ],
  };
}
