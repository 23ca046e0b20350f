import { type Camera, carriedPoint } from '../../geometry/camera.js';
import { inDegrees } from '../../geometry/degrees.js';
import type { Point } from '../../geometry/point.js';
import { wrapRad } from '../../geometry/pose.js';
import { report } from '../../judge/report/report.js';
import type { Report } from '../../judge/report/report-file.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import type { Quarters } from '../../table/edits.js';
import { movedTable, quarterMotion } from '../../table/moved-table.js';
import type { ArcName, Ship, Table } from '../../table/table.js';

import { causeOf, type Registration, registrationErrorMm } from './cause.js';
import { gapErrors, layoutErrors, type Match } from './pose-errors.js';
import { type ObstacleScore, scoreObstacles } from './score-obstacles.js';
import type { Truth } from './truth-file.js';

/** Distance within which a found ship matches a true one (evaluation.schema.json). */
const MATCH_MM = 15;
/** Visibility below which a ship need not be found. */
export const MUST_SEE = 0.4;

/** The raw figures of one picture, to be pooled. */
export interface PictureScore {
  readonly image: string;
  readonly failed: boolean;
  readonly elevationDeg?: number;
  readonly seconds: number;
  readonly due: number;
  readonly dueFound: number;
  readonly found: number;
  readonly foundRight: number;
  readonly matched: number;
  readonly sizeRight: number;
  readonly positionMm: readonly number[];
  readonly layoutMm: readonly number[];
  readonly relativeMm: readonly number[];
  readonly headingDeg: readonly number[];
  /** Error over claimed sigma, x and y of every matched ship, and the sigmas in the same order, mm. */
  readonly normalised: readonly number[];
  readonly claimedMm: readonly number[];
  /** Difference of the mat's width and depth from the usual, mm. */
  readonly unusualMatMm: readonly [number, number];
  /** Error of the registration alone, where both cameras are known; mm. */
  readonly registrationMm?: number;
  /** Cause of the largest position error; for a failed picture, why it failed. */
  readonly cause?: string;
  readonly verdicts: Verdicts;
  /** Of these, with attacks all round: whether a line is obstructed. */
  readonly obstruction: Verdicts;
  readonly obstacles: ObstacleScore;
}

export interface Verdicts {
  readonly asked: number;
  readonly certain: number;
  readonly certainCorrect: number;
}

const NOTHING_ASKED: Verdicts = { asked: 0, certain: 0, certainCorrect: 0 };

interface ShipMatch extends Match {
  readonly truth: Ship;
  readonly found: Ship;
}

/**
 * Scores one measured table against its truth; `found` undefined: the picture failed and all its ships count as missed. `camera`: the one
 * that was found, to distinguish what is wrong with the registration from what is wrong with a base. `seenAt`: place at which the picture
 * shows each found ship, in the truth's frame, so that answers about ships measured elsewhere count too. By both cameras where they are
 * known, otherwise where it was measured.
 */
