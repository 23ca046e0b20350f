import * as v from 'valibot';
import { described, fields, list, record, refuse, text, validate, whole, word } from '../../table/documents/validate.js';

/** The largest lists of the game's epic format hold fewer than fifty ships. */
const MAX_PILOTS = 100;
const MAX_UPGRADES = 50;
const MAX_OBSTACLES = 50;
const MAX_NAME_LETTERS = 2000;
const MAX_POINTS = 10_000;

const PILOT = fields({
  /** May be missing: ids of pilots are unique. */
  ship: v.optional(word()),
  /** XWS 2; XWS 1 had it in `name`. */
  id: v.optional(word()),
  name: v.optional(text()),
  upgrades: v.optional(record(list(word(), MAX_UPGRADES, 0, 'upgrades of one kind'))),
  points: v.optional(
    described(whole({ min: 0, max: MAX_POINTS }), 'of the pilot with its upgrades; anything else than a whole number counts as not said'),
  ),
});

const SQUAD = {
  faction: v.optional(text()),
  pilots: list(PILOT, MAX_PILOTS, 1, 'ships'),
  name: v.optional(text(MAX_NAME_LETTERS)),
  version: v.optional(text()),
  obstacles: v.optional(list(text(), MAX_OBSTACLES, 0, 'obstacles')),
};

/**
 * A squad in the community's format (XWS: github.com/elistevens/xws-spec), as far as anything of it is read. Other fields are no mistake:
 * they belong to builders and later versions.
 */
export const XWS_SCHEMA = fields(SQUAD);
/** The fields of a squad that have a meaning; a builder's own are in `vendor`. Its own points, the sum, by whose rules they are (YASB writes that into every export), and descriptions are not read. */
export const XWS_FIELDS: readonly string[] = [...Object.keys(SQUAD), 'points', 'ruleset', 'description', 'vendor'];

export type Xws = v.InferOutput<typeof XWS_SCHEMA>;
export type XwsPilot = Xws['pilots'][number];

/**
 * A squad's document in the format's strict form. Optional fields may be null, a number or a list where a text stands, and an empty list where an
 * object stands (as PHP writes it). Throws an Error that says where there is no squad.
 */
export function parseXws(document: unknown): Xws {
  const squad = validate(XWS_SCHEMA, isObject(document) ? squadAsWritten(document) : document, 'squad');
  squad.pilots.forEach(({ ship, id, name }, i) => {
    if (!ship && !id && !name) refuse(`pilots[${i}].id`, undefined, 'the id of a pilot', 'Export the squad as XWS again.');
  });
  return squad;
}

type Written = Readonly<Record<string, unknown>>;

/** The same with small names, as the format has them: some serializers begin names with a capital. */
const withSmallNames = (written: Written): Written => ({
  ...Object.fromEntries(Object.entries(written).map(([key, value]) => [key.toLowerCase(), value])),
  ...written,
});

const isObject = (value: unknown): value is Written => typeof value === 'object' && value !== null && !Array.isArray(value);

function squadAsWritten(document: Written) {
  const { faction, pilots, name, version, obstacles } = withSmallNames(document);
  return {
    faction: wordOf(hasId(faction) ? (faction.id ?? faction.xws) : faction),
    pilots: isObject(pilots)
      ? Object.entries(pilots).map(namedPilot)
      : Array.isArray(pilots)
        ? pilots.filter((one) => one !== null).map(pilotAsWritten)
        : pilots,
    name: wordOf(name)?.slice(0, MAX_NAME_LETTERS),
    version: wordOf(version),
    obstacles: wordsOf(obstacles),
  };
}

/** One of an object that stands for the list: under a number, as PHP writes it, or under its id. */
function namedPilot([key, pilot]: readonly [string, unknown]) {
  const written = pilotAsWritten(pilot);
  const isUnnamed = isObject(pilot) && isObject(written) && !written.id && !written.name;
  return isUnnamed && !/^\d+$/.test(key) ? { ...written, id: key } : written;
}

function pilotAsWritten(pilot: unknown) {
  if (typeof pilot === 'string') return { id: pilot };
  if (!isObject(pilot)) return pilot;
  const { ship, id, xws, pilot: card, name, upgrades, points } = withSmallNames(pilot);
  const bySlot = isObject(upgrades) ? Object.entries(upgrades) : [['', upgrades] as const];
  return {
    ship: wordOf(ship),
    id: wordOf(id) ?? wordOf(xws) ?? wordOf(card),
    name: wordOf(name),
    upgrades: Object.fromEntries(bySlot.map(([slot, cards]) => [slot, wordsOf(cards)])),
    points: pointsOf(points),
  };
}

/** Points as a number or its text; anything else counts as not said. */
function pointsOf(value: unknown): number | undefined {
  const points = Number(wordOf(value) ?? Number.NaN);
  return Number.isInteger(points) && points >= 0 && points <= MAX_POINTS ? points : undefined;
}

/** A text or number as a text; undefined where there is neither. */
function wordOf(value: unknown): string | undefined {
  return (typeof value === 'string' && value.trim()) || typeof value === 'number' ? String(value).trim() : undefined;
}

/**
 * The texts of a list, of lists within it, of an object's values, or of the one text that stands there without a list, divided by commas; cards may be objects with
 * an id, and names of an object whose values say how many there are.
 */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[,;]/).flatMap((part) => wordOf(part) ?? []);
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'string' ? (wordOf(one) ?? []) : wordsOf(one)));
  if (hasId(value)) return wordsOf(value.id ?? value.xws);
  if (!isObject(value)) return wordOf(value) === undefined ? [] : [String(value)];
  return Object.entries(value).flatMap(([key, one]) => (typeof one === 'boolean' || isCount(key, one) ? (one ? [key] : []) : wordsOf(one)));
}

/** A number under a name says how many of that card there are; under a number, as PHP writes a list, it would be a card's. */
const isCount = (key: string, value: unknown) => typeof value === 'number' && !/^\d+$/.test(key);

const hasId = (value: unknown): value is Written => isObject(value) && ('id' in value || 'xws' in value);
