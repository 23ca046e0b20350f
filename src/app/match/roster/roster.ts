import {
  type KnownPilot,
  knownEntry,
  SHIP_KINDS,
  type ShipNumbers,
  unknownEntry,
  withSpecialWeapon,
} from '../../../game/facts/ship-facts.js';
import { isSpecialWeapon, numbersWith } from '../../../game/facts/upgrade-facts.js';
import type { Entry } from '../../../game/log/history.js';
import type { BlueRemoves } from '../../../game/model/difficulty.js';
import type { EventOf, ShipEntry } from '../../../game/model/event.js';
import type { ShipBase } from '../../../pieces/base-size.js';
import { type Edit, isEntryEdit } from '../../../table/edits.js';
import type { Player, Ship, Table } from '../../../table/table.js';
import { shipName } from '../../ui/ship-name.js';

/** A ship of the table as entered until now, before the match begins. */
export interface ShipEntryDraft {
  /** Base of the ship that was entered: another table's ship of that id may be another one. */
  readonly base?: ShipBase;
  /** Place in SHIP_KINDS; undefined: not on the list. */
  readonly kind?: number;
  readonly pilot?: string;
  /** Its name on the table before it had one by its pilot or description. */
  readonly called?: string | undefined;
  /** The first id of its pilot's card on the list. */
  readonly card?: string;
  /** The numbers of that card with its upgrades; missing: those of the kind. */
  readonly numbers?: ShipNumbers;
  readonly initiative?: number;
  /** Its points with its upgrades, from its squad. */
  readonly points?: number;
  readonly special?: string;
  /** Special weapons besides that one. */
  readonly otherSpecials?: readonly string[];
  /** Description by hand: then only this counts. */
  readonly byHand?: ShipEntry;
}

/** Everything that is entered before a match begins. It is kept while the match is played, in case its beginning is taken back. */
export interface SetUp {
  /** By the ships' ids. */
  readonly drafts: Readonly<Record<string, ShipEntryDraft>>;
  readonly firstPlayer: Player;
  readonly blueRemoves: BlueRemoves;
}

export const NEW_SET_UP: SetUp = { drafts: {}, firstPlayer: 1, blueRemoves: 'stress and strain' };

/**
 * The set-up with which a log began. A log does not say which row of a list a ship was: each is described with its values, as if by hand.
 */
export function setUpOf(entries: readonly Entry[]): SetUp {
  const begin = entries.findLast((entry): entry is EventOf<'begin'> => entry.kind === 'begin');
  if (!begin) return NEW_SET_UP;
  const { table, ships, firstPlayer, options } = begin;
  const baseOf = (id: string) => table.ships.find((ship) => ship.id === id)!.base;
  const drafts = Object.fromEntries(ships.map((ship) => [ship.id, { base: baseOf(ship.id), byHand: ship }]));
  return { drafts, firstPlayer, blueRemoves: options.blueRemoves ?? NEW_SET_UP.blueRemoves };
}

/** A set-up with the entries among edits; of several for one ship the last one counts. */
export function withEntries(setUp: SetUp, edits: readonly Edit[]): SetUp {
  const entries = edits.filter(isEntryEdit);
  const ofMatch = entries.filter(({ shipId }) => shipId === undefined).map(({ entered }) => entered);
  const drafts = entries.flatMap(({ shipId, entered }) => (shipId === undefined ? [] : [[shipId, entered] as const]));
  return { ...Object.assign({}, setUp, ...ofMatch), drafts: { ...setUp.drafts, ...Object.fromEntries(drafts) } };
}

/**
 * Edits by which an entry for a ship replaces the one before, with its name and owner where it gives any: they are those of the whole page.
 * Without a name the ship is called as before.
 */
export function entryEdits(ship: Ship, table: Table, before: ShipEntryDraft, next: ShipEntryDraft): readonly Edit[] {
  const { id: shipId, base } = ship;
  const old = nameIn(before);
  const called = old === undefined ? ship.name : before.called;
  const name = nameIn(next) ?? (old !== undefined && ship.name === old ? (called ?? '') : undefined);
  const owner = next.byHand?.owner;
  return [
    { kind: 'entry', shipId, entered: { ...next, base, called } },
    ...(name === undefined || name === shipName(ship, table.ships) ? [] : [{ kind: 'name', shipId, name } as const]),
    ...(owner === undefined || owner === ownerOf(ship, table) ? [] : [{ kind: 'owner', shipId, owner } as const]),
  ];
}

const nameIn = ({ pilot, byHand }: ShipEntryDraft) => byHand?.name ?? pilot;

/** The player whose ship it is: as said, otherwise by its side of the table. */
const ownerOf = ({ owner, pose }: Ship, { depthMm }: Table): Player => owner ?? (pose.y < depthMm / 2 ? 1 : 2);

/** The draft of an entry for a ship of the table. */
export function draftOf({ drafts }: SetUp, { id, base }: Ship): ShipEntryDraft {
  const one = drafts[id];
  return one?.base === base ? one : {};
}

/** A ship of the table as it enters the match: as entered, otherwise with round numbers. */
export function entryOf(ship: Ship, table: Table, setUp: SetUp): ShipEntry {
  const { kind, initiative, points, numbers, special, otherSpecials = [], byHand } = draftOf(setUp, ship);
  if (byHand) return { ...byHand, owner: ship.owner ?? byHand.owner, name: ship.name ? shipName(ship, table.ships) : byHand.name };
  const own = {
    id: ship.id,
    owner: ownerOf(ship, table),
    name: shipName(ship, table.ships),
    initiative: initiative ?? ship.initiative ?? 3,
  } as const;
  const printed = kind === undefined ? unknownEntry(own) : knownEntry(SHIP_KINDS[kind]!, own, numbers);
  const entry = { ...printed, ...(points !== undefined && { points }) };
  return [...(special ? [special] : []), ...otherSpecials].reduce(withSpecialWeapon, entry);
}

/** Entries for a ship of a kind that follow from its pilot. */
export function draftOfPilot(kind: number, pilot: KnownPilot): ShipEntryDraft {
  const { name, initiative, xws, loadout = [] } = pilot;
  return {
    pilot: name,
    card: xws[0]!,
    numbers: numbersWith(SHIP_KINDS[kind]!, pilot, loadout),
    ...(initiative !== undefined && { initiative }),
    ...draftOfWeapons(loadout.filter(isSpecialWeapon)),
  };
}

/** Special weapons by their ids. */
export function draftOfWeapons([special, ...otherSpecials]: readonly string[]): ShipEntryDraft {
  return { ...(special !== undefined && { special }), ...(otherSpecials.length > 0 && { otherSpecials }) };
}