export function scorePicture(
  truth: Truth,
  found: Table | undefined,
  seconds: number,
  camera?: Camera,
  seenAt = found && camera && truth.camera ? placesSeen(found.ships, camera, truth.camera) : undefined,
): PictureScore {
  const due = truth.visibleFraction.filter((fraction) => fraction >= MUST_SEE).length;
  const head = {
    image: truth.image,
    seconds,
    due,
    ...(truth.elevationDeg === undefined ? {} : { elevationDeg: truth.elevationDeg }),
    unusualMatMm: [truth.table.widthMm - MAT_MM, truth.table.depthMm - MAT_MM] as const,
  };
  if (!found) {
    return {
      ...head,
      ...{ failed: true, dueFound: 0, found: 0, foundRight: 0, matched: 0, sizeRight: 0 },
      ...{ positionMm: [], layoutMm: [], relativeMm: [], headingDeg: [], normalised: [], claimedMm: [] },
      verdicts: NOTHING_ASKED,
      obstruction: NOTHING_ASKED,
      obstacles: scoreObstacles(truth.table.obstacles, []),
    };
  }
  const { turned, turns } = bestTurn(truth.table, found);
  const matches = matchShips(truth.table, turned);
  const seen = seenAt ? matchShips(truth.table, turned, seenAt) : matches;
  const registration = camera && truth.camera && { truth: truth.camera, found: camera, mat: found, turns };
  const registrationMm = registration && registrationErrorMm(registration, truth.table);
  const isDue = (ship: Ship) => truth.visibleFraction[truth.table.ships.indexOf(ship)]! >= MUST_SEE;
  return {
    ...head,
    failed: false,
    dueFound: matches.filter((match) => isDue(match.truth)).length,
    found: turned.ships.length,
    foundRight: matches.length,
    matched: matches.length,
    sizeRight: matches.filter((match) => match.truth.base === match.found.base).length,
    positionMm: matches.map(({ truth: t, found: f }) => Math.hypot(t.pose.x - f.pose.x, t.pose.y - f.pose.y)),
    layoutMm: layoutErrors(matches),
    relativeMm: gapErrors(matches),
    headingDeg: matches.map(({ truth: t, found: f }) => inDegrees(Math.abs(wrapRad(t.pose.headingRad - f.pose.headingRad)))),
    normalised: matches.flatMap(({ truth: t, found: f }) => [
      (f.pose.x - t.pose.x) / Math.sqrt(f.covariance.xx),
      (f.pose.y - t.pose.y) / Math.sqrt(f.covariance.yy),
    ]),
    claimedMm: matches.flatMap(({ found: { covariance } }) => [Math.sqrt(covariance.xx), Math.sqrt(covariance.yy)]),
    ...(registrationMm === undefined ? {} : { registrationMm }),
    ...worstCause(truth, matches, registration, registrationMm),
    verdicts: compareVerdicts(truth.table, turned, seen),
    obstruction: compareObstruction(truth.table, turned, seen),
    obstacles: scoreObstacles(truth.table.obstacles, turned.obstacles),
  };
}

/**
 * The found table turned by the quarters that match most ships, then most closely, for the picture as a whole: a square mat has no marked
 * corner.
 */
function bestTurn(truth: Table, found: Table): { readonly turned: Table; readonly turns: Quarters } {
  let best: { readonly turned: Table; readonly turns: Quarters } = { turned: found, turns: 0 };
  let bestKey = Number.NEGATIVE_INFINITY;
  let turned = found;
  for (const turns of [0, 1, 2, 3] as const) {
    const matches = matchShips(truth, turned);
    const errors = matches.map(({ truth: t, found: f }) => Math.hypot(t.pose.x - f.pose.x, t.pose.y - f.pose.y));
    const key = matches.length - errors.reduce((sum, error) => sum + error, 0) / (MATCH_MM * (errors.length + 1));
    if (key > bestKey) {
      bestKey = key;
      best = { turned, turns };
    }
    turned = quarterTurned(turned);
  }
  return best;
}

function worstCause(
  truth: Truth,
  matches: readonly ShipMatch[],
  registration: Registration | undefined,
  registrationMm = 0,
): { readonly cause?: string } {
  // Ships this far off are not matched at all, and matches are by chance.
  if (registrationMm > MATCH_MM) return { cause: `wrong registration: the whole table is ${registrationMm.toFixed(0)} mm off` };
  const errorOf = ({ truth: t, found: f }: ShipMatch) => Math.hypot(t.pose.x - f.pose.x, t.pose.y - f.pose.y);
  const [worst] = [...matches].sort((a, b) => errorOf(b) - errorOf(a));
  if (!worst) return {};
  const { ships } = truth.table;
  const others = ships.filter((ship) => ship !== worst.truth);
  return { cause: causeOf(worst, truth.visibleFraction[ships.indexOf(worst.truth)]!, others, registration) };
}

/** Places at which the picture shows ships, in the table frame of `to`; undefined where either camera does not see one. */
export function placesSeen(ships: readonly { readonly pose: Point }[], from: Camera, to: Camera): (Point | undefined)[] {
  return ships.map(({ pose }) => carriedPoint(from, to, pose));
}

