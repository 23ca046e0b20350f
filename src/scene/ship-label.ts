import type { Ship } from '../table/table.js';

/** What a ship is called on the page: its name, else its number in the session, else its id. */
export function shipLabel(ship: Pick<Ship, 'id' | 'name'>, all: readonly Pick<Ship, 'id' | 'name'>[]): string {
  if (ship.name) {
    const namesakes = all.filter(({ name }) => name === ship.name);
    return namesakes.length > 1 ? `${ship.name} ${namesakes.findIndex(({ id }) => id === ship.id) + 1}` : ship.name;
  }
  const number = /^ship-(\d+)$/.exec(ship.id)?.[1];
  return number ? `Ship ${number}` : ship.id;
}
