/** Report of a table, exactly as in report.schema.json: millimetres, `[x, y]` in the table frame, ranges 0 to 3 and 4 for beyond. */
export interface Report {
  readonly format: 'hashmark-report';
  readonly version: 1;
  /** Every ordered pair of ships that stand on the mat, or partly on it. */
  readonly pairs: readonly PairReport[];
  readonly ships: readonly ShipReport[];
  /** Beyond the format: ships wholly beside the mat, about which nothing else is said; absent if there are no such ships. */
  readonly offMat?: readonly string[];
}

export interface PairReport {
  readonly from: string;
  readonly to: string;
  readonly closest: RangeReport;
  readonly touching: JudgementReport;
  /** The arcs of `from` that the scene lists. */
  readonly arcs: Readonly<Record<string, ArcReport>>;
}

export interface ArcReport {
  readonly inArc: JudgementReport;
  /** The answer by the lines printed on the attacker's tile, where the tile's play could change it. Arcs follow the base. */
  readonly byPrintedLines?: JudgementReport;
  /** null when the target is not in this arc. */
  readonly attack: AttackReport | null;
}

export interface RangeReport {
  readonly mm: number;
  readonly sigmaMm: number;
  readonly range: number;
  /** Probability of each range, keyed '0' to '4'. */
  readonly probability: Readonly<Record<string, number>>;
  /** false: too close to call. */
  readonly certain: boolean;
  readonly fromMm: readonly [number, number];
  readonly toMm: readonly [number, number];
}

export interface AttackReport extends RangeReport {
  /** By obstacles only (ATK-11). */
  readonly obstructed: JudgementReport;
  /** Obstacles under the line; where the attacker may choose among lines, under any of them. */
  readonly by: readonly string[];
  /** Whether several lines are equally short, some obstructed and some not: the attacker may choose one that is not. */
  readonly choice: boolean;
  /** Other ships under the line as measured, or under any of several equally short ones; they give no die. */
  readonly shipsOnLine: readonly string[];
  /** Beyond the format: devices under it; absent if there are no devices. */
  readonly devicesOnLine?: readonly string[];
}

export interface JudgementReport {
  readonly value: boolean;
  readonly probability: number;
  readonly certain: boolean;
  /** Distance of the answer from turning over, mm: positive when value is true; left out when nothing could turn it over. */
  readonly marginMm?: number;
}

export interface ShipReport {
  readonly id: string;
  /** Ships, obstacles and devices that the base is on or touches. */
  readonly overlaps: readonly string[];
  readonly offTable: JudgementReport;
  readonly objects: readonly ObjectReport[];
}

export interface ObjectReport {
  readonly id: string;
  readonly closest: RangeReport;
}
