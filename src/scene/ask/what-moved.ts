import { whatChanged } from '../../game/table/what-changed.js';
import { explainMove, putBack } from '../../judge/maneuver/explain-move.js';
import { isSquare } from '../../pieces/base-size.js';
import type { Ship, Table } from '../../table/table.js';
import { english } from '../../texts/english.js';
import { type Phrase, phrase, type Value } from '../../texts/tools-texts.js';
import { ghostLabel, ghostShapes } from '../draw/ghost.js';
import type { Overlay } from '../draw/overlay.js';
import { type Guidance, movedWords, putBackWords } from '../words/moved-words.js';
import { shipLabel } from '../words/ship-label.js';
import { ANY_DIAL } from './dials.js';

/** One ship whose place differs from that on an earlier table. */
export interface MovedShip {
  readonly id: string;
  readonly name: Value;
  /** The maneuver that brought it here, in words. */
  readonly moved: Phrase;
  readonly isPlausible: boolean;
  /** The way back to where it stood. */
  readonly back: Guidance;
}

/** Changes since an earlier table: the ships on both that stand elsewhere, and the names of those that came or went. */
export function movedSince(before: Table, now: Table): { readonly ships: readonly MovedShip[]; readonly others: readonly Value[] } {
  const changed = whatChanged(before, now);
  const both = now.ships.flatMap((ship) => {
    const old = before.ships.find(({ id }) => id === ship.id);
    return old && changed.includes(ship.id) ? [{ old, ship }] : [];
  });
  const others = [...before.ships, ...now.ships].filter(({ id }) => changed.includes(id) && !both.some(({ ship }) => ship.id === id));
  const names = others.map((ship) => shipLabel(ship, [...now.ships, ...before.ships]));
  return {
    ships: both.map(({ old, ship }) => movedShip(before, old, ship, now)),
    others: [...new Map(names.map((name) => [english(name), name])).values()],
  };
}

/** Words for a huge ship wherever a maneuver is asked for. */
export const NO_MANEUVERS = phrase('huge-moves-unknown');

function movedShip(before: Table, old: Ship, ship: Ship, now: Table): MovedShip {
  const { id } = ship;
  const explained = !isSquare(ship)
    ? { text: NO_MANEUVERS, isPlausible: false }
    : old.isFrontOpen || ship.isFrontOpen
      ? { text: phrase('facing-unknown'), isPlausible: false }
      : movedWords(explainMove(before, id, ship, ANY_DIAL));
  return { id, name: shipLabel(ship, now.ships), moved: explained.text, isPlausible: explained.isPlausible, back: backOf(old, ship) };
}

/** The way back of one ship, live. */
export function backOf(old: Pick<Ship, 'pose' | 'covariance'>, now: Pick<Ship, 'pose' | 'covariance'>): Guidance {
  return putBackWords(putBack(old, now));
}

/** Ships in their places on an earlier table, as ghosts with the way from there to here; one ship only, if one is asked about. */
export function earlierOverlay(before: Table, now: Table, shipId?: string): Overlay {
  const changed = whatChanged(before, now);
  const shown = before.ships.filter(({ id }) => (shipId === undefined ? changed.includes(id) : id === shipId));
  return {
    shapes: shown.flatMap((old) => {
      const ship = now.ships.find(({ id }) => id === old.id);
      const way = ship ? [{ role: 'ghost-way' as const, points: [ship.pose, old.pose], isClosed: false }] : [];
      return [...way, ...ghostShapes(old.base, old.pose, 'was')];
    }),
    labels: shown.map((old) => ghostLabel(old.base, old.pose, phrase('ghost-was-here', shipLabel(old, before.ships)))),
  };
}
