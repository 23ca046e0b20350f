import { parseManeuver } from '../../pieces/maneuver.js';
import { type BarAction, parseBarAction } from '../model/action.js';
import type { ShipEntry } from '../model/event.js';
import type { Need, Weapon, WeaponArc } from '../model/weapon.js';
import facts from './ship-facts.json' with { type: 'json' };

/** Numbers that a card prints of a ship. */
export interface ShipNumbers {
  readonly agility: number;
  readonly hull: number;
  readonly shields: number;
  /** Primary weapons. */
  readonly weapons: readonly Weapon[];
  readonly actions: readonly BarAction[];
  /** Force charges; missing: none. */
  readonly force?: number;
}

/** A pilot of a ship. One name with two cards of other numbers is two pilots. */
export interface KnownPilot {
  readonly name: string;
  /** Missing: it is that of another ship, such as the one it docks with. */
  readonly initiative?: number;
  /** The ids that builders of squads give it. */
  readonly xws: readonly string[];
  /** Numbers of its card that differ from those of its ship's others. */
  readonly own: Partial<ShipNumbers>;
  /** Ids of the cards that always belong to it (a standard loadout), which builders leave out. */
  readonly loadout?: readonly string[];
}

/** A kind of ship as the list knows it; the same ship of two factions is two kinds. */
export interface ShipKind extends ShipNumbers {
  readonly xws: string;
  readonly name: string;
  readonly faction: string;
  readonly size: string;
  readonly dial: readonly string[];
  /** Codes of its dial that are not in the rules' list of maneuvers (purple ones). */
  readonly otherCodes: readonly string[];
  readonly pilots: readonly KnownPilot[];
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

/** Numbers as `ship-facts.json` has them. */
interface PrintedNumbers {
  readonly attacks: readonly { readonly arc: string; readonly value: number }[];
  readonly agility: number;
  readonly hull: number;
  readonly shields: number;
  readonly actions: readonly string[];
}

type PrintedPilot = Partial<PrintedNumbers> & Pick<KnownPilot, 'loadout'> & { readonly force?: number };

interface PrintedShip extends PrintedNumbers {
  readonly xws: string;
  readonly name: string;
  readonly faction: string;
  readonly size: string;
  readonly dial: readonly string[];
  /** Name, initiative, ids (none: the name in small letters and digits), and what is its own. */
  readonly pilots: readonly (readonly [name: string, initiative: number | null, ...more: (string | PrintedPilot)[]])[];
}

/** Every small, medium and large ship (facts of SogeMoge/xwing-data2-legacy and two other lists, MIT). */
export const SHIP_KINDS: readonly ShipKind[] = (facts.ships as unknown as readonly PrintedShip[]).map(
  ({ attacks, dial, pilots, actions, ...ship }) => ({
    ...ship,
    dial: dial.filter(isManeuverCode),
    otherCodes: dial.filter((code) => !isManeuverCode(code)),
    weapons: primaryWeapons(attacks),
    actions: actions.map(parseBarAction),
    pilots: pilots.map(([name, initiative, ...more]) => {
      const ids = more.filter((one) => typeof one === 'string');
      const [{ attacks: ownAttacks, actions: ownActions, loadout, ...own } = {}] = more.filter((one) => typeof one === 'object');
      return {
        name,
        ...(initiative !== null && { initiative }),
        xws: ids.length > 0 ? ids : [name.toLowerCase().replace(/[^a-z0-9]/g, '')],
        own: {
          ...own,
          ...(ownAttacks && { weapons: primaryWeapons(ownAttacks) }),
          ...(ownActions && { actions: ownActions.map(parseBarAction) }),
        },
        ...(loadout && { loadout }),
      };
    }),
  }),
);

/** Other ids of ships of the list. */
export const SHIP_ALIASES: Readonly<Record<string, string>> = facts.aliases;
/** Ids of huge ships, which are known by name only, each with the ids of its pilots. */
export const HUGE_SHIPS: Readonly<Record<string, readonly string[]>> = facts.huge;
/** Names of huge ships as people write them; the list above says which they are. */
export const HUGE_NAMES: Readonly<Record<string, string>> = {
  gozanticlasscruiser: 'Gozanti-class Cruiser',
  raiderclasscorvette: 'Raider-class Corvette',
  cr90corelliancorvette: 'CR90 Corellian Corvette',
  gr75mediumtransport: 'GR-75 Medium Transport',
  croccruiser: 'C-ROC Cruiser',
  tridentclassassaultship: 'Trident-class Assault Ship',
};

interface PrintedWeapon {
  readonly xws: string;
  readonly name: string;
  readonly arc: string;
  readonly value: number;
  readonly minRange: number;
  readonly maxRange: number;
  /** Missing: false. */
  readonly ordnance?: boolean;
  /** Charges on the card; missing: none. */
  readonly charges?: number;
  /** Missing: none. */
  readonly needs?: readonly Need[];
  /** Charges for an attack; missing: one, of a card that holds any. */
  readonly spends?: number;
  /** Nothing of its text is left for the players to apply. */
  readonly whole?: boolean;
}

interface SpecialWeapon {
  readonly weapon: Weapon;
  /** Charges on the card. */
  readonly charges: number;
  readonly isWhole: boolean;
}

/**
 * Every special weapon of a card that attacks in the Engagement Phase, as far as it is facts; anything else that its text asks is entered
 * by hand.
 */
export const SPECIAL_WEAPONS: readonly SpecialWeapon[] = (facts.specialWeapons as readonly PrintedWeapon[]).map((card) => ({
  weapon: {
    id: card.xws,
    name: card.name,
    kind: 'special',
    arc: ARCS[card.arc]!,
    value: card.value,
    minRange: card.minRange,
    maxRange: card.maxRange,
    isOrdnance: card.ordnance ?? false,
    costs: card.charges ? { charges: card.spends ?? 1 } : {},
    needs: card.needs ?? [],
  },
  charges: card.charges ?? 0,
  isWhole: card.whole ?? false,
}));

function primaryWeapons(attacks: PrintedNumbers['attacks']): Weapon[] {
  return attacks.map(({ arc, value }, i) =>
    primaryWeapon(ARCS[arc]!, value, `primary-${i + 1}`, attacks.length > 1 ? `Primary, ${arc.toLowerCase()}` : 'Primary'),
  );
}

/** A primary weapon: attack range 1 to 3, no cost (ATK-05). */
export function primaryWeapon(arc: WeaponArc, value: number, id = 'primary-1', name = 'Primary'): Weapon {
  return { id, name, kind: 'primary', arc, value, minRange: 1, maxRange: 3, isOrdnance: false, costs: {}, needs: [] };
}

/** Numbers of a ship's card: its pilot's own numbers, and its ship's where it has none of its own. */
export function printedNumbers(kind: ShipKind, pilot: KnownPilot | undefined): ShipNumbers {
  const { agility, hull, shields, weapons, actions } = kind;
  return { agility, hull, shields, weapons, actions, ...pilot?.own };
}

/** A ship of a known kind as it enters the match, with the numbers of its pilot's card where those are given. */
export function knownEntry(
  kind: ShipKind,
  own: Pick<ShipEntry, 'id' | 'owner' | 'name' | 'initiative'>,
  { agility, hull, shields, weapons, actions, force }: ShipNumbers = kind,
): ShipEntry {
  const { xws, dial } = kind;
  return { ...own, xws, agility, hull, shields, dial, weapons, actions, ...(force !== undefined && { tokens: { force } }) };
}

/** A ship that is on no list: it may set any maneuver, and its numbers must be corrected by hand. */
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

/** Whether a code is a maneuver of the rules: red, white or blue, with a bearing and a speed that exist (MAN-01). */
export function isManeuverCode(code: string): boolean {
  try {
    parseManeuver(code);
    return true;
  } catch {
    return false;
  }
}
