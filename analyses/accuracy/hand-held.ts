/** npm run analyse -- hand-held: tables as a phone in a hand sees them, for ACCURACY.md: close views among others, whole views from another side, close views alone. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureWhole, tablePicture } from '../../src/cli/commands/measure.js';
import type { Truth } from '../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import type { MeasureHints, TableMeasurement } from '../../src/table/measurement.js';
import type { OneTable } from '../../src/table/views/one-table.js';
import { measureStitched, tableOfAll } from '../../src/vision/frame/measure-stitched.js';
import type { MeasuredTable } from '../../src/vision/frame/measured-table.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import { writeSection } from './accuracy-section.js';
import { measurementOrWhy, motionToTruth, scoreAlone, scoreTogether, scoreView, type ViewScore } from './hand-held-score.js';
import { picturesWithTruth } from './pictures-with-truth.js';
import {
  certainShare,
  FAR_OFF,
  type Figure,
  farOff,
  measuredShare,
  overClaims,
  rightShare,
  share,
  spread,
  total,
  withInterval,
} from './with-interval.js';

const USE =
  'npm run analyse -- hand-held [DIR…] [--keep FOLDER] [--write]   (--keep: measurements that are there are read, others written)';

/** A column of the table: its title, the scores of each table's views, and its goals. */
interface Column {
  readonly title: string;
  readonly tables: readonly (readonly ViewScore[])[];
  readonly goal: Goal;
}

/** At least, or p50 and p95 at most, mm. */
interface Goal {
  readonly measured?: number;
  readonly recall?: number;
  readonly registration?: readonly [number, number];
  readonly layout?: readonly [number, number];
  readonly pairs?: readonly [number, number];
  readonly certain?: number;
  readonly right: number;
}

const GOALS: Readonly<Record<'among' | 'around' | 'together' | 'untold' | 'alone', Goal>> = {
  among: { measured: 1, recall: 0.985, registration: [0.1, 0.4], layout: [0.12, 0.4], pairs: [0.1, 0.35], certain: 0.97, right: 0.9998 },
  around: { measured: 1, recall: 0.985, registration: [0.15, 0.5], layout: [0.3, 0.9], pairs: [0.25, 0.85], certain: 0.95, right: 0.9998 },
  together: { certain: 0.97, right: 0.9998 },
  // Without the mat's size the scale is that of mats as they are sold: no print gives it.
  untold: { right: 0.9998 },
  alone: { measured: 0.9, recall: 0.97, layout: [0.6, 2], pairs: [0.5, 2], right: 0.9998 },
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const folders = positionals.length > 0 ? positionals : ['test-fixtures/hand-held'];
  if (values.keep !== undefined) await mkdir(values.keep, { recursive: true });
  let engines: Engines | undefined;
  const measured: TableViews[] = [];
  const untold: TableViews[] = [];
  for (const folder of folders) {
    const byTable = new Map<string, TruthOfView[]>();
    for await (const { imagePath, truth } of picturesWithTruth(folder)) {
      const name = basename(imagePath).replace(/\.\w+$/, '');
      const table = name.replace(/-(whole|around|close-\d+)$/, '');
      byTable.set(table, [...(byTable.get(table) ?? []), { name, imagePath, truth }]);
    }
    for (const [table, views] of byTable) {
      const { widthMm, depthMm } = views[0]!.truth.table;
      for (const [tables, hints, name] of [
        [measured, { mat: { widthMm, depthMm, sigmaMm: TAPE_SIGMA_MM } }, `${table}-measured`],
        [untold, {}, table],
      ] as const) {
        const kept = values.keep === undefined ? undefined : join(values.keep, `${name}.json`);
        let found: MeasuredViews;
        if (kept && existsSync(kept)) found = JSON.parse(await readFile(kept, 'utf8')) as MeasuredViews;
        else {
          engines ??= await loadEngines();
          found = await measureViews(engines, inOrder(views), hints);
          if (kept) await writeFile(kept, JSON.stringify(found));
        }
        tables.push({ alone: found.alone, ...tableOfViews(found), truths: inOrder(views) });
      }
    }
  }
  if (untold.length === 0) throw new Error(`Got no pictures with truth in ${folders.join(', ')}.\n${USE}`);
  const section = page(folders, [
    { title: 'close views with the map', tables: measured.map((views) => amongOthers(views, /-close-/)), goal: GOALS.among },
    { title: 'whole view from another side', tables: measured.map((views) => amongOthers(views, /-around$/)), goal: GOALS.around },
    { title: 'all views together', tables: measured.map(together), goal: GOALS.together },
    { title: 'close views with the map, no size given', tables: untold.map((views) => amongOthers(views, /-close-/)), goal: GOALS.untold },
    {
      title: 'whole view from another side, no size given',
      tables: untold.map((views) => amongOthers(views, /-around$/)),
      goal: GOALS.untold,
    },
    { title: 'all views together, no size given', tables: untold.map(together), goal: GOALS.untold },
    { title: 'close view alone, nothing known', tables: untold.map(alone), goal: GOALS.alone },
  ]);
  process.stdout.write(section);
  if (values.write) await writeSection(section, 'hand-held');
}

