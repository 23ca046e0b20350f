/** Rate at which something happens, over the last seconds. */
export interface Pace {
  /** Counts one more at `atMs`; returns the present number per second. */
  tick(atMs: number): number;
  reset(): void;
}

const WINDOW_MS = 5000;

export function createPace(): Pace {
  let ticks: number[] = [];
  return {
    tick(atMs) {
      ticks = [...ticks.filter((earlier) => atMs - earlier < WINDOW_MS), atMs];
      const spanMs = atMs - ticks[0]!;
      return spanMs > 0 ? ((ticks.length - 1) * 1000) / spanMs : 0;
    },
    reset() {
      ticks = [];
    },
  };
}
