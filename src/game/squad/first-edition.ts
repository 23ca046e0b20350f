import { SHIP_ALIASES, SHIP_KINDS } from '../facts/ship-facts.js';

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
export function isFirstEdition(version: string | undefined, faction: string, ships: readonly string[]): boolean {
  const isOfFirst = (ship: string) => FIRST_EDITION_SHIPS.has(ship);
  const isOfSecond = (ship: string) => SECOND_EDITION_SHIPS.has(ship);
  if (ships.some((ship) => isOfSecond(ship) && !isOfFirst(ship))) return false;
  if (version !== undefined) return /^[01](\.|$)/.test(version);
  return ships.some((ship) => isOfFirst(ship) && (!isOfSecond(ship) || FIRST_EDITION_FACTIONS.includes(faction)));
}
