import { REUSED_BY_YASB, YASB_CARDS, YASB_PILOTS } from './builder-numbers.js';
import { canonicalFaction } from './find-card.js';
import { numberId } from './numbered-builders.js';

/** Version, format, points and ships, which Y divides; behind it what a chat puts there. Quick builds (q) have numbers of their own. */
const SQUAD = /^v(8|9|10)Z[behs]Z\d*Z([\dWXY]+)[)\]."'*!?]*$/;
/** A pilot and its upgrades, with nothing for each slot that is empty. */
const SHIP = /^(\d+)X([\dW]*)X?$/;

/** The squad of a link of YASB, as XWS; undefined: of a version whose numbers are not known. `fieldOf` gives a field of its query. */
export function squadOfYasb(fieldOf: (name: string) => string, link: string): object | undefined {
  const [, version, listed = ''] = SQUAD.exec(fieldOf('d')) ?? [];
  const ships = listed
    .split('Y')
    .filter(Boolean)
    .map((ship) => SHIP.exec(ship));
  if (version === undefined || ships.length === 0 || ships.includes(null)) return undefined;
  const name = fieldOf('sn');
  const obstacles = fieldOf('obs').match(/\w+/g) ?? [];
  return {
    version: '2.0.0',
    ...(name && { name }),
    faction: canonicalFaction(fieldOf('f')),
    pilots: ships.map((ship) => pilotOf(ship![1]!, ship![2]!.split('W').filter(Boolean), version === '10')),
    ...(obstacles.length > 0 && { obstacles }),
    vendor: { yasb: { builder: 'YASB', link } },
  };
}

function pilotOf(number: string, cards: readonly string[], isLatest: boolean) {
  const pilot = YASB_PILOTS.get(number);
  const upgrades: Record<string, string[]> = {};
  for (const card of pilot?.hasOwnCards ? [] : cards) {
    const known = isLatest || !REUSED_BY_YASB.has(card) ? YASB_CARDS.get(card) : undefined;
    const slot = known?.slot ?? 'unknown';
    upgrades[slot] = [...(upgrades[slot] ?? []), known?.id ?? numberId('yasb', card)];
  }
  return { id: pilot?.id ?? numberId('yasb', number), ...(pilot && { ship: pilot.ship }), upgrades };
}
