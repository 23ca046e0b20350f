import type { LogEntry } from '../../evidence/evidence.js';
import type { MeasureResult } from '../../table/measurement.js';
import type { PageState } from '../state/page-state.js';

/** Maximum number of notes: an hour of a game that changes every ten seconds. */
const MOST = 400;

/** Log of the page, for whoever reports a bad reading: measurements with their times, and problems. Only in memory; no names, no pictures. */
export class PageLog {
  readonly #nowMs: () => number;
  #entries: readonly LogEntry[] = [];
  #noted: Readonly<Record<string, string>> = {};

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** Notes that a measurement has ended. */
  measured(result: MeasureResult): void {
    if (!result.ok) {
      this.#note(`not measured: ${result.problem.code}`);
      return;
    }
    const { capturedAtMs, bases, obstacles, unmeasurable, stageMs, caution } = result.measurement;
    const took = `${(this.#nowMs() - capturedAtMs).toFixed(0)} ms`;
    if (result.isUnchanged) return;
    const stages = Object.entries(stageMs).map(([stage, ms]) => `${stage} ${ms.toFixed(0)}`);
    const seen = `${bases.length} bases, ${obstacles.length} obstacles, ${unmeasurable.length} not made out`;
    this.#note(`measured: ${seen} in ${took}${stages.length ? ` (${stages.join(', ')})` : ''}${caution ? `, ${caution.code}` : ''}`);
  }

  /** Notes changes of the shown page. */
  see({ engine, source, sourceProblem, freshness, known }: PageState): void {
    const now: Record<string, string> = {
      engines: engine.phase,
      source: source ? `${source.kind} ${source.size().widthPx}×${source.size().heightPx}` : 'none',
      problem: sourceProblem?.code ?? 'none',
      freshness: freshness?.kind ?? 'none',
      ships: String(known.ships.length),
      corrections: String(known.history.done.length),
    };
    for (const [what, value] of Object.entries(now)) if (this.#noted[what] !== value) this.#note(`${what}: ${value}`);
    this.#noted = now;
  }

  #note(text: string): void {
    this.#entries = [...this.#entries, { atMs: Math.round(this.#nowMs()), text: text.slice(0, 400) }].slice(-MOST);
  }
}
