import { HUGE_NAMES, HUGE_SHIPS, type KnownPilot, SHIP_ALIASES, SHIP_KINDS, type ShipKind } from '../facts/ship-facts.js';
import { cardNames, isCardId } from '../facts/upgrade-facts.js';

/** Names of factions in the first edition's ids, in builders' own words and in full. */
const FACTION_ALIASES: Readonly<Record<string, string>> = {
  rebel: 'rebelalliance',
  rebels: 'rebelalliance',
  empire: 'galacticempire',
  imperial: 'galacticempire',
  imperials: 'galacticempire',
  scum: 'scumandvillainy',
  scumvillainy: 'scumandvillainy',
  republic: 'galacticrepublic',
  separatist: 'separatistalliance',
  separatists: 'separatistalliance',
  cis: 'separatistalliance',
};

/** The card that a builder's ids name. */
interface Found {
  /** Place in SHIP_KINDS; undefined: not on the list. */
  readonly kind?: number;
  readonly pilot?: KnownPilot;
  /** The names of the ships that it may be, where there are several. */
  readonly mayBe?: readonly string[];
}

/** An id as the format has it: a name in small letters and digits, with what distinguishes it from another after a hyphen. */
export function canonicalId(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Pd}/gu, '-')
    .replace(/[^a-z0-9-]/g, '');
}

/** The same without hyphens, for comparing names that have hyphens of their own: “R2-D2” is r2d2. */
const plainId = (name: string) => canonicalId(name).replaceAll('-', '');

/** Ids of cards by their names and ids without hyphens; null: it could be several. */
const CARDS: ReadonlyMap<string, string | null> = onlyOnes(
  cardNames().flatMap(([id, name]) => [[plainId(name), id] as const, [plainId(id), id] as const]),
);

/** The id of an upgrade card; for a name, or an id with hyphens for its spaces, the one on the list. */
export function canonicalCard(name: string): string {
  const id = canonicalId(name);
  if (isCardId(id)) return id;
  const plain = plainId(name);
  return isCardId(plain) ? plain : (CARDS.get(plain) ?? id);
}

export function canonicalFaction(name: string): string {
  const id = plainId(name);
  return aliasOf(FACTION_ALIASES, id);
}

/** An id of a ship: a hyphen in it is that of its name. */
export function canonicalShip(name: string): string {
  const id = plainId(name);
  return aliasOf(SHIP_ALIASES, id);
}

/** An own entry of the aliases, not an inherited one: `constructor` may be an id in a text as well. */
const aliasOf = (aliases: Readonly<Record<string, string>>, id: string) => (Object.hasOwn(aliases, id) ? aliases[id]! : id);

/** The name of a huge ship; undefined: the ids name another ship, or an unknown one. */
export function hugeName(ship: string, pilot: string): string | undefined {
  const id = ship || (Object.keys(HUGE_SHIPS).find((huge) => HUGE_SHIPS[huge]!.includes(pilot)) ?? '');
  return Object.hasOwn(HUGE_SHIPS, id) ? (HUGE_NAMES[id] ?? id) : undefined;
}

/**
 * The ship and pilot that canonical ids name; of a `ship` that is '' or not on the list, the pilot's id alone decides, as the format has it.
 * Of two cards of one ship the one that has the pilot counts, and a squad's own faction comes before another's.
 */
export function findCard(ship: string, pilotId: string, faction: string): Found {
  const kinds = SHIP_KINDS.map((kind, row) => ({ kind, row }));
  const ofShip = kinds.filter(({ kind }) => ship !== '' && isCardOf(kind.xws, ship));
  const flown = (ofShip.length > 0 ? ofShip : kinds)
    .map((one) => ({ ...one, isOwn: one.kind.faction === faction, ...pilotOf(one.kind, pilotId) }))
    .filter(({ pilot }) => pilot);
  const [own, exact] = [flown.filter(({ isOwn }) => isOwn), flown.filter(({ isExact }) => isExact)];
  for (const some of [own.filter(({ isExact }) => isExact), own, exact, flown]) {
    const same = some.filter(({ kind }) => kind.xws === ship);
    // A short name, as “Aggressor” or “xwing”, is a part of the id.
    const named = some.filter(({ kind }) => ship !== '' && kind.xws.includes(ship));
    const [one, another] = same.length > 0 ? same : named.length > 0 ? named : some;
    if (one && !another) return { kind: one.row, ...(one.pilot && { pilot: one.pilot }) };
    if (one) return { mayBe: some.map(({ kind }) => kind.name) };
  }
  const exactly = ofShip.filter(({ kind }) => kind.xws === ship);
  const ownShips = exactly.filter(({ kind }) => kind.faction === faction);
  const [only] = ownShips.length === 1 ? ownShips : exactly.length === 1 ? exactly : [];
  return only ? { kind: only.row } : {};
}

/** Whether two ids are one ship's: that of a later card ends in its year. */
export function isCardOf(id: string, ship: string): boolean {
  return id.replace(/20\d\d$/, '') === ship.replace(/20\d\d$/, '');
}

/** The pilot of a ship that an id names. Builders put the ship or faction behind a name or leave it out, not all of them alike. */
function pilotOf({ xws, faction, pilots }: ShipKind, id: string): { readonly pilot?: KnownPilot; readonly isExact: boolean } {
  const exact = pilots.find((one) => one.xws.includes(id));
  if (exact || id === '') return { ...(exact && { pilot: exact }), isExact: true };
  const endings = [`-${xws}`, `-${faction}`];
  const bare = endings.reduce((name, ending) => name.replace(ending, ''), id);
  const forms = [bare, ...endings.map((ending) => bare + ending)];
  const pilot = pilots.find((one) => one.xws.some((known) => forms.includes(known))) ?? pilotNamed(pilots, forms);
  return { ...(pilot && { pilot }), isExact: false };
}

/** The only pilot of a ship whose id, or else whose name, is one of these forms but for hyphens. */
function pilotNamed(pilots: ShipKind['pilots'], forms: readonly string[]): KnownPilot | undefined {
  const plain = forms.map(plainId);
  const byId = pilots.filter((pilot) => plainNames(pilot).ids.some((known) => plain.includes(known)));
  const [one, another] = byId.length > 0 ? byId : pilots.filter((pilot) => plain.includes(plainNames(pilot).name));
  return another ? undefined : one;
}

const plainByPilot = new Map<KnownPilot, { readonly ids: readonly string[]; readonly name: string }>();

/** The ids and the name of a pilot on the list without hyphens: made once, since one that is not found is compared with all of them. */
function plainNames(pilot: KnownPilot) {
  const known = plainByPilot.get(pilot) ?? { ids: pilot.xws.map(plainId), name: plainId(pilot.name) };
  plainByPilot.set(pilot, known);
  return known;
}

/** The value of each key where all its values agree; null where they differ. */
function onlyOnes(pairs: readonly (readonly [string, string])[]): Map<string, string | null> {
  const ones = new Map<string, string | null>();
  for (const [key, id] of pairs) ones.set(key, (ones.get(key) ?? id) === id ? id : null);
  return ones;
}
