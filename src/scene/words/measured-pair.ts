/** The part of a report that is drawn and said, for one ordered pair of ships (report.schema.json). */
export interface MeasuredPair {
  readonly from: string;
  readonly to: string;
  readonly closest: MeasuredRange;
  readonly touching: Verdict;
  readonly arcs: Readonly<
    Record<string, { readonly inArc: Verdict; readonly byPrintedLines?: Verdict; readonly attack: MeasuredAttack | null }>
  >;
}

export interface MeasuredRange {
  readonly mm: number;
  readonly sigmaMm?: number;
  /** 0 touching, 1, 2, 3; 4 is beyond range 3. */
  readonly range: number;
  readonly probability?: Readonly<Record<string, number>>;
  readonly certain: boolean;
  readonly fromMm?: readonly [number, number];
  readonly toMm?: readonly [number, number];
}

export interface Verdict {
  readonly value: boolean;
  readonly probability?: number;
  readonly certain: boolean;
  readonly marginMm?: number;
}

export interface MeasuredAttack extends MeasuredRange {
  readonly obstructed?: Verdict;
  readonly by?: readonly string[];
  readonly choice?: boolean;
  readonly shipsOnLine?: readonly string[];
  readonly devicesOnLine?: readonly string[];
}

/** The answer for an ordered pair; undefined when the report has none. */
export function findPair(pairs: readonly MeasuredPair[], fromId: string, toId: string): MeasuredPair | undefined {
  return pairs.find(({ from, to }) => from === fromId && to === toId);
}
