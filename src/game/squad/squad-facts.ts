import type { BaseSize } from '../../pieces/base-size.js';
import { english } from '../../texts/english.js';
import { SHIP_KINDS, SPECIAL_WEAPONS } from '../facts/ship-facts.js';
import { barActionWords } from '../model/action.js';
import type { Squad, SquadShip } from './squad.js';

/** Facts of a squad by the list of ships, exactly as in squad.schema.json. */
export interface SquadFacts {
  readonly format: 'hashmark-squad';
  readonly version: 1;
  readonly name: string;
  readonly faction: string;
  readonly ships: readonly ShipFacts[];
  readonly obstacles: Squad['obstacles'];
  readonly unknown: readonly string[];
}

/** Facts of a ship; one of which only the ids are known has no more than these. */
interface ShipFacts {
  readonly name: string;
  readonly shipXws: string;
  readonly pilotXws: string;
  readonly ship?: string;
  readonly base?: BaseSize;
  readonly initiative?: number;
  /** Points with its upgrades, where the squad gives them. */
  readonly points?: number;
  readonly agility?: number;
  readonly hull?: number;
  readonly shields?: number;
  readonly dial?: readonly string[];
  /** Its action bar, each as in `red boost` or `barrel roll > red lock`. */
  readonly actions?: readonly string[];
  /** Force charges. */
  readonly force?: number;
  readonly weapons: readonly { readonly name: string; readonly arc: string; readonly value: number }[];
  readonly unknown: readonly string[];
}

export function squadFacts({ name, faction, ships, obstacles, unknown }: Squad): SquadFacts {
  return { format: 'hashmark-squad', version: 1, name, faction, ships: ships.map(shipFacts), obstacles, unknown: unknown.map(english) };
}

function shipFacts({ kind, pilot: _, numbers, specialWeapons, base, initiative, unknown, ...facts }: SquadShip): ShipFacts {
  const ship = { ...facts, unknown: unknown.map(english) };
  const cards = SPECIAL_WEAPONS.filter(({ weapon }) => specialWeapons.includes(weapon.id)).map(({ weapon }) => weapon);
  const weapons = [...(numbers?.weapons ?? []), ...cards].map(({ name, arc, value }) => ({ name, arc, value }));
  if (kind === undefined || !numbers) return { ...ship, weapons };
  const { agility, hull, shields, actions, force } = numbers;
  const { name, dial } = SHIP_KINDS[kind]!;
  return {
    ...ship,
    ...{ ship: name, agility, hull, shields, dial, actions: actions.map(barActionWords), weapons },
    ...(base && { base }),
    ...(initiative !== undefined && { initiative }),
    ...(force !== undefined && { force }),
  };
}
