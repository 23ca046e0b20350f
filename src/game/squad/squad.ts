import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { OBSTACLES } from '../../pieces/obstacles.js';
import { validate } from '../../table/validate.js';
import { SHIP_KINDS, type ShipKind, SPECIAL_WEAPONS } from '../model/ship-facts.js';
import { XWS_FIELDS, XWS_SCHEMA, type XwsPilot } from './xws-schema.js';

/** A ship of a squad, as far as the list of ships knows it. */
export interface SquadShip {
  /** The pilot's name; of one that is not on the list its id. */
  readonly name: string;
  readonly shipXws: string;
  readonly pilotXws: string;
  /** Place in SHIP_KINDS; undefined: not on the list, and with it the size of its base and its numbers. */
  readonly kind?: number;
  readonly base?: BaseSize;
  /** Undefined: the pilot is not on the list. */
  readonly initiative?: number;
  /** Ids of those of its upgrades that are a special weapon of the list, in the order of the list. */
  readonly specialWeapons: readonly string[];
  /** What of it is not known, one sentence each. */
  readonly unknown: readonly string[];
}

/** A squad that was read; what it came from stays with it, whole. */
export interface Squad {
  /** '' where it has none. */
  readonly name: string;
  readonly faction: string;
  readonly ships: readonly SquadShip[];
  readonly obstacles: readonly { readonly xws: string; readonly name?: string }[];
  /** What of the squad itself is not known, one sentence each. */
  readonly unknown: readonly string[];
  /** What was read, with everything that is not known; this is what goes out again. */
  readonly document: unknown;
}

/** The squad of an XWS document. Throws an Error that says where it is none; what is only not known is named in the squad. */
export function readSquad(document: unknown): Squad {
  const { name = '', faction = '', pilots, obstacles = [] } = validate(XWS_SCHEMA, document, 'squad');
  const tokens = obstacles.map((xws) => {
    const token = OBSTACLES.find((one) => one.xws === xws);
    return token ? { xws, name: token.name } : { xws };
  });
  const isKnownFaction = SHIP_KINDS.some((kind) => kind.faction === faction);
  return {
    name,
    faction,
    ships: pilots.map((pilot) => squadShip(pilot, faction)),
    obstacles: tokens,
    unknown: [
      ...(isKnownFaction ? [] : [faction === '' ? 'It names no faction.' : `The faction “${faction}” is not known.`]),
      ...tokens.filter((token) => token.name === undefined).map(({ xws }) => `The obstacle “${xws}” is not known.`),
      ...otherFields(document as object).map((field) => `The field “${field}” is not known.`),
    ],
    document,
  };
}

/** The file of a squad: the document that was read, as it was. */
export function squadFile({ document }: Squad): string {
  return `${JSON.stringify(document, null, 1)}\n`;
}

function otherFields(document: object): string[] {
  return Object.keys(document).filter((field) => !XWS_FIELDS.includes(field));
}

function squadShip({ ship, id, name = '', upgrades = {} }: XwsPilot, faction: string): SquadShip {
  const pilotXws = id ?? name;
  const kind = kindOf(ship, faction, pilotXws);
  const known = kind === undefined ? undefined : SHIP_KINDS[kind]!;
  const pilot = known?.pilots.find(({ xws }) => xws.includes(pilotXws));
  const cards = Object.values(upgrades).flat();
  const isWeapon = (card: string) => SPECIAL_WEAPONS.some(({ weapon }) => weapon.id === card);
  const others = cards.filter((card) => !isWeapon(card));
  const base = BASE_SIZES.find((size) => size === known?.size);
  return {
    name: pilot?.name ?? (pilotXws || known?.name || ship),
    shipXws: ship,
    pilotXws,
    ...(kind !== undefined && { kind }),
    ...(base && { base }),
    ...(pilot && { initiative: pilot.initiative }),
    specialWeapons: SPECIAL_WEAPONS.filter(({ weapon }) => cards.includes(weapon.id)).map(({ weapon }) => weapon.id),
    unknown: [
      ...(known ? [] : [`The ship “${ship}” is not known: base, dial and numbers are to be entered by hand.`]),
      ...(pilot || !known ? [] : [`The pilot “${pilotXws}” of the ${known.name} is not known: the initiative is to be entered by hand.`]),
      ...(others.length > 0 ? [`Not counted, because not known: ${others.map((card) => `“${card}”`).join(', ')}.`] : []),
    ],
  };
}

/** The row of the list: that of the squad's faction; of a faction that is not known, one that has the pilot, or the only one of that ship. */
function kindOf(ship: string, faction: string, pilotXws: string): number | undefined {
  const rows = SHIP_KINDS.map((kind, row) => ({ kind, row })).filter(({ kind }) => kind.xws === ship);
  const own = rows.filter(({ kind }) => kind.faction === faction);
  const flown = rows.filter(({ kind }) => hasPilot(kind, pilotXws));
  return [own, flown, rows].find(({ length }) => length === 1)?.[0]?.row;
}

const hasPilot = (kind: ShipKind, pilotXws: string) => kind.pilots.some(({ xws }) => xws.includes(pilotXws));