/** The true ships and the found ones that are nearest to them, by where these were measured or, where that is known, are seen. */
function matchShips(truth: Table, found: Table, seenAt: readonly (Point | undefined)[] = []): ShipMatch[] {
  const pairs = truth.ships.flatMap((t) =>
    found.ships.map((f, i) => {
      const at = seenAt[i] ?? f.pose;
      return { t, f, gapMm: Math.hypot(t.pose.x - at.x, t.pose.y - at.y) };
    }),
  );
  const matches: ShipMatch[] = [];
  const taken = new Set<Ship>();
  for (const { t, f, gapMm } of pairs.sort((a, b) => a.gapMm - b.gapMm)) {
    if (gapMm > MATCH_MM || taken.has(t) || taken.has(f)) continue;
    taken.add(t).add(f);
    matches.push({ truth: t, found: f });
  }
  return matches;
}

type PairReport = Report['pairs'][number];

function pairsByIds(table: Table): Map<string, PairReport> {
  return new Map(report(table).pairs.map((pair) => [`${pair.from}\n${pair.to}`, pair]));
}

function forPairs(truth: Table, found: Table, matches: readonly ShipMatch[], visit: (t: PairReport, f: PairReport) => void): void {
  const trueReport = pairsByIds(truth);
  const foundReport = pairsByIds(found);
  matches.forEach((a, i) => {
    matches.forEach((b, j) => {
      if (i === j) return;
      const t = trueReport.get(`${a.truth.id}\n${b.truth.id}`);
      const f = foundReport.get(`${a.found.id}\n${b.found.id}`);
      if (t && f) visit(t, f);
    });
  });
}

/** Arcs that hold every target: obstruction is asked for each pair, whatever their directions. */
const ALL_ROUND: readonly ArcName[] = ['front', 'right', 'rear', 'left'];

function compareObstruction(truth: Table, found: Table, matches: readonly ShipMatch[]): Verdicts {
  const allRound = (table: Table): Table => ({ ...table, ships: table.ships.map((ship) => ({ ...ship, arcs: ALL_ROUND })) });
  const tally = newTally();
  forPairs(allRound(truth), allRound(found), matches, (t, f) => {
    for (const [arc, { attack }] of Object.entries(f.arcs)) {
      const right = t.arcs[arc as keyof typeof t.arcs]?.attack?.obstructed;
      if (attack && right) tally.ask(attack.obstructed.certain, attack.obstructed.value === right.value);
    }
  });
  return tally.verdicts();
}

function newTally() {
  let [asked, certain, certainCorrect] = [0, 0, 0];
  return {
    ask(isCertain: boolean, isCorrect: boolean): void {
      asked++;
      if (isCertain) certain++;
      if (isCertain && isCorrect) certainCorrect++;
    },
    verdicts: (): Verdicts => ({ asked, certain, certainCorrect }),
  };
}

/** Range, touching, in-arc and obstructed of all matched pairs against the same answers from the truth. */
function compareVerdicts(truth: Table, found: Table, matches: readonly ShipMatch[]): Verdicts {
  const { ask, verdicts } = newTally();
  forPairs(truth, found, matches, (t, f) => {
    ask(f.closest.certain, f.closest.range === t.closest.range);
    ask(f.touching.certain, f.touching.value === t.touching.value);
    for (const [arc, seen] of Object.entries(f.arcs)) {
      const right = t.arcs[arc as keyof typeof t.arcs];
      if (!right) continue;
      ask(seen.inArc.certain, seen.inArc.value === right.inArc.value);
      if (seen.attack?.obstructed && right.attack?.obstructed) {
        ask(seen.attack.obstructed.certain, seen.attack.obstructed.value === right.attack.obstructed.value);
      }
    }
  });
  return verdicts();
}

/** The same table seen from its next side: a quarter turn counter-clockwise about the mat, so that its left edge becomes the near one. */
export function quarterTurned(table: Table): Table {
  return { ...movedTable(table, quarterMotion(table, 1)), widthMm: table.depthMm, depthMm: table.widthMm };
}
