import { roll } from './model/dice.js';
import type { DiceChange, GameEvent } from './model/event.js';
import type { Attack, GameState } from './model/game-state.js';
import { attackOf, inPlay, knownShip, weaponOf } from './model/lookup.js';
import { isRefusal, type Refusal } from './model/refusal.js';
import { nextToActivate, nextToEngage } from './model/turn-order.js';
import { abilityOf, isPointless, type Use, usesOf } from './queue/queue.js';
import { reduce } from './reduce.js';
import { weaponRefusal } from './steps/attack-declare.js';
import { diceDue, diceKindOf, diceOf } from './steps/attack-dice.js';
import { modifierOf } from './steps/attack-modify.js';
import { unfinished } from './steps/phases.js';

/** Something that could be done next: allowed, or why not. */
export interface Choice {
  readonly label: string;
  readonly event: GameEvent;
  readonly refusal?: Refusal;
}

/** What can be done now, each with the refusal of the rules where they forbid it. The engine itself is asked, so the two never differ. */
export function choices(state: GameState): readonly Choice[] {
  return proposals(state).map(({ label, event }) => {
    const against = refusalOf(state, event) ?? extraRefusal(state, event);
    return against ? { label, event, refusal: against } : { label, event };
  });
}

/** Why the rules would not take an event now; undefined: they would. */
export function refusalOf(state: GameState, event: GameEvent): Refusal | undefined {
  const next = reduce(state, event);
  return isRefusal(next) ? next : undefined;
}

/** A weapon without any valid target may be named by the rules, but it leads nowhere (ATK-07). */
function extraRefusal(state: GameState, event: GameEvent): Refusal | undefined {
  if (event.kind !== 'choose weapon') return undefined;
  const attacker = knownShip(state, attackOf(state)!.attacker);
  return weaponRefusal(state, attacker, weaponOf(attacker, event.weapon)!);
}

type Proposal = Omit<Choice, 'refusal'>;

function proposals(state: GameState): readonly Proposal[] {
  if (state.changedTable) {
    return [
      { label: 'The table as it was counts', event: { kind: 'which table', counts: 'before' } },
      { label: 'The table as it is now counts', event: { kind: 'which table', counts: 'now' } },
    ];
  }
  if (state.replacing.length > 0) return replacing(state);
  if (state.queue.length > (attackOf(state)?.queueBelow ?? 0)) return queued(state);
  const attack = attackOf(state);
  if (attack) return attacking(state, attack);
  return [
    ...inPhase(state),
    ...(unfinished(state).length === 0 ? [{ label: `End the ${state.phase} phase`, event: { kind: 'next phase' } as const }] : []),
  ];
}

function replacing(state: GameState): readonly Proposal[] {
  const { name } = state.abilities.find(({ id }) => id === state.replacing[0]!.ability)!;
  return [
    ...inPlay(state).map(
      (ship): Proposal => ({ label: `${name}: ${ship.name}`, event: { kind: 'replace', isUsed: true, target: ship.id } }),
    ),
    { label: `${name}: not used`, event: { kind: 'replace', isUsed: false } },
  ];
}

function queued(state: GameState): readonly Proposal[] {
  const front = state.queue[0]!;
  const { name, key } = { ...abilityOf(state, front), key: front.key };
  const skip: Proposal = { label: `${name}: not used`, event: { kind: 'skip', key } };
  if (isPointless(state, front)) return [{ label: `${name}: no effect, leaves the queue`, event: { kind: 'resolve', key } }];
  const uses = usesOf(state, front);
  const resolves = abilityOf(state, front).target?.isEach ? [{}] : uses;
  return [
    ...resolves.map(
      ({ ship }: Use): Proposal => ({
        label: ship ? `${name}: ${ship.name}` : `Resolve ${name}`,
        event: { kind: 'resolve', key, ...(ship && { target: ship.id }) },
      }),
    ),
    skip,
  ];
}

