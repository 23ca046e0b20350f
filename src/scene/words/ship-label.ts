import type { Ship } from '../../table/table.js';
import { type Phrase, phrase } from '../../texts/phrase.js';

const SHORT = 8;
const SHORTEST = 3;

/** Name of a ship on the page: its name, else its number in the session, else its id. */
export function shipLabel(ship: Pick<Ship, 'id' | 'name'>, all: readonly Pick<Ship, 'id' | 'name'>[]): string | Phrase {
  if (ship.name) {
    const namesakes = all.filter(({ name }) => name === ship.name);
    return namesakes.length > 1 ? `${ship.name} ${namesakes.findIndex(({ id }) => id === ship.id) + 1}` : ship.name;
  }
  const number = numberOf(ship);
  return number ? phrase('ship-n', Number(number)) : ship.id;
}

/** The same in a few letters: the number alone, or the beginning of the name with the number that distinguishes namesakes. */
export function shortShipLabel(ship: Pick<Ship, 'id' | 'name'>, all: readonly Pick<Ship, 'id' | 'name'>[]): string {
  const label = bareLabel(ship, all);
  if (label.length <= SHORT) return label;
  const number = / (\d{1,2})$/.exec(label)?.[1] ?? '';
  return `${label.slice(0, SHORT - 1 - number.length)}…${number}`;
}

/** The same in the fewest letters: the number alone, initials with a namesake's number, or the beginning of a name that is one word. */
export function shortestShipLabel(ship: Pick<Ship, 'id' | 'name'>, all: readonly Pick<Ship, 'id' | 'name'>[]): string {
  const label = bareLabel(ship, all);
  const number = /\d*$/.exec(label)![0];
  const name = label.slice(0, label.length - number.length);
  const initials = name.match(/(?<!\p{L})\p{L}/gu) ?? [];
  const letters = initials.length > 1 ? initials : (name.match(/\p{L}/gu) ?? []);
  return `${letters.slice(0, Math.max(1, SHORTEST - number.length)).join('')}${number}` || label;
}

const numberOf = ({ id }: Pick<Ship, 'id'>) => /^ship-(\d+)$/.exec(id)?.[1];

function bareLabel(ship: Pick<Ship, 'id' | 'name'>, all: readonly Pick<Ship, 'id' | 'name'>[]): string {
  const label = shipLabel(ship, all);
  return typeof label === 'string' ? label : numberOf(ship)!;
}
