import { type Phrase, phrase } from '../../texts/rules-texts.js';
import { roll } from '../model/dice.js';
import type { DiceChange } from '../model/event.js';
import type { Attack, GameShip, GameState } from '../model/game-state.js';
import { inPlay, knownShip } from '../model/lookup.js';
import { weaponTitle } from '../model/weapon.js';
import { diceDue, diceKindOf, diceOf } from '../steps/attack-dice.js';
import { modifierOf } from '../steps/attack-modify.js';
import { type Proposal, subsets, variant } from './proposal.js';

/** More dice than this are not turned or rerolled in every combination: these would be too many to list. */
const MAX_COMBINED = 6;

/** Choices at the step of an attack. Until the costs are paid, weapon and defender may be chosen again. */
export function attackChoices(state: GameState, attack: Attack): readonly Proposal[] {
  const attacker = knownShip(state, attack.attacker);
  const none: Proposal = { label: phrase('no-attack'), event: { kind: 'no attack' } };
  switch (attack.step) {
    case 'choose weapon':
      return [...weapons(attacker), none];
    case 'declare defender':
      return [...defenders(state, attacker), none, ...weapons(attacker).map(asVariant)];
    case 'pay costs':
      return [
        { label: phrase('pay-costs'), event: { kind: 'pay costs' } },
        none,
        ...[...defenders(state, attacker), ...weapons(attacker)].map(asVariant),
      ];
    case 'roll attack':
    case 'roll defense': {
      const kind = diceKindOf(attack);
      const { faces } = roll(state.seed, kind, diceDue(state, kind) - diceOf(attack, kind).length);
      return [{ label: phrase('roll-dice', faces.length, phrase(kind)), event: { kind: 'roll', faces, source: 'generator' } }];
    }
    case 'neutralize':
      return [{ label: phrase('neutralize-results'), event: { kind: 'neutralize' } }];
    case 'deal damage':
      return [{ label: phrase('deal-damage'), event: { kind: 'deal damage' } }];
    case 'after 1':
    case 'after 2':
    case 'after 3':
    case 'after 4':
      return [{ label: attack.step === 'after 4' ? phrase('end-attack') : phrase('nothing-more-step'), event: { kind: 'done' } }];
    default:
      return [...modifications(state, attack), { label: phrase('done-modifying'), event: { kind: 'done' } }];
  }
}

function weapons({ weapons: own }: GameShip): readonly Proposal[] {
  return own.map(({ id, name }): Proposal => ({ label: weaponTitle(name), event: { kind: 'choose weapon', weapon: id } }));
}

function defenders(state: GameState, { owner }: GameShip): readonly Proposal[] {
  return inPlay(state)
    .filter((ship) => ship.owner !== owner)
    .map(({ id, name }): Proposal => ({ label: name, event: { kind: 'declare defender', defender: id } }));
}

function asVariant({ label, event }: Proposal): Proposal {
  return variant(label, event);
}

/** Every way to spend a token on the own dice: the common one of each kind first, then the others. Abilities are entered by hand. */
function modifications(state: GameState, attack: Attack): readonly Proposal[] {
  const kind = diceKindOf(attack);
  const by = modifierOf(attack);
  if ((by === 'attacker') !== (kind === 'attack')) return [];
  const dice = diceOf(attack, kind);
  const places = (isChosen: (die: (typeof dice)[number]) => boolean) => dice.flatMap((die, i) => (isChosen(die) ? [i] : []));
  const focused = places(({ face }) => face === 'focus');
  const poor = places(({ face, isRerolled }) => (face === 'blank' || face === 'focus') && !isRerolled);
  const plain = places(({ face }) => face === 'blank' || face === 'focus');
  const fresh = places(({ isRerolled }) => !isRerolled);
  const change = (label: Phrase, made: DiceChange): Proposal => ({ label, event: { kind: 'modify', by, change: made } });
  const lock = (rerolled: readonly number[]): DiceChange => ({
    with: 'lock',
    dice: rerolled,
    faces: roll(state.seed, kind, rerolled.length).faces,
    source: 'generator',
  });
  const common = [
    change(phrase('spend-focus'), { with: 'focus' }),
    ...focused
      .slice(0, 1)
      .flatMap((die) => [
        change(phrase('spend-calculate'), { with: 'calculate', die }),
        change(phrase('spend-force'), { with: 'force', dice: [die] }),
      ]),
    ...(kind === 'attack'
      ? [change(phrase('spend-lock'), lock(poor))]
      : [change(phrase('spend-evade'), { with: 'evade', die: plain[0] ?? 0 })]),
  ];
  const others = [
    ...focused.slice(1).map((die) => change(phrase('spend-calculate-die', die + 1), { with: 'calculate', die })),
    ...combinations(focused)
      .filter((some) => some.length > 1 || some[0] !== focused[0])
      .map((some) => change(phrase('spend-force-2', named(some)), { with: 'force', dice: some })),
    ...(kind === 'attack'
      ? combinations(fresh)
          .filter((some) => some.join() !== poor.join())
          .map((some) => change(phrase('spend-lock-2', named(some)), lock(some)))
      : plain.slice(1).map((die) => change(phrase('spend-evade-die', die + 1), { with: 'evade', die }))),
  ];
  return [...common, ...others.map(asVariant)];
}

/** Every choice of one or more dice; of many dice only the single ones. */
function combinations(dice: readonly number[]): readonly (readonly number[])[] {
  return dice.length > MAX_COMBINED ? dice.map((die) => [die]) : subsets(dice).slice(1);
}

function named(dice: readonly number[]): Phrase {
  const places = dice.map((die) => die + 1).join(', ');
  return dice.length === 1 ? phrase('die-of', places) : phrase('dice-of', places);
}
