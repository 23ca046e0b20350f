import { type BarAction, parseBarAction } from './action.js';
import type { ShipEntry } from './event.js';
import { isManeuverCode } from './maneuver-code.js';
import facts from './ship-facts.json' with { type: 'json' };
import type { Weapon, WeaponArc } from './weapon.js';

/** A kind of ship as the list knows it; the same ship of two factions is two kinds. */
export interface ShipKind {
  readonly xws: string;
  readonly name: string;
  readonly faction: string;
  readonly size: string;
  readonly dial: readonly string[];
  /** Codes of its dial that are no maneuver of the rules' list (purple ones). */
  readonly otherCodes: readonly string[];
  readonly agility: number;
  readonly hull: number;
  readonly shields: number;
  readonly weapons: readonly Weapon[];
  readonly actions: readonly BarAction[];
  /** `xws`: the ids that builders of squads give it. */
  readonly pilots: readonly { readonly name: string; readonly initiative: number; readonly xws: readonly string[] }[];
}

const ARCS: Readonly<Record<string, WeaponArc>> = {
  'Front Arc': 'front',
  'Rear Arc': 'rear',
  'Left Arc': 'left',
  'Right Arc': 'right',
  'Full Front Arc': 'fullFront',
  'Full Rear Arc': 'fullRear',
  'Bullseye Arc': 'bullseye',
  'Single Turret Arc': 'single turret',
  'Double Turret Arc': 'double turret',
};

/** Every small, medium and large ship (facts of SogeMoge/xwing-data2-legacy, MIT). */
export const SHIP_KINDS: readonly ShipKind[] = facts.ships.map(({ attacks, dial, pilots, actions, ...ship }) => ({
  ...ship,
  dial: dial.filter(isManeuverCode),
  otherCodes: dial.filter((code) => !isManeuverCode(code)),
  weapons: attacks.map(({ arc, value }, i) =>
    primaryWeapon(ARCS[arc]!, value, `primary-${i + 1}`, attacks.length > 1 ? `Primary, ${arc.toLowerCase()}` : 'Primary'),
  ),
  actions: actions.map(parseBarAction),
  pilots: pilots.map(([name, initiative, ...xws]) => ({
    name: name as string,
    initiative: initiative as number,
    xws: xws.length > 0 ? (xws as string[]) : [(name as string).toLowerCase().replace(/[^a-z0-9]/g, '')],
  })),
}));

/** Every special weapon of a card, as far as it is facts; what else its text asks is entered by hand. `charges` is what the card holds. */
export const SPECIAL_WEAPONS: readonly { readonly weapon: Weapon; readonly charges: number }[] = facts.specialWeapons.map((card) => ({
  weapon: {
    id: card.xws,
    name: card.name,
    kind: 'special',
    arc: ARCS[card.arc]!,
    value: card.value,
    minRange: card.minRange,
    maxRange: card.maxRange,
    isOrdnance: card.ordnance,
    costs: card.charges ? { charges: 1 } : {},
    needs: [],
  },
  charges: card.charges ?? 0,
}));

/** A primary weapon: attack range 1 to 3, no cost (ATK-05). */
export function primaryWeapon(arc: WeaponArc, value: number, id = 'primary-1', name = 'Primary'): Weapon {
  return { id, name, kind: 'primary', arc, value, minRange: 1, maxRange: 3, isOrdnance: false, costs: {}, needs: [] };
}

/** A ship of a known kind, as it enters the match. */
export function knownEntry(kind: ShipKind, own: Pick<ShipEntry, 'id' | 'owner' | 'name' | 'initiative'>): ShipEntry {
  const { xws, agility, hull, shields, dial, weapons, actions } = kind;
  return { ...own, xws, agility, hull, shields, dial, weapons, actions };
}

/** A ship that no list knows: it may set any maneuver, and its numbers are to be corrected by hand. */
export function unknownEntry(own: Pick<ShipEntry, 'id' | 'owner' | 'name' | 'initiative'>): ShipEntry {
  return { ...own, agility: 2, hull: 4, shields: 0, weapons: [primaryWeapon('front', 3)] };
}

/** Gives a ship a special weapon with its charges. */
export function withSpecialWeapon(entry: ShipEntry, id: string): ShipEntry {
  const card = SPECIAL_WEAPONS.find(({ weapon }) => weapon.id === id);
  if (!card)
    throw new Error(
      `Special weapon '${id}': got an unknown id, expected one of ${SPECIAL_WEAPONS.map(({ weapon }) => weapon.id).join(', ')}.`,
    );
  return { ...entry, weapons: [...entry.weapons, card.weapon], charges: { ...entry.charges, [id]: card.charges } };
}