function inPhase(state: GameState): readonly Proposal[] {
  const { activation, engagement } = state;
  if (activation) {
    const { name } = knownShip(state, activation.ship);
    const end: Proposal = { label: `End the activation of ${name}`, event: { kind: 'end activation' } };
    if (activation.step === 'reveal') return [{ label: `Reveal the dial of ${name}`, event: { kind: 'reveal' } }];
    if (activation.step === 'execute') return [{ label: `Execute the maneuver of ${name}`, event: { kind: 'execute' } }];
    const focus: Proposal = { label: `${name}: focus`, event: { kind: 'act', ship: activation.ship, action: 'focus' } };
    return activation.step === 'action' || activation.skipsAction ? [focus, end] : [end];
  }
  if (engagement.ship !== undefined) {
    const { name, id } = knownShip(state, engagement.ship);
    return [
      { label: `${name} attacks`, event: { kind: 'attack', attacker: id } },
      { label: `${name} is done`, event: { kind: 'end engaging' } },
    ];
  }
  return [
    ...nextToActivate(state).map((ship): Proposal => ({ label: `Activate ${ship.name}`, event: { kind: 'activate', ship: ship.id } })),
    ...nextToEngage(state).map((ship): Proposal => ({ label: `${ship.name} engages`, event: { kind: 'engage', ship: ship.id } })),
  ];
}

function attacking(state: GameState, attack: Attack): readonly Proposal[] {
  const attacker = knownShip(state, attack.attacker);
  const none: Proposal = { label: 'No attack', event: { kind: 'no attack' } };
  switch (attack.step) {
    case 'choose weapon':
      return [...attacker.weapons.map(({ id, name }): Proposal => ({ label: name, event: { kind: 'choose weapon', weapon: id } })), none];
    case 'declare defender':
      return [
        ...inPlay(state)
          .filter(({ owner }) => owner !== attacker.owner)
          .map(({ id, name }): Proposal => ({ label: name, event: { kind: 'declare defender', defender: id } })),
        none,
      ];
    case 'pay costs':
      return [{ label: 'Pay the costs', event: { kind: 'pay costs' } }, none];
    case 'roll attack':
    case 'roll defense': {
      const kind = diceKindOf(attack);
      const { faces } = roll(state.seed, kind, diceDue(state, kind) - diceOf(attack, kind).length);
      return [{ label: `Roll ${faces.length} ${kind} dice`, event: { kind: 'roll', faces, source: 'generator' } }];
    }
    case 'neutralize':
      return [{ label: 'Neutralize results', event: { kind: 'neutralize' } }];
    case 'deal damage':
      return [{ label: 'Deal damage', event: { kind: 'deal damage' } }];
    case 'after 1':
    case 'after 2':
    case 'after 3':
    case 'after 4':
      return [{ label: attack.step === 'after 4' ? 'End the attack' : 'Nothing more in this step', event: { kind: 'done' } }];
    default:
      return [...modifications(state, attack), { label: 'Done modifying', event: { kind: 'done' } }];
  }
}

/** The common ways to modify: every token that could be spent. Abilities are entered by hand. */
function modifications(state: GameState, attack: Attack): readonly Proposal[] {
  const kind = diceKindOf(attack);
  const by = modifierOf(attack);
  if ((by === 'attacker') !== (kind === 'attack')) return [];
  const dice = diceOf(attack, kind);
  const focused = dice.flatMap(({ face }, i) => (face === 'focus' ? [i] : []));
  const poor = dice.flatMap(({ face, isRerolled }, i) => ((face === 'blank' || face === 'focus') && !isRerolled ? [i] : []));
  const plain = dice.findIndex(({ face }) => face === 'blank' || face === 'focus');
  const change = (label: string, made: DiceChange): Proposal => ({ label, event: { kind: 'modify', by, change: made } });
  return [
    change('Spend focus', { with: 'focus' }),
    ...focused
      .slice(0, 1)
      .flatMap((die) => [change('Spend calculate', { with: 'calculate', die }), change('Spend force', { with: 'force', dice: [die] })]),
    ...(kind === 'attack'
      ? [change('Spend lock', { with: 'lock', dice: poor, faces: roll(state.seed, kind, poor.length).faces, source: 'generator' })]
      : [change('Spend evade', { with: 'evade', die: Math.max(0, plain) })]),
  ];
}
