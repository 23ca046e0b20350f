import { inRadians } from '../../geometry/degrees.js';
import { EXACT } from '../../geometry/pose.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import type { Ship, Table } from '../../table/table.js';
import { type Phrase, phrase } from '../../texts/rules-texts.js';
import { primaryWeapon } from '../facts/ship-facts.js';
import { seedFrom } from '../model/dice.js';
import type { GameEvent, ShipEntry } from '../model/event.js';
import type { GameState } from '../model/game-state.js';
import { EXAMPLE_ABILITIES } from './example-abilities.js';

/** A worked example of the rules, as events that can be walked through one step after the other. */
export interface QueueExample {
  readonly title: Phrase;
  readonly begin: readonly GameEvent[];
  readonly steps: readonly ExampleStep[];
}

export interface ExampleStep {
  /** The step, in a sentence. */
  readonly text: Phrase;
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
    title: phrase('jake-title'),
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
        text: phrase('jake-rolls'),
        events: () => [{ kind: 'act', ship: 'jake', action: 'barrel roll' }],
      },
      {
        text: phrase('jake-focuses'),
        events: (state) => [front(state, 'jake')],
      },
      {
        text: phrase('jake-boosts'),
        events: (state) => [front(state)],
      },
      {
        text: phrase('phoenix-focuses'),
        events: (state) => [front(state, 'phoenix')],
      },
      {
        text: phrase('phoenix-boosts'),
        events: (state) => [front(state)],
      },
      {
        text: phrase('phoenix-stressed'),
        events: (state) => [front(state)],
      },
      { text: phrase('jake-stressed'), events: (state) => [front(state)] },
      { text: phrase('jake-queue-empty'), events: (state) => [front(state)] },
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
    title: phrase('chopper-title'),
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
        text: phrase('chopper-triggers'),
        events: () => [{ kind: 'next phase' }],
      },
      {
        text: phrase('chopper-jams'),
        events: (state) => [front(state)],
      },
      {
        text: phrase('vanes-replace'),
        events: () => [{ kind: 'replace', isUsed: true, target: 'kyle' }],
      },
      { text: phrase('kyle-hands-on'), events: (state) => [front(state, 'chopper')] },
      {
        text: phrase('teroch-no-effect'),
        events: (state) => [front(state)],
      },
    ],
  };
}
