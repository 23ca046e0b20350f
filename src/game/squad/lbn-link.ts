import { LBN } from './builder-numbers.js';
import { numberId } from './numbered-builders.js';

type Item = number | string | readonly Item[];

const isList = (item: Item | undefined): item is readonly Item[] => Array.isArray(item);
const isOne = (item: Item | undefined): item is number | string => item !== undefined && !isList(item);

/**
 * The squad of a link of Launch Bay Next, as XWS: name, points, faction and format, later versions have the rules after these, then the list of ships and that of
 * obstacles, the oldest each ship by itself. A ship is its kind, its pilot and lists of a slot with its cards. What has no number is an id in quotes.
 * undefined: it is not like that.
 */
export function squadOfLbn(data: string, link: string): object | undefined {
  const [name, points, faction, format, ...others] = itemsIn(data) ?? [];
  const lists = isOne(others[0]) ? others.slice(1) : others;
  if (typeof name !== 'string' || !isOne(points) || !isOne(faction) || !isOne(format) || !lists.every(isList)) return undefined;
  const [ships = [], obstacles = []] = isList(lists[0]?.[0]) ? lists : [lists];
  const pilots = ships.map(pilotOf);
  if (pilots.length === 0 || pilots.includes(undefined) || !obstacles.every(isOne)) return undefined;
  const tokens = obstacles.map((one) => idOf(one, LBN.obstacles));
  return {
    version: '2.0.0',
    ...(name && { name }),
    faction: typeof faction === 'number' ? LBN.factions.get(`${faction}`) : faction,
    pilots,
    ...(tokens.length > 0 && { obstacles: tokens }),
    vendor: { lbn: { builder: 'Launch Bay Next', link } },
  };
}

function pilotOf(item: Item) {
  const [ship, pilot, ...slots] = isList(item) ? item : [];
  if (!isOne(ship) || !isOne(pilot)) return undefined;
  const upgrades: Record<string, string[]> = {};
  for (const listed of slots) {
    const [slot, ...cards] = isList(listed) ? listed : [];
    if (!isOne(slot) || !cards.every(isOne)) return undefined;
    upgrades[typeof slot === 'number' ? (LBN.slots.get(`${slot}`) ?? 'unknown') : slot] = cards.map((card) => idOf(card, LBN.cards));
  }
  const kind = typeof ship === 'number' ? LBN.ships.get(`${ship}`) : ship;
  return { id: idOf(pilot, LBN.pilots), ...(kind && { ship: kind }), upgrades };
}

const idOf = (item: number | string, ids: ReadonlyMap<string, string>) =>
  typeof item === 'number' ? (ids.get(`${item}`) ?? numberId('lbn', item)) : item;

/** Numbers, texts in quotes, and lists within l and r or brackets, up to whatever stands behind the link; undefined where a list does not end. */
function itemsIn(data: string): readonly Item[] | undefined {
  const lists: Item[][] = [[]];
  for (const [part] of data.matchAll(/'[^']*'|\d+|[\s\S]/g)) {
    if (/^\d/.test(part)) lists.at(-1)!.push(Number(part));
    else if (part.length > 1) lists.at(-1)!.push(part.slice(1, -1));
    else if (part === 'l' || part === '(') lists.push([]);
    else if ((part === 'r' || part === ')') && lists.length > 1) {
      const list = lists.pop()!;
      lists.at(-1)!.push(list);
    } else if (part !== '.') break;
  }
  return lists.length === 1 ? lists[0] : undefined;
}