interface TruthOfView {
  readonly name: string;
  readonly imagePath: string;
  readonly truth: Truth;
}

/** What is measured in each view by itself and together with the others, or why nothing is. */
interface MeasuredViews {
  readonly alone: readonly (TableMeasurement | string)[];
  readonly measured: readonly (TableMeasurement | string)[];
  readonly inFrame: readonly number[];
  /** Covariances between bases of two pictures that are measured in one frame, by picture and base of each. */
  readonly between: readonly (readonly [key: string, block: readonly number[]])[];
}

/** The views of one table in the order in which they were taken. */
interface TableViews extends Pick<MeasuredViews, 'alone'>, OneTable {
  readonly truths: readonly TruthOfView[];
}

/** A mat's sides measured with a tape. */
const TAPE_SIGMA_MM = 0.5;

async function measureViews(engines: Engines, views: readonly TruthOfView[], hints: MeasureHints): Promise<MeasuredViews> {
  const alone: (MeasuredTable | string)[] = [];
  for (const { imagePath } of views) alone.push(await measureWhole(engines, imagePath, hints).catch(String));
  const pictures = views.map(({ imagePath }) => tablePicture(imagePath, hints));
  const { measured, inFrame, between } = await measureStitched(engines, pictures, alone);
  const bases = [...inFrame].flatMap((picture) => {
    const one = measured[picture]!;
    return typeof one === 'string' ? [] : one.bases.map((_, base) => ({ picture, base }));
  });
  const blocks = bases.flatMap((one) =>
    bases.flatMap((other) => {
      if (!between || one.picture === other.picture) return [];
      const at = [one.picture, one.base, other.picture, other.base] as const;
      return [[at.join(), between(...at)] as const];
    }),
  );
  return { alone: alone.map(measurementOrWhy), measured, inFrame: [...inFrame], between: blocks };
}

function tableOfViews({ measured, inFrame, between }: MeasuredViews): OneTable {
  const blocks = new Map(between);
  return tableOfAll({
    measured,
    inFrame: new Set(inFrame),
    ...(blocks.size > 0 && { between: (...at) => blocks.get(at.join())! }),
  });
}

const ORDER = ['whole', 'around', 'close'];

