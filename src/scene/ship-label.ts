import type { Ship } from '../table/table.js';

const SHORT = 8;

/** What a ship is called on the page: its name, else its number in the session, else its id. */
export function shipLabel(ship: Pick<Ship, 'id' | 'name'>, all: readonly Pick<Ship, 'id' | 'name'>[]): string {
  if (ship.name) {
    const namesakes = all.filter(({ name }) => name === ship.name);
    return namesakes.length > 1 ? `${ship.name} ${namesakes.findIndex(({ id }) => id === ship.id) + 1}` : ship.name;
  }
  const number = /^ship-(\d+)$/.exec(ship.id)?.[1];
  return number ? `Ship ${number}` : ship.id;
}

/** The same in a few letters: the number alone, or the beginning of the name. */
export function shortShipLabel(ship: Pick<Ship, 'id' | 'name'>, all: readonly Pick<Ship, 'id' | 'name'>[]): string {
  const label = shipLabel(ship, all).replace(/^Ship (?=\d+$)/, '');
  return label.length > SHORT ? `${label.slice(0, SHORT - 1)}…` : label;
}
