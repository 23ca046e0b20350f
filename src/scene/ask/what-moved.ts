import { whatChanged } from '../../game/table/what-changed.js';
import { explainMove, putBack } from '../../judge/maneuver/explain-move.js';
import { isSquare } from '../../pieces/base-size.js';
import { BEARINGS } from '../../pieces/maneuver.js';
import type { Ship, Table } from '../../table/table.js';
import { ghostLabel, ghostShapes } from '../draw/ghost.js';
import type { Overlay } from '../draw/overlay.js';
import { type Guidance, movedWords, putBackWords } from '../words/moved-words.js';
import { shipLabel } from '../words/ship-label.js';

/** Every maneuver there is, for a ship whose dial is unknown. Difficulty does not matter for where it ends. */
export const ANY_DIAL: readonly string[] = BEARINGS.flatMap(({ letter, speeds }) => speeds.map((speed) => `${speed}${letter}W`));

/** What is drawn of an unknown dial at once: the basic maneuvers that go forward. */
export const BASIC_DIAL: readonly string[] = BEARINGS.filter(({ family, motion }) => family === 'basic' && motion === 'forward').flatMap(
  ({ letter, speeds }) => speeds.map((speed) => `${speed}${letter}W`),
);

/** One ship that stands elsewhere than on an earlier table. */
export interface MovedShip {
  readonly id: string;
  readonly name: string;
  /** Which maneuver brought it here, in words. */
  readonly moved: string;
  readonly isPlausible: boolean;
  /** The way back to where it stood. */
  readonly back: Guidance;
}

/** What moved since an earlier table: the ships that are on both and stand elsewhere, and the names of those that came or went. */
export function movedSince(before: Table, now: Table): { readonly ships: readonly MovedShip[]; readonly others: readonly string[] } {
  const changed = whatChanged(before, now);
  const both = now.ships.flatMap((ship) => {
    const old = before.ships.find(({ id }) => id === ship.id);
    return old && changed.includes(ship.id) ? [{ old, ship }] : [];
  });
  const others = [...before.ships, ...now.ships].filter(({ id }) => changed.includes(id) && !both.some(({ ship }) => ship.id === id));
  return {
    ships: both.map(({ old, ship }) => movedShip(before, old, ship, now)),
    others: [...new Set(others.map((ship) => shipLabel(ship, [...now.ships, ...before.ships])))],
  };
}

/** What is said of a huge ship wherever a maneuver is asked for. */
export const NO_MANEUVERS = 'How huge ships move is not known here.';

function movedShip(before: Table, old: Ship, ship: Ship, now: Table): MovedShip {
  const { id } = ship;
  const explained = !isSquare(ship)
    ? { text: NO_MANEUVERS, isPlausible: false }
    : old.isFrontOpen || ship.isFrontOpen
      ? { text: 'Its facing is unknown.', isPlausible: false }
      : movedWords(explainMove(before, id, ship, ANY_DIAL));
  return { id, name: shipLabel(ship, now.ships), moved: explained.text, isPlausible: explained.isPlausible, back: backOf(old, ship) };
}

/** The way back of one ship, live. */
export function backOf(old: Pick<Ship, 'pose' | 'covariance'>, now: Pick<Ship, 'pose' | 'covariance'>): Guidance {
  return putBackWords(putBack(old, now));
}

/** Where ships stood on an earlier table, as ghosts with the way from there to here; of one ship only, if one is asked about. */
export function earlierOverlay(before: Table, now: Table, shipId?: string): Overlay {
  const changed = whatChanged(before, now);
  const shown = before.ships.filter(({ id }) => (shipId === undefined ? changed.includes(id) : id === shipId));
  return {
    shapes: shown.flatMap((old) => {
      const ship = now.ships.find(({ id }) => id === old.id);
      const way = ship ? [{ role: 'ghost-way' as const, points: [ship.pose, old.pose], isClosed: false }] : [];
      return [...way, ...ghostShapes(old.base, old.pose, 'was')];
    }),
    labels: shown.map((old) => ghostLabel(old.base, old.pose, `${shipLabel(old, before.ships)} was here`)),
  };
}
