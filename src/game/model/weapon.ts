import { type ArcKind, turretArcs } from '../../pieces/arcs.js';
import { type Phrase, phrase, type Value } from '../../texts/rules-texts.js';
import type { TokenKind } from './tokens.js';

export const POINTINGS = ['front', 'right', 'rear', 'left'] as const;

/** Direction in which a turret points. */
export type Pointing = (typeof POINTINGS)[number];

/** An arc printed beside a weapon: one of the ship's arcs, or that of its turret. */
export type WeaponArc = ArcKind | 'single turret' | 'double turret';

/** A weapon of a ship, as its card prints it. */
export interface Weapon {
  readonly id: string;
  readonly name: string;
  readonly kind: 'primary' | 'special';
  readonly arc: WeaponArc;
  readonly value: number;
  /** Attack ranges at which it may be used; of a primary weapon 1 and 3 (ATK-05). 0: its own text lets it attack at range 0. */
  readonly minRange: number;
  readonly maxRange: number;
  /** The ordnance icon: no range bonus (RNG-10). */
  readonly isOrdnance: boolean;
  /** Costs of an attack with it. */
  readonly costs: Costs;
  /** Locks or tokens of which one must be there, without being spent; empty: no requirement. */
  readonly needs: readonly Need[];
}

export type Need = 'lock' | 'focus' | 'calculate';

export interface Costs {
  /** Charges of the weapon's own card. */
  readonly charges?: number;
  /** The lock on the defender. */
  readonly lock?: boolean;
  readonly tokens?: readonly TokenKind[];
}

const PRIMARY = /^Primary(?:, (front|rear|bullseye|single turret|double turret) arc)?$/;

/** The name of a weapon in words: of a primary one on the list in every language, of any other as its card or a person names it. */
export function weaponTitle(name: string): Value {
  const [found, arc] = PRIMARY.exec(name) ?? [];
  if (found === undefined) return name;
  return arc === undefined ? phrase('primary-weapon') : phrase('primary-weapon-arc', phrase('arc-of', phrase(arc as WeaponArc)));
}

export const hasTurret = ({ arc }: Weapon) => arc === 'single turret' || arc === 'double turret';

/** The ship's arcs that a weapon covers while its turret points there. */
export function arcsOf({ arc }: Weapon, turret: Pointing): readonly ArcKind[] {
  if (arc === 'single turret') return turretArcs(turret, 'single');
  if (arc === 'double turret') return turretArcs(turret, 'double');
  return [arc];
}

/** A weapon as its card prints it, in words: dice, arc, ranges, the ordnance icon, what it requires and what it costs. */
export function weaponWords({ arc, value, minRange, maxRange, isOrdnance, costs, needs }: Weapon): Phrase {
  const paid = [
    ...(costs.charges ? [phrase(costs.charges === 1 ? 'one-charge' : 'some-charges', costs.charges)] : []),
    ...(costs.lock ? [phrase('the-lock')] : []),
    ...(costs.tokens ?? []).map((token) => phrase('count-of', 1, phrase(token))),
  ];
  return phrase(
    'dots',
    phrase(value === 1 ? 'one-die' : 'some-dice', value),
    phrase(arc),
    minRange === maxRange ? phrase('range-n', minRange) : phrase('ranges', minRange, maxRange),
    ...(isOrdnance ? [phrase('ordnance')] : []),
    ...(needs.length > 0 ? [phrase('requires', phrase('either', ...needs.map((need) => phrase(need))))] : []),
    ...(paid.length > 0 ? [phrase('costs', phrase('list', ...paid))] : []),
  );
}

/** Range bonus of a weapon at an attack range (RNG-09, RNG-10, RNG-11): dice added to the attack and to the defense. */
export function rangeBonus({ isOrdnance }: Weapon, range: number): { readonly attack: number; readonly defense: number } {
  if (isOrdnance) return { attack: 0, defense: 0 };
  return { attack: range <= 1 ? 1 : 0, defense: range === 3 ? 1 : 0 };
}