/** Whole, from another side, then close by, as they were taken. */
function inOrder<T extends { readonly name: string }>(views: readonly T[]): T[] {
  const rank = ({ name }: T) => ORDER.findIndex((kind) => name.includes(kind));
  return [...views].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** The first picture, and the motion that lays its frame, which is that of all, on the truth by its ships; undefined where it is not measured. */
function frameOf({ truths, pictures }: TableViews) {
  const [first, truth] = [pictures[0], truths[0]!.truth];
  const measurement = first && typeof first !== 'string' ? first.measurement : undefined;
  const motion = measurement && motionToTruth(measurement, truth);
  return measurement && motion && { measurement, motion };
}

/** The views whose name fits, in the frame of all. */
function amongOthers(views: TableViews, name: RegExp): ViewScore[] {
  const first = frameOf(views);
  const { camera } = views.truths[0]!.truth;
  const frame = first && camera ? { found: first.measurement.camera, truth: camera, motion: first.motion } : undefined;
  return views.truths.flatMap(({ name: viewName, truth }, i) => {
    if (!name.test(viewName)) return [];
    const picture = views.pictures[i]!;
    if (!first || typeof picture === 'string')
      return [scoreView(truth, first ? String(picture) : 'The whole view is not measured.', undefined)];
    const areObstaclesOpen = picture.table.areObstaclesOpen === true;
    return [scoreView(truth, picture.measurement, first.motion, { ...(frame && { frame }), areObstaclesOpen })];
  });
}

/** The table that all views show together, which is what a person is answered by. */
function together(views: TableViews): ViewScore[] {
  const first = frameOf(views);
  const { together: table } = views;
  return [
    scoreTogether(
      views.truths.map(({ truth }) => truth),
      first && table && { table, motion: first.motion },
    ),
  ];
}

/** The close views, each by itself, laid on the truth by its own ships. */
function alone({ truths, alone: measured }: TableViews): ViewScore[] {
  return truths.flatMap(({ name, truth }, i) => (name.includes('-close-') ? [scoreAlone(truth, measured[i]!)] : []));
}

function page(folders: readonly string[], columns: readonly Column[]): string {
  const row = (name: string, cell: (column: Column) => string) => `| ${name} | ${columns.map(cell).join(' | ')} |`;
  const marked = (isReached: boolean, text: string, goal: string) => (isReached ? `${text} (${goal})` : `**${text}** (${goal})`);
  const least = (column: Column, figure: Figure, goal: number | undefined, digits = 3) => {
    const { is, text } = withInterval(column.tables, figure, digits);
    return goal === undefined || is === undefined ? text : marked(is >= goal, text, `≥ ${goal}`);
  };
  const most = (column: Column, of: (score: ViewScore) => readonly number[], goal: readonly [number, number] | undefined) => {
    const [middle, far] = [0.5, 0.95].map((at) => withInterval(column.tables, spread(of, at), 2));
    const text = `${middle!.text} / ${far!.text}`;
    if (!goal || middle!.is === undefined || far!.is === undefined) return middle!.is === undefined ? '–' : text;
    return marked(middle!.is <= goal[0] && far!.is <= goal[1], text, `≤ ${goal[0]} / ${goal[1]}`);
  };
  const count = columns[0]!.tables.length;
  return `## In the hand

Printed by \`npm run analyse -- hand-held ${folders.join(' ')}\` of ${count} tables (${columns.map(({ title, tables }) => `${title}: ${tables.flat().length}`).join('; ')}). Each cell: result
[90 % interval over the tables] (goal); **bold** where the result misses the goal. A view that belongs to a set is registered to the whole view by the mat’s print, or else by the ships that did not move, and scored in the whole view’s frame.
"registration" is the distance between the two views’ positions for the same place on the mat; "common frame" is how far the whole view’s position for it is from the truth, after its ships are aligned with the true ones. A view alone is aligned with the truth by its own ships.
What all views show together, which is what a person is answered by, is compared with where each ship stood in the last view that shows any of it. Claims are those of distances between bases.
The millimetres of the map are those of the mat, measured with a tape (± 0.5 mm) except where no size was given. A base must be found when it is wholly in view and at least 40 % visible.

| | ${columns.map(({ title }) => title).join(' | ')} |
|---${'|---'.repeat(columns.length)}|
${[
  row('measured', (column) => least(column, measuredShare, column.goal.measured)),
  row('recall where measured', (column) =>
    least(
      column,
      (scores) => {
        const seen = scores.filter(({ failed }) => !failed);
        return share(
          total(seen, ({ dueFound }) => dueFound),
          total(seen, ({ due }) => due),
        );
      },
      column.goal.recall,
    ),
  ),
  row('registration p50 / p95, mm', (column) => most(column, ({ registration }) => registration, column.goal.registration)),
  row('common frame p50 / p95, mm', (column) => most(column, ({ frame }) => frame, undefined)),
  row('layout p50 / p95, mm', (column) => most(column, ({ layoutMm }) => layoutMm, column.goal.layout)),
  row('pairs p50 / p95, mm', (column) => most(column, ({ relativeMm }) => relativeMm, column.goal.pairs)),
  row('errors of pairs over their claims, root mean square', (column) => withInterval(column.tables, overClaims, 2).text),
  row(`share of them beyond ${FAR_OFF} claims`, (column) => withInterval(column.tables, farOff, 4).text),
  row('certain', (column) => least(column, certainShare, column.goal.certain)),
  row('of them right', (column) => least(column, rightShare, column.goal.right, 4)),
  row('certain answers', (column) => String(total(column.tables.flat(), ({ verdicts }) => verdicts.certain))),
].join('\n')}
`;
}

await main();
