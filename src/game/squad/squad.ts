import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { OBSTACLES } from '../../pieces/obstacles.js';
import { type Phrase, phrase } from '../../texts/squad-texts.js';
import { type KnownPilot, SHIP_ALIASES, SHIP_KINDS, type ShipNumbers } from '../facts/ship-facts.js';
import { cardName, isCountedWhole, isSpecialWeapon, numbersWith } from '../facts/upgrade-facts.js';
import { canonicalCard, canonicalFaction, canonicalId, canonicalShip, findCard, hugeName, isCardOf } from './find-card.js';
import { hintsForNumbers } from './numbered-builders.js';
import { parseXws, XWS_FIELDS, type XwsPilot } from './xws-schema.js';

/** A ship of a squad, as far as the list of ships knows it. */
export interface SquadShip {
  /** The pilot's name; its id where it is not on the list; the ship's name for a huge ship. */
  readonly name: string;
  /** '' where the squad does not say it and the list does not know it. */
  readonly shipXws: string;
  readonly pilotXws: string;
  /** Place in SHIP_KINDS; undefined: not on the list, and with it the size of its base and its numbers. */
  readonly kind?: number;
  readonly base?: BaseSize;
  /** Known by its name only. */
  readonly isHuge?: true;
  /** Undefined: not on the list. */
  readonly pilot?: KnownPilot;
  /** Undefined: the pilot is not on the list, or its initiative is another ship's. */
  readonly initiative?: number;
  /** Points with its upgrades, as its builder wrote them; undefined: the squad does not give them. */
  readonly points?: number;
  /** The numbers of the pilot's card with its upgrades, as far as these are facts; undefined: the ship is not on the list. */
  readonly numbers?: ShipNumbers;
  /** Ids of those of its upgrades that are a special weapon of the list. */
  readonly specialWeapons: readonly string[];
  /** Unknown details of it, one sentence each. */
  readonly unknown: readonly Phrase[];
}

/** A squad that was read, with the whole document that it came from. */
export interface Squad {
  /** '' where it has none. */
  readonly name: string;
  readonly faction: string;
  readonly ships: readonly SquadShip[];
  readonly obstacles: readonly { readonly xws: string; readonly name?: string }[];
  /** Unknown details of the squad itself, one sentence each. */
  readonly unknown: readonly Phrase[];
  /** The document that was read, with everything that is not known; this is what goes out again. */
  readonly document: unknown;
}

const FIRST_EDITION = phrase('squad-first-edition-hashmark');

/** The squad of an XWS document. Throws an Error that says where it is not one; what is merely unknown is named in the squad. */
export function readSquad(document: unknown): Squad {
  const { name = '', faction: written = '', version, pilots, obstacles = [] } = parseXws(document);
  const tokens = obstacles.map((xws) => {
    const token = OBSTACLES.find((one) => one.xws === canonicalId(xws));
    return token ? { xws: token.xws, name: token.name } : { xws };
  });
  const isFirst = isFirstEdition(
    version,
    canonicalId(written),
    pilots.map(({ ship = '' }) => canonicalId(ship).replaceAll('-', '')),
  );
  const faction = canonicalFaction(written);
  const isKnownFaction = SHIP_KINDS.some((kind) => kind.faction === faction);
  return {
    name,
    faction: isKnownFaction && !isFirst ? faction : written,
    ships: pilots.map(({ points, ...pilot }) => (isFirst ? bareShip(pilot) : squadShip({ ...pilot, points }, faction))),
    obstacles: tokens,
    unknown: [
      ...(isFirst ? [FIRST_EDITION] : []),
      ...(isKnownFaction || isFirst ? [] : [written === '' ? phrase('names-no-faction') : phrase('faction-not-known', written)]),
      ...tokens.filter((token) => token.name === undefined).map(({ xws }) => phrase('obstacle-not-known', xws)),
      ...otherFields(document as object).map((field) => phrase('field-not-known', field)),
      ...hintsForNumbers(pilots.flatMap(({ id = '', upgrades = {} }) => [id, ...Object.values(upgrades).flat()])),
    ],
    document,
  };
}

/** The file of a squad: the document that was read, unchanged. */
export function squadFile({ document }: Squad): string {
  return `${JSON.stringify(document, null, 1)}\n`;
}

function otherFields(document: object): string[] {
  return Object.keys(document).filter((field) => !XWS_FIELDS.includes(field.toLowerCase()));
}

/** A ship of which only the ids are known. */
function bareShip({ ship = '', id, name = '', points }: XwsPilot, unknown: readonly Phrase[] = []): SquadShip {
  const pilotXws = id ?? name;
  return { name: pilotXws || ship, shipXws: ship, pilotXws, ...(points !== undefined && { points }), specialWeapons: [], unknown };
}

