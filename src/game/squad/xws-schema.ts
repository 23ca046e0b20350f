import * as v from 'valibot';
import { fields, list, number, record, text, word } from '../../table/validate.js';

/** The largest lists of the game's epic format hold fewer than fifty ships. */
const MOST_PILOTS = 100;
const MOST_UPGRADES = 50;
const MOST_OBSTACLES = 50;
const MOST_POINTS = 1e6;

const points = () => number({ min: -MOST_POINTS, max: MOST_POINTS });

const PILOT = fields({
  ship: word(),
  /** XWS 2; XWS 1 had it in `name`. */
  id: v.optional(word()),
  name: v.optional(text()),
  points: v.optional(points()),
  upgrades: v.optional(record(list(word(), MOST_UPGRADES, 0, 'upgrades of one kind'))),
});

const SQUAD = {
  faction: v.optional(text()),
  pilots: list(PILOT, MOST_PILOTS, 1, 'ships'),
  name: v.optional(text(2000)),
  description: v.optional(text(20_000)),
  points: v.optional(points()),
  version: v.optional(text()),
  obstacles: v.optional(list(text(), MOST_OBSTACLES, 0, 'obstacles')),
  vendor: v.optional(record(v.unknown())),
};

/**
 * A squad in the community's format (XWS: github.com/elistevens/xws-spec), as far as anything of it is read. Fields that are not named here are
 * no mistake: they belong to builders and later versions.
 */
export const XWS_SCHEMA = fields(SQUAD);
/** The fields of a squad that have a meaning; a builder's own are in `vendor`. */
export const XWS_FIELDS: readonly string[] = Object.keys(SQUAD);

export type Xws = v.InferOutput<typeof XWS_SCHEMA>;
export type XwsPilot = Xws['pilots'][number];
