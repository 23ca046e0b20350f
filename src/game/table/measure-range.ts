import { beyondRange, type RangeAnswer } from '../../judge/range/range.js';
import type { ArcReport, JudgementReport, RangeReport } from '../../judge/report/report-file.js';
import type { ArcKind } from '../../pieces/arcs.js';
import type { GameShip, GameState } from '../model/game-state.js';
import { inPlay, isOnTable } from '../model/lookup.js';
import { arcsOf } from '../model/weapon.js';
import { measure } from './measure.js';

/** An enemy ship as its attacker sees it before choosing a weapon. */
export interface Surveyed {
  readonly ship: GameShip;
  readonly touching: JudgementReport;
  /** From base to base, arcs ignored. */
  readonly closest: RangeReport;
  /** The farthest range that it is certainly beyond (RNG-08); undefined: there is none. */
  readonly beyond: number | undefined;
  /** The arcs it is in, or may be in; the attack range is measured inside each (RNG-03). */
  readonly arcs: readonly (ArcReport & { readonly arc: ArcKind })[];
}

/** Arcs printed on every base, before those that its weapons cover. */
const PRINTED: readonly ArcKind[] = ['front', 'bullseye', 'left', 'right', 'rear'];

/** Measure Range: every enemy ship on the table, its range, and which of the attacker's arcs it is in (ATK-02). Nearest first. */
export function survey(state: GameState, attacker: GameShip): readonly Surveyed[] {
  if (!isOnTable(state, attacker.id)) return [];
  const arcs = [...new Set([...PRINTED, ...attacker.weapons.flatMap((weapon) => arcsOf(weapon, attacker.turret))])];
  return inPlay(state)
    .filter(({ id, owner }) => owner !== attacker.owner && isOnTable(state, id))
    .map((ship): Surveyed => {
      const measured = measure(state.table, attacker.id, ship.id, arcs);
      const found = arcs.map((arc) => ({ arc, ...measured.arcs[arc]! }));
      const { touching, closest } = measured;
      return { ship, touching, closest, beyond: certainlyBeyond(closest), arcs: found.filter(mayBeIn) };
    })
    .sort((a, b) => a.closest.mm - b.closest.mm);
}

function certainlyBeyond({ mm, probability }: RangeReport): number | undefined {
  const shares = [0, 1, 2, 3, 4].map((range) => probability[range]!) as unknown as RangeAnswer['probability'];
  return ([3, 2, 1, 0] as const).find((range) => {
    const { value, certain } = beyondRange({ gapMm: mm, probability: shares }, range);
    return value && certain;
  });
}

function mayBeIn({ inArc }: ArcReport): boolean {
  return inArc.value || !inArc.certain;
}
