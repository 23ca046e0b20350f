import { inRadians } from '../../geometry/degrees.js';
import { wrapRad } from '../../geometry/pose.js';
import type { Table } from '../../table/table.js';

/** Moves of ships in a turn (relay-show.schema.json). */
export interface Replay {
  readonly id: string;
  readonly ships: readonly { readonly ship: string; readonly keys: readonly ReplayKey[] }[];
}

/** Pose of a ship at a time of the replay, table frame. */
export interface ReplayKey {
  readonly atSeconds: number;
  readonly xMm: number;
  readonly yMm: number;
  readonly headingDeg: number;
}

/** Time that the end of a replay stands before the present is shown again. */
const HOLD_SECONDS = 1.5;

/** Duration of a replay, s. */
export function replaySeconds({ ships }: Replay): number {
  return HOLD_SECONDS + Math.max(0, ...ships.map(({ keys }) => keys.at(-1)?.atSeconds ?? 0));
}

/** The table at a time of the replay: ships that it does not name, or that are gone, stand as they do now. */
export function replayedTable(table: Table, { ships }: Replay, atSeconds: number): Table {
  const tracks = new Map(ships.map(({ ship, keys }) => [ship, keys]));
  return {
    ...table,
    ships: table.ships.map((ship) => {
      const keys = tracks.get(ship.id);
      return keys?.length ? { ...ship, pose: poseAt(keys, atSeconds) } : ship;
    }),
  };
}

function poseAt(keys: readonly ReplayKey[], atSeconds: number) {
  const next = keys.findIndex((key) => key.atSeconds > atSeconds);
  const to = keys.at(next)!;
  const from = next > 0 ? keys[next - 1]! : to;
  const spanSeconds = to.atSeconds - from.atSeconds;
  const share = spanSeconds > 0 ? (atSeconds - from.atSeconds) / spanSeconds : 1;
  return {
    x: from.xMm + share * (to.xMm - from.xMm),
    y: from.yMm + share * (to.yMm - from.yMm),
    headingRad: wrapRad(inRadians(from.headingDeg) + share * wrapRad(inRadians(to.headingDeg - from.headingDeg))),
  };
}
