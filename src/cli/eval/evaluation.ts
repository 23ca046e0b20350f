import type { PictureScore } from './score-picture.js';

interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

interface Figures {
  readonly images: number;
  readonly recall: number;
  readonly precision: number;
  readonly sizeAccuracy: number;
  readonly positionMm: Spread;
  readonly layoutMm: Spread;
  readonly relativeMm: Spread;
  readonly headingDeg: Spread;
  readonly normalisedError: number;
  readonly verdicts: { readonly asked: number; readonly certain: number; readonly certainCorrect: number };
  /** Whether lines are obstructed, asked of all pairs that were found; beyond the format. */
  readonly obstruction: { readonly asked: number; readonly certain: number; readonly certainCorrect: number };
  readonly secondsPerImage: Spread;
  readonly obstacles: {
    readonly onTable: number;
    readonly found: number;
    readonly named: number;
    readonly namedRight: number;
    /** Distance of the named outlines' points from the true outline. */
    readonly outlineMm: Spread;
  };
}

/** evaluation.schema.json. */
export interface Evaluation extends Figures {
  readonly format: 'hashmark-evaluation';
  readonly version: 1;
  readonly failedImages: readonly string[];
  readonly byElevation: Readonly<Record<string, Figures>>;
}

/** Elevations of the camera above the table, degrees; lower ones are pooled under the last. */
const ELEVATIONS = [
  { name: '60-90', from: 60 },
  { name: '40-60', from: 40 },
  { name: '30-40', from: 0 },
] as const;

/** The band that a camera's elevation belongs to. */
export function elevationBand(elevationDeg: number): string {
  return ELEVATIONS.find(({ from }) => elevationDeg >= from)!.name;
}

/** Pools the scores of all pictures into one evaluation. */
export function evaluate(scores: readonly PictureScore[]): Evaluation {
  const byElevation: Record<string, Figures> = {};
  for (const { name } of ELEVATIONS) {
    const part = scores.filter(({ elevationDeg: e }) => e !== undefined && elevationBand(e) === name);
    if (part.length > 0) byElevation[name] = figures(part);
  }
  return {
    format: 'hashmark-evaluation',
    version: 1,
    ...figures(scores),
    failedImages: scores.filter((score) => score.failed).map((score) => score.image),
    byElevation,
  };
}

function figures(scores: readonly PictureScore[]): Figures {
  const sum = (pick: (score: PictureScore) => number) => scores.reduce((total, score) => total + pick(score), 0);
  const all = (pick: (score: PictureScore) => readonly number[]) => spread(scores.flatMap((score) => [...pick(score)]));
  const normalised = scores.flatMap((score) => [...score.normalised]);
  return {
    images: scores.length,
    recall: share(
      sum((s) => s.dueFound),
      sum((s) => s.due),
    ),
    precision: share(
      sum((s) => s.foundRight),
      sum((s) => s.found),
    ),
    sizeAccuracy: share(
      sum((s) => s.sizeRight),
      sum((s) => s.matched),
    ),
    positionMm: all((s) => s.positionMm),
    layoutMm: all((s) => s.layoutMm),
    relativeMm: all((s) => s.relativeMm),
    headingDeg: all((s) => s.headingDeg),
    normalisedError: Math.sqrt(normalised.reduce((total, z) => total + z * z, 0) / Math.max(1, normalised.length)),
    verdicts: {
      asked: sum((s) => s.verdicts.asked),
      certain: sum((s) => s.verdicts.certain),
      certainCorrect: sum((s) => s.verdicts.certainCorrect),
    },
    obstruction: {
      asked: sum((s) => s.obstruction.asked),
      certain: sum((s) => s.obstruction.certain),
      certainCorrect: sum((s) => s.obstruction.certainCorrect),
    },
    secondsPerImage: spread(scores.map((s) => s.seconds)),
    obstacles: {
      onTable: sum((s) => s.obstacles.onTable),
      found: sum((s) => s.obstacles.found),
      named: sum((s) => s.obstacles.named),
      namedRight: sum((s) => s.obstacles.namedRight),
      outlineMm: all((s) => s.obstacles.outlineMm),
    },
  };
}

/** Nothing asked, nothing wrong. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (quantile: number) => sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}
