/** npm run analyse -- goodness-of-fit: how far distances between ships are off, over what is claimed, where the bases fit each other less, on a mat and as if no border were seen. */

import type { Truth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { type Camera, carriedPlace } from '../../src/geometry/camera.js';
import { upperMedian } from '../../src/geometry/statistics.js';
import { measureFrame, measureOnMat } from '../../src/vision/frame/measure-frame.js';
import type { MeasuredTable } from '../../src/vision/frame/measured-table.js';
import { withFrameContext } from '../../src/vision/lens/frame-context.js';
import { matsByBases } from '../../src/vision/mat/by-bases/mat-hypotheses.js';
import { runMatFinder } from '../../src/vision/mat/find/locate-mat.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import type { Frame } from '../../src/vision/runtime/frame.js';
import { meanBaseCost } from '../../src/vision/solve/border-consistency.js';
import { unknownLens } from '../../src/vision/solve/observations.js';
import { SIGMA_INFLATION } from '../../src/vision/solve/sigma-inflation.js';
import { picturesWithTruth } from './pictures-with-truth.js';

const USE = 'npm run analyse -- goodness-of-fit DIR [DIR…]   (folders of pictures with truth)';

/** A base that is seen this near to a true one is that one, mm. */
const SAME_MM = 25;
/** Fewer bases than this determine little of a picture. */
const FEWEST = 3;

/** One picture's distances between ships. */
interface ErrorRow {
  /** As `meanBaseCost` has it. */
  readonly baseCost: number;
  /** Mean square of the distances' errors over what is claimed. */
  readonly squared: number;
  /** Mean of what is claimed of a distance, as a share of it. */
  readonly claimed: number;
}

async function main(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) throw new Error(`Got no folder, expected one at least.\n${USE}`);
  const engines = await loadEngines();
  for (const folder of folders) {
    const [onMat, alone]: [ErrorRow[], ErrorRow[]] = [[], []];
    for await (const { imagePath, truth } of picturesWithTruth(folder)) {
      if (!truth.camera) continue;
      const frame = await readPicture(imagePath);
      const seen = await measureFrame(engines, frame, { isPhoto: true });
      if (seen.result.ok && !seen.result.measurement.caution) onMat.push(...errorsOf(seen, truth, truth.camera));
      const seenAlone = await seeAlone(engines, frame);
      if (seenAlone) alone.push(...errorsOf(seenAlone, truth, truth.camera));
    }
    const { withBorder, withoutBorder } = SIGMA_INFLATION.usualBaseCost;
    process.stdout.write(
      `${folder}\n  with the border: ${summary(onMat, withBorder)}\n  by the bases alone: ${summary(alone, withoutBorder)}\n`,
    );
  }
}

/** The table as its bases alone determine it, whatever there is of a border; undefined where too few are found. */
function seeAlone(engines: Engines, frame: Frame): Promise<MeasuredTable | undefined> {
  return withFrameContext(engines, frame, { isPhoto: true }, async (context) => {
    for await (const mat of matsByBases(context, [], await runMatFinder(context))) {
      if (mat.source === 'bases') return measureOnMat(context, mat);
    }
    return undefined;
  });
}

/** None where nothing is measured, or too little of it is known. */
function errorsOf({ result, stages }: MeasuredTable, { table }: Truth, camera: Camera): ErrorRow[] {
  if (!result.ok || !stages) return [];
  const { measurement } = result;
  const known = measurement.bases.flatMap(({ pose, base }, index) => {
    const at = carriedPlace(measurement.camera, camera, pose);
    const ship = table.ships.find((one) => one.base === base && Math.hypot(one.pose.x - at.x, one.pose.y - at.y) < SAME_MM);
    return ship ? [{ index, pose, truth: ship.pose }] : [];
  });
  if (known.length < FEWEST) return [];
  const n = 3 * measurement.bases.length;
  const covariance = (i: number, j: number) => measurement.jointCovariance[i * n + j]!;
  const pairs = known.flatMap((one, k) =>
    known.slice(0, k).map((other) => {
      const [dx, dy] = [one.pose.x - other.pose.x, one.pose.y - other.pose.y];
      const mm = Math.hypot(dx, dy);
      const slopes = [
        [3 * one.index, dx / mm],
        [3 * one.index + 1, dy / mm],
        [3 * other.index, -dx / mm],
        [3 * other.index + 1, -dy / mm],
      ] as const;
      const variance = slopes.reduce((sum, [i, a]) => sum + slopes.reduce((part, [j, b]) => part + a * b * covariance(i, j), 0), 0);
      const errorMm = mm - Math.hypot(one.truth.x - other.truth.x, one.truth.y - other.truth.y);
      return { squared: errorMm ** 2 / variance, claimed: Math.sqrt(variance) / mm };
    }),
  );
  const { solution, observations } = stages;
  const lens = unknownLens(measurement.camera.widthPx, measurement.camera.heightPx);
  return [
    {
      baseCost: meanBaseCost(solution, observations.bases, lens),
      squared: mean(pairs.map(({ squared }) => squared)),
      claimed: mean(pairs.map(({ claimed }) => claimed)),
    },
  ];
}

function summary(rows: readonly ErrorRow[], usually: number): string {
  const [wide, others] = [true, false].map((isWide) => rows.filter(({ baseCost }) => baseCost > usually === isWide)) as [
    ErrorRow[],
    ErrorRow[],
  ];
  const claimed = upperMedian(rows.map((row) => row.claimed)) ?? 0;
  return `${rows.length} pictures, claimed to ${(100 * claimed).toFixed(2)} % of a distance in the middle, normalised error of distances ${rms(rows)}; of the ${wide.length} that are claimed wider ${rms(wide)}, of the others ${rms(others)}`;
}

function rms(rows: readonly ErrorRow[]): string {
  return rows.length === 0 ? '–' : Math.sqrt(mean(rows.map(({ squared }) => squared))).toFixed(2);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

await main(process.argv.slice(2));