function squadShip(written: XwsPilot, faction: string): SquadShip {
  const { ship = '', id, name = '', upgrades = {}, points } = written;
  const pilotXws = id ?? name;
  const [shipId, pilotId] = [canonicalShip(ship), canonicalId(pilotXws)];
  const huge = hugeName(shipId, pilotId);
  if (huge !== undefined) return { ...bareShip(written, [phrase('huge-ship-program-does', huge)]), name: huge, isHuge: true };
  const { kind, pilot, mayBe } = findCard(shipId, pilotId, faction);
  if (kind === undefined) {
    const unknown = mayBe
      ? phrase('pilot-flies-several-ships', pilotXws, mayBe.join(', '))
      : ship
        ? phrase('ship-not-known-base', ship)
        : phrase('pilot-not-known-squad', pilotXws);
    const cards = Object.values(upgrades).flat().map(canonicalCard);
    return { ...bareShip(written, [unknown, ...uncounted(cards)]), specialWeapons: weaponsOf(cards) };
  }
  const known = SHIP_KINDS[kind]!;
  const cards = cardsOf(upgrades, pilot);
  const base = BASE_SIZES.find((size) => size === known.size);
  return {
    name: pilot?.name ?? (pilotXws || known.name),
    shipXws: ship || known.xws,
    pilotXws,
    kind,
    ...(base && { base }),
    ...(pilot && { pilot }),
    ...(pilot?.initiative !== undefined && { initiative: pilot.initiative }),
    ...(points !== undefined && { points }),
    numbers: numbersWith(known, pilot, cards),
    specialWeapons: weaponsOf(cards),
    unknown: [
      ...(shipId === '' || isCardOf(known.xws, shipId) ? [] : [phrase('ship-not-known-pilot', ship, known.name)]),
      ...(pilot ? [] : [phrase('pilot-not-known-initiative', pilotXws, known.name)]),
      ...(pilot && pilot.initiative === undefined ? [phrase('initiative-another-ship-entered', pilot.name)] : []),
      ...uncounted(cards),
    ],
  };
}

/** The ids of a ship's cards; those of a standard loadout belong to it whether they are written or not. */
function cardsOf(upgrades: NonNullable<XwsPilot['upgrades']>, pilot: KnownPilot | undefined): string[] {
  const written = Object.values(upgrades).flat().map(canonicalCard);
  return [...written, ...(pilot?.loadout ?? []).filter((id) => !written.includes(id))];
}

const weaponsOf = (cards: readonly string[]) => [...new Set(cards.filter(isSpecialWeapon))];

/** The parts of its cards that are not in the numbers. */
function uncounted(cards: readonly string[]): Phrase[] {
  const left = cards.filter((id) => !isCountedWhole(id));
  const [known, others] = [left.filter((id) => cardName(id) !== undefined), left.filter((id) => cardName(id) === undefined)];
  return [
    ...(known.length > 0 ? [phrase('applied-hand-text-says', known.map((id) => cardName(id)).join(', '))] : []),
    ...(others.length > 0 ? [phrase('not-counted-because-not', others.map((card) => `“${card}”`).join(', '))] : []),
  ];
}

/** Ids of ships that the first edition had and the second has under another id, without huge ones (XWS 1; the names of its cards in small letters and digits). */
const FIRST_EDITION_SHIPS: ReadonlySet<string> = new Set(
  [
    'xwing ywing awing bwing ewing kwing uwing arc170 yt1300 yt2400 vcx100 hwk290 z95headhunter auzituckgunship sheathipedeclassshuttle',
    'tiefighter tieadvanced tieadvancedprototype tieinterceptor tiebomber tiedefender tiephantom tiepunisher tiestriker tieaggressor tiereaper',
    'lambdaclassshuttle firespray31 vt49decimator tiefofighter tiesffighter tiesilencer',
    'upsilonclassshuttle t70xwing bsf17bomber starviper m3ainterceptor aggressor yv666 kihraxzfighter jumpmaster5000 g1astarfighter',
    'lancerclasspursuitcraft quadjumper protectoratestarfighter m12lkimogila m12lkimogilafighter scurrgh6bomber',
  ].flatMap((line) => line.split(' ')),
);
const FIRST_EDITION_FACTIONS: readonly string[] = ['rebel', 'rebels', 'imperial', 'imperials', 'empire', 'scum'];

const SECOND_EDITION_SHIPS: ReadonlySet<string> = new Set([...SHIP_KINDS.map(({ xws }) => xws), ...Object.keys(SHIP_ALIASES)]);

/**
 * Whether a squad is one of the first edition. Ships that only one edition has decide, the second's first; then the format's version (0 and 1 were
 * the first edition's), then the faction's name.
 */
function isFirstEdition(version: string | undefined, faction: string, ships: readonly string[]): boolean {
  const isOfFirst = (ship: string) => FIRST_EDITION_SHIPS.has(ship);
  const isOfSecond = (ship: string) => SECOND_EDITION_SHIPS.has(ship);
  if (ships.some((ship) => isOfSecond(ship) && !isOfFirst(ship))) return false;
  if (version !== undefined) return /^[01](\.|$)/.test(version);
  return ships.some((ship) => isOfFirst(ship) && (!isOfSecond(ship) || FIRST_EDITION_FACTIONS.includes(faction)));
}
