/** One comparison made in one run, as in benchmarks.schema.json. */
export interface BenchRow {
  readonly id: string;
  readonly what: string;
  readonly ours: number;
  readonly oursP95?: number;
  readonly peer: number;
  readonly peerName?: string;
  readonly unit: string;
  /** ours / peer; below 1 is faster. */
  readonly ratio: number;
  readonly input?: string;
}
