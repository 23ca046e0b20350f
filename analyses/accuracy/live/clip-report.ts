import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import type { Pixel } from '../../../src/geometry/point.js';
import type { Pose } from '../../../src/geometry/pose.js';
import { baseOutline } from '../../../src/pieces/bases.js';
import { quantile } from '../quantile.js';
import type { ClipFrame, HandClip, PartName } from './hand-clip.js';
import type { PlayedClip } from './play-clip.js';

/** A moved ship is to be doubted within this, ms. */
const DOUBTED_MS = 150;
const GOALS = { stands: 0.95, overlayPx: [2, 5], heldMs: 50 } as const;
/** Ships farther than this from the picture's rim are compared, px. */
const RIM_PX = 4;
/** A drawn ship belongs to the true one that is seen within this, px. */
const SAME_PX = 40;

const isVerdict = (text: string) => /^(Range|Beyond)/.test(text);

/** What a played clip showed, in words. */
export function clipReport(clip: HandClip, played: PlayedClip): string {
  const parts = [...new Set(clip.frames.map(({ part }) => part))];
  const still = standing(clip, played, isStill);
  const lines = [
    `seed ${clip.table.seed}, mat ${clip.table.mat.look.family}: ${played.given.length} frames, ${played.sent} sent to the page, ${played.shown.length} followed`,
    `answer shown while nothing moves: ${percent(still)}`,
    ...parts.map((part) => `  ${part}: ${percent(standing(clip, played, (frame) => frame.part === part && isStill(frame)))}`),
    doubtLine(clip, played),
    overlayLine('overlay corners', overlayErrors(clip, played)),
    ...parts.map((part) => overlayLine(`  ${part}`, overlayErrors(clip, played, part))),
    `longest blocks of the page’s main thread: ${[...played.heldMs]
      .sort((a, b) => b - a)
      .slice(0, 5)
      .map((ms) => ms.toFixed(0))
      .join(', ')} ms`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What played clips showed, as a section of ACCURACY.md: a column each. */
export function liveSection(played: readonly { readonly clip: HandClip; readonly played: PlayedClip }[]): string {
  const rows: readonly (readonly [string, (clip: HandClip, one: PlayedClip) => string])[] = [
    [
      `answer shown while nothing moves (≥ ${percent(GOALS.stands)})`,
      (clip, one) => bold(standing(clip, one, isStill), percent, (share) => share >= GOALS.stands),
    ],
    ...(['hold', 'walk in', 'around', 'pan away and back'] as const).map(
      (part) =>
        [
          `– ${part}`,
          (clip: HandClip, one: PlayedClip) => percent(standing(clip, one, (frame) => frame.part === part && isStill(frame))),
        ] as const,
    ),
    [
      `moved ship flagged as uncertain after, ms (≤ ${DOUBTED_MS})`,
      (clip, one) =>
        bold(
          doubtedAfterMs(clip, one),
          (ms) => (ms === undefined ? 'no verdict was shown' : ms.toFixed(0)),
          (ms = DOUBTED_MS + 1) => ms <= DOUBTED_MS,
        ),
    ],
    [
      `overlay corners p50 / p95, px (≤ ${GOALS.overlayPx.join(' / ')})`,
      (clip, one) => {
        const px = [0.5, 0.95].map((share) => quantile(overlayErrors(clip, one), share));
        return bold(
          px,
          (both) => both.map((value) => value.toFixed(1)).join(' / '),
          (both) => both.every((value, i) => value <= GOALS.overlayPx[i]!),
        );
      },
    ],
    [
      `longest block of the page’s main thread, ms (< ${GOALS.heldMs})`,
      (_, { heldMs }) =>
        bold(
          Math.max(0, ...heldMs),
          (ms) => (ms > 0 ? ms.toFixed(0) : `< ${GOALS.heldMs}`),
          (ms) => ms < GOALS.heldMs,
        ),
    ],
    [
      'frames before the camera / sent to the page / shown with their own camera',
      (_, { given, sent, shown }) =>
        `${given.length} / ${sent} / ${new Set(shown.flatMap((one) => (one.hasOwnCamera ? [one.index] : []))).size}`,
    ],
  ];
  const seeds = played.map(({ clip }) => clip.table.seed);
  return [
    '## Live, in a hand',
    '',
    `Printed by \`npm run analyse -- live ${seeds.map((seed) => `--seed ${seed}`).join(' ')}\`: the built app in Chromium, watching simulated clips from a hand-held phone by Chromium's fake camera, 1280×720, ten frames a second, on two cores without a graphics card,`,
    'after it was carried about the table for a minute, through the first look. **Bold** where the result misses the goal. The clips show tables where the first measurement finds the ships that are asked about.',
    '',
    `| | ${played.map(({ clip }) => `${clip.table.seed}, ${clip.table.mat.look.family}`).join(' | ')} |`,
    `|---|${played.map(() => '---|').join('')}`,
    ...rows.map(([name, of]) => `| ${name} | ${played.map(({ clip, played: one }) => of(clip, one)).join(' | ')} |`),
    '',
  ].join('\n');
}

function bold<T>(value: T, text: (value: T) => string, isReached: (value: T) => boolean): string {
  return isReached(value) ? text(value) : `**${text(value)}**`;
}

const isStill = ({ isMoved }: ClipFrame) => !isMoved;

/** All that happened while a clip was played, a line each, ms since its first frame. */
export function clipLog(clip: HandClip, { given, said, shown, events }: PlayedClip): string {
  const all = [
    ...given.map(({ index, atMs }) => ({
      atMs,
      text: `given ${index} ${clip.frames[index]!.part}${clip.frames[index]!.isMoved ? ', a ship moved' : ''}`,
    })),
    ...said.map(({ atMs, text }) => ({ atMs, text: `says “${text}”` })),
    ...shown.map(({ atMs, index, camera }) => ({ atMs, text: `shown ${index}${camera ? '' : ' without a camera'}` })),
    ...events,
  ].sort((a, b) => a.atMs - b.atMs);
  return all.map(({ atMs, text }) => `${(atMs - given[0]!.atMs).toFixed(0).padStart(7)} ${text}\n`).join('');
}

/** The share of the time of some frames in which a verdict was shown. */
function standing(clip: HandClip, { given, said }: PlayedClip, isCounted: (frame: ClipFrame) => boolean): number {
  let [stood, all] = [0, 0];
  given.forEach(({ index, atMs }, i) => {
    const untilMs = given[i + 1]?.atMs;
    if (untilMs === undefined || !isCounted(clip.frames[index]!)) return;
    all += untilMs - atMs;
    const changes = [atMs, ...said.map((one) => one.atMs).filter((ms) => ms > atMs && ms < untilMs), untilMs];
    for (let k = 0; k + 1 < changes.length; k++) if (isVerdict(textAt(said, changes[k]!))) stood += changes[k + 1]! - changes[k]!;
  });
  return all > 0 ? stood / all : Number.NaN;
}

function textAt(said: PlayedClip['said'], atMs: number): string {
  return said.findLast((one) => one.atMs <= atMs)?.text ?? '';
}

function doubtLine(clip: HandClip, played: PlayedClip): string {
  const ms = doubtedAfterMs(clip, played);
  return `moved ship flagged as uncertain after ${ms === undefined ? '–' : ms.toFixed(0)} ms (goal ${DOUBTED_MS})${ms === undefined ? ': no verdict stood' : ''}`;
}

/** Undefined where no verdict stood when the ship was moved; infinite where it went on standing. */
function doubtedAfterMs(clip: HandClip, { given, said }: PlayedClip): number | undefined {
  const first = given.find(({ index }) => clip.frames[index]!.isMoved);
  if (!first || !isVerdict(textAt(said, first.atMs))) return undefined;
  const doubted = said.find((one) => one.atMs > first.atMs && !isVerdict(one.text));
  return doubted ? doubted.atMs - first.atMs : Number.POSITIVE_INFINITY;
}

/** How far each corner of a drawn base is from where its foot truly is in the frame shown, px of the picture. */
function overlayErrors(clip: HandClip, { shown }: PlayedClip, part?: PartName): number[] {
  return shown.flatMap(({ index, camera, ships }) => {
    const frame = index === undefined ? undefined : clip.frames[index];
    if (!frame || !camera || (part && frame.part !== part) || frame.isMoved) return [];
    const truths = clip.table.ships.map((ship) => {
      const { x, y, headingDeg } = frame.ships.find(({ id }) => id === ship.id) ?? ship;
      return cornersOf(frame.camera, ship.base, { x, y, headingRad: (headingDeg * Math.PI) / 180 });
    });
    return ships.flatMap(({ base, pose }) => {
      const drawn = cornersOf(camera, base, pose);
      const apart = (truth: readonly Pixel[]) =>
        truth.length === drawn.length ? away(middle(truth), middle(drawn)) : Number.POSITIVE_INFINITY;
      const truth = truths.filter((one) => apart(one) < SAME_PX).sort((a, b) => apart(a) - apart(b))[0];
      if (!truth?.every((corner) => isWithin(frame.camera, corner))) return [];
      // A base has no marked corner in this comparison: each is held against the nearest.
      return drawn.map((corner) => Math.min(...truth.map((other) => away(corner, other))));
    });
  });
}

function cornersOf(camera: Camera, base: Parameters<typeof baseOutline>[0], pose: Pose): Pixel[] {
  return baseOutline(base, pose).flatMap((point) => pixelFromTable(camera, { ...point, z: 0 }) ?? []);
}

function isWithin({ widthPx, heightPx }: Camera, { u, v }: Pixel): boolean {
  return u > RIM_PX && v > RIM_PX && u < widthPx - RIM_PX && v < heightPx - RIM_PX;
}

const away = (a: Pixel, b: Pixel) => Math.hypot(a.u - b.u, a.v - b.v);
const middle = (pixels: readonly Pixel[]): Pixel => ({
  u: pixels.reduce((sum, { u }) => sum + u, 0) / pixels.length,
  v: pixels.reduce((sum, { v }) => sum + v, 0) / pixels.length,
});
const percent = (share: number) => (Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`);

function overlayLine(what: string, errors: readonly number[]): string {
  if (errors.length === 0) return `${what}: none compared`;
  const px = (share: number) => quantile(errors, share).toFixed(1);
  return `${what}: ${px(0.5)} px median, ${px(0.95)} px p95, n ${errors.length}`;
}
