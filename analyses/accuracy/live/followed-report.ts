import { quantile } from '../quantile.js';
import { intervalOver } from '../with-interval.js';
import type { FollowedMoment } from './follow-clip.js';
import type { Carry, ClipFrame, HandClip, PartName } from './hand-clip.js';

/** A clip that was followed from one start. */
export interface FollowedRun {
  readonly clip: HandClip;
  readonly carry: Carry;
  readonly start: number;
  readonly moments: readonly FollowedMoment[];
}

const PARTS: readonly PartName[] = ['hold', 'walk in', 'around', 'pan away and back'];
const GOALS = { stands: 0.95, overlayPx: [2, 5] } as const;
/** A ship this far from its place is carried, mm: one frame earlier nobody can see it. */
const CARRIED_MM = 3;

const isAnswer = ({ freshness: { kind } }: FollowedMoment) => kind === 'fresh' || kind === 'late';

/** Of a run, the frames before the ship moves. */
function still({ clip, moments }: FollowedRun, part?: PartName): readonly FollowedMoment[] {
  return moments.filter(({ index }) => !clip.frames[index]!.isMoved && (part === undefined || clip.frames[index]!.part === part));
}

/** The moments from when the ship is carried until its answer is gone for the first time. */
function undoubted({ clip, moments }: FollowedRun): readonly FollowedMoment[] {
  const carried = moments.filter(({ index }) => movedMm(clip, clip.frames[index]!) >= CARRIED_MM);
  const doubted = carried.findIndex((moment) => !isAnswer(moment));
  return doubted < 0 ? carried : carried.slice(0, doubted);
}

function movedMm({ table }: HandClip, { ships: [moved] }: ClipFrame): number {
  const before = table.ships.find(({ id }) => id === moved!.id)!;
  return Math.hypot(moved!.x - before.x, moved!.y - before.y);
}

const undoubtedMs = (run: FollowedRun) => (1000 / run.clip.perSecond) * undoubted(run).length;
const greenMs = (run: FollowedRun) =>
  (1000 / run.clip.perSecond) * undoubted(run).filter(({ freshness }) => freshness.kind === 'fresh').length;
const standing = (runs: readonly FollowedRun[], part?: PartName) => {
  const all = runs.flatMap((run) => still(run, part));
  return all.filter(isAnswer).length / all.length;
};
const overlay = (runs: readonly FollowedRun[], at: number) =>
  quantile(
    runs.flatMap((run) => still(run).flatMap(({ overlayPx }) => overlayPx)),
    at,
  );

/** A run in one line. */
export function followedLine(run: FollowedRun): string {
  const gone = PARTS.flatMap((part) => {
    const of = still(run, part).filter((moment) => !isAnswer(moment));
    return of.length > 0 ? [`${part}: ${of.map(({ freshness }) => freshness.kind)}`] : [];
  });
  const { clip, carry, start } = run;
  return `${clip.table.seed} ${carry} from ${start}: stands ${percent(standing([run]))}, carried unnoticed ${undoubtedMs(run)} ms, ${greenMs(run)} of them without its age, overlay ${overlay([run], 0.5).toFixed(1)} / ${overlay([run], 0.95).toFixed(1)} px${gone.length > 0 ? ` (${gone.join('; ')})` : ''}\n`;
}

/** All runs, as a section of ACCURACY.md. */
export function followedSection(runs: readonly FollowedRun[]): string {
  const seeds = [...new Set(runs.map(({ clip }) => clip.table.seed))];
  const carries: readonly (readonly [Carry, string])[] = [
    ['after', 'carried 110 mm while the camera is still again'],
    ['around', 'carried 110 mm while the camera goes around'],
    ['away', 'taken off the table while the camera goes around'],
  ];
  const cell = (figure: (some: readonly FollowedRun[]) => number, text: (value: number) => string, isReached = (_: number) => true) => {
    const is = figure(runs);
    const bySeed = seeds.map((seed) => runs.filter(({ clip }) => clip.table.seed === seed));
    const [low, high] = intervalOver(bySeed, figure, 'followed bootstrap');
    const shown = isReached(is) ? text(is) : `**${text(is)}**`;
    return `${shown} [${text(low)} to ${text(high)}]`;
  };
  const px = (value: number) => value.toFixed(1);
  const late = carries.map(([carry, words]) => {
    const of = runs.filter((run) => run.carry === carry);
    const ms = of.map(undoubtedMs);
    return `| a ship ${words}: runs; answer still shown, ms, median and longest; longest without its age | ${of.length}; ${quantile(ms, 0.5)} and ${Math.max(...ms)}; ${Math.max(...of.map(greenMs))} |`;
  });
  return [
    '## Followed in a hand, on a busy phone',
    '',
    `Printed by \`npm run analyse -- followed ${seeds.map((seed) => `--seed ${seed}`).join(' ')}\`: ${runs.length} runs of simulated clips from a hand-held phone, 1280×720, ten frames a second, from different starts, followed by the page’s own tracker and freshness in Node. A frame takes 150 ms to be compared, one in seventeen 600 ms more,`,
    `a look 6 to 9 s. Looks are the true cameras and places with errors, so that what looks miss does not count here; a ship counts as carried once it is ${CARRIED_MM} mm from its place. Each figure: result [90 % interval over the clips’ tables]; **bold** where it misses its goal.`,
    '',
    '| | |',
    '|---|---|',
    `| answer shown while nothing moves (≥ ${percent(GOALS.stands)}) | ${cell(standing, percent, (share) => share >= GOALS.stands)} |`,
    ...PARTS.map((part) => `| – ${part} | ${cell((some) => standing(some, part), percent)} |`),
    `| overlay, p50, px (≤ ${GOALS.overlayPx[0]}) | ${cell(
      (some) => overlay(some, 0.5),
      px,
      (value) => value <= GOALS.overlayPx[0],
    )} |`,
    `| overlay, p95, px (≤ ${GOALS.overlayPx[1]}) | ${cell(
      (some) => overlay(some, 0.95),
      px,
      (value) => value <= GOALS.overlayPx[1],
    )} |`,
    ...late,
    '',
  ].join('\n');
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
