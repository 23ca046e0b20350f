import type { MatchMessage, ShowMessage } from '../../relay/wire/messages.js';
import type { Player } from '../../table/table.js';

type ByHand = NonNullable<ShowMessage['byHand']>;
type PublicShip = MatchMessage['ships'][number];
type Counted = 'initiative' | 'hull' | 'shields' | 'crits';

/** A ship as shown; a number that nobody gave is absent. */
export type ShownShip = Omit<PublicShip, Counted> & { readonly [K in Counted]?: number };

/** A ship about which something is known. */
export interface KnownShip {
  readonly id: string;
  readonly name?: string;
  readonly owner?: Player;
}

/** A match as shown; a phase that nobody gave is absent. */
export interface ShownMatch extends Omit<MatchMessage, 'ships' | 'phase'> {
  readonly phase?: MatchMessage['phase'];
  readonly ships: readonly ShownShip[];
}

/** A match that no page plays: only values set by hand count; a round of 0 was not set. */
const UNSAID: ShownMatch = { round: 0, firstPlayer: 1, order: [], ships: [] };

/**
 * The match as it is to be shown: each value that was said by hand in place of the one that is sent, all others as they are sent. `known`: who the ships are of
 * which only values by hand are shown, the likeliest first.
 */
export function matchByHand(
  match: MatchMessage | undefined,
  byHand: ByHand | undefined,
  known: readonly KnownShip[],
): ShownMatch | undefined {
  if (!byHand) return match;
  const { ships: said = [], attack, noAttack, next, round, phase } = byHand;
  const { attack: sent, active, ...base }: ShownMatch = match ?? UNSAID;
  const added = said.filter(({ id }) => base.ships.every((ship) => ship.id !== id)).map(({ id }) => unsaidShip(id, known));
  const shownAttack = noAttack ? undefined : (attack ?? sent);
  const turn = next === undefined ? active : next || undefined;
  return {
    ...base,
    ...(round !== undefined && { round }),
    ...(phase && { phase }),
    ...(next !== undefined && { order: next ? [next, ...base.order.filter((id) => id !== next)] : [] }),
    ...(turn !== undefined && { active: turn }),
    ships: [...base.ships, ...added].map((ship) =>
      withSaid(
        ship,
        said.find(({ id }) => id === ship.id),
      ),
    ),
    ...(shownAttack && { attack: shownAttack }),
  };
}

function withSaid(ship: ShownShip, said: NonNullable<ByHand['ships']>[number] | undefined): ShownShip {
  if (!said) return ship;
  const { maneuver: sent, ...rest } = { ...ship, ...said };
  return { ...rest, ...(sent && { maneuver: sent }) } as ShownShip;
}

function unsaidShip(id: string, known: readonly KnownShip[]): ShownShip {
  const heard = known.filter((ship) => ship.id === id);
  const { owner = 1 } = heard.find((ship) => ship.owner !== undefined) ?? {};
  const { name = '' } = heard.find((ship) => ship.name) ?? {};
  return { id, name, owner, isDestroyed: false, tokens: [] };
}

/** Sets values of one ship by hand, besides those set before; an undefined value is again the one that is sent. */
export function withShipByHand(byHand: ByHand | undefined, id: string, change: object): ByHand {
  const before = byHand?.ships ?? [];
  const all = { ...before.find((ship) => ship.id === id), ...change };
  const said = Object.entries(all).filter(([key, value]) => key !== 'id' && value !== undefined);
  const others = before.filter((ship) => ship.id !== id);
  return { ...byHand, ships: said.length > 0 ? [...others, { id, ...Object.fromEntries(said) }] : others };
}

/** The same of the match itself. */
export function withByHand(byHand: ByHand | undefined, change: { readonly [K in keyof ByHand]: ByHand[K] | undefined }): ByHand {
  return Object.fromEntries(Object.entries({ ...byHand, ...change }).filter(([, value]) => value !== undefined)) as ByHand;
}

/** Number of values that are held by hand. */
export function countByHand({ ships = [], ...match }: ByHand): number {
  return Object.keys(match).length + ships.reduce((sum, { id: _, ...values }) => sum + Object.keys(values).length, 0);
}

/** Undefined where nothing is set by hand any more. */
export function whatIsSaid(byHand: ByHand): ByHand | undefined {
  const { ships = [], ...rest } = byHand;
  const said = { ...rest, ...(ships.length > 0 && { ships }) };
  return Object.keys(said).length > 0 ? said : undefined;
}
