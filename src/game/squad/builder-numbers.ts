import numbers from './builder-numbers.json' with { type: 'json' };

/** The meaning of the numbers of YASB's pilots. */
interface NumberedPilot {
  readonly ship: string;
  readonly id: string;
  /** The cards of a standard loadout belong to its pilot: here they have other ids than alone. */
  readonly hasOwnCards: boolean;
}

const pairsIn = (listed: string) => [...listed.matchAll(/(\d+) (\S+)/g)].map(([, number, id]) => [number!, id!] as const);
const idsIn = (listed: string): ReadonlyMap<string, string> => new Map(pairsIn(listed));

export const YASB_PILOTS: ReadonlyMap<string, NumberedPilot> = new Map(
  Object.entries(numbers.yasb.pilots).flatMap(([ship, listed]) =>
    pairsIn(listed).map(([number, id]) => [number, { ship, id: id.replace('*', ''), hasOwnCards: id.startsWith('*') }] as const),
  ),
);

export const YASB_CARDS: ReadonlyMap<string, { readonly slot: string; readonly id: string }> = new Map(
  Object.entries(numbers.yasb.upgrades).flatMap(([slot, listed]) => pairsIn(listed).map(([number, id]) => [number, { slot, id }] as const)),
);

/** Numbers of cards that stood for other cards in links before version 10. */
export const REUSED_BY_YASB: ReadonlySet<string> = new Set(numbers.yasb.reused.split(' '));

/** Numbers of Launch Bay Next, which has those of the official builder. */
export const LBN = {
  factions: idsIn(numbers.lbn.factions),
  ships: idsIn(numbers.lbn.ships),
  slots: idsIn(numbers.lbn.slots),
  pilots: idsIn(numbers.lbn.pilots),
  cards: idsIn(numbers.lbn.upgrades),
  obstacles: idsIn(numbers.lbn.obstacles),
};
