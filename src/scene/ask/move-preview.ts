import { carriedCovariance } from '../../geometry/carried-covariance.js';
import type { Pose } from '../../geometry/pose.js';
import { CERTAIN_PROBABILITY } from '../../judge/core/judgement.js';
import { execute } from '../../judge/maneuver/execute.js';
import { executeWithUncertainty, type UncertainExecution } from '../../judge/maneuver/execute-uncertainty.js';
import { maneuverEnds } from '../../judge/maneuver/maneuver-ends.js';
import { isClose, type MoveMargin, moveMargins } from '../../judge/maneuver/move-margins.js';
import { type DevicePlacement, placeDevice, shipsOn } from '../../judge/maneuver/place-device.js';
import { flyingBase, outlineGapMm } from '../../judge/maneuver/placed-base.js';
import { type Reposition, type RepositionEnd, reposition, repositionsOf } from '../../judge/maneuver/reposition.js';
import { offTable } from '../../judge/report/off-table.js';
import { report } from '../../judge/report/report.js';
import { isSquare } from '../../pieces/base-size.js';
import { parseManeuver } from '../../pieces/maneuver.js';
import { DEVICES } from '../../pieces/obstacles.js';
import { withShipMoved } from '../../table/moved-ship.js';
import { isUnmeasured } from '../../table/ship-certainty.js';
import type { Ship, Table } from '../../table/table.js';
import { figure, type Phrase, phrase } from '../../texts/tools-texts.js';
import { executionWords, maneuverOverlay, repositionOverlay, repositionWords } from '../draw/ghost.js';
import type { Overlay } from '../draw/overlay.js';
import { lengthPhrase } from '../words/answer.js';
import { percentFigure } from '../words/headline.js';
import { findPair, type MeasuredPair } from '../words/measured-pair.js';
import { thingNames } from '../words/thing-names.js';
import { NO_MANEUVERS } from './what-moved.js';

/** A move that is tried with a ship without moving it. */
export type Attempt =
  /** One maneuver, or the whole dial where no code is given. */
  | { readonly kind: 'maneuver'; readonly dial: readonly string[]; readonly code?: string; readonly align?: Align }
  /** A row of `repositionsOf`; `slide` from −1, the rearmost placement, to 1; undefined: all three. */
  | { readonly kind: 'reposition'; readonly row: number; readonly slide?: number }
  | ({ readonly kind: 'device'; readonly device: string } & DevicePlacement);

export type Align = 'left' | 'middle' | 'right';

/** Outcome of a move that is tried. */
export interface MovePreview {
  readonly overlay: Overlay;
  /** The ship at its end, where that is one place; open where it is not certain that it ends there. */
  readonly ghost?: Ship;
  readonly words: readonly PreviewWord[];
}

export interface PreviewWord {
  readonly text: Phrase;
  readonly isCertain: boolean;
}

/** Devices whose place is known; a cluster mine comes with its side tokens. */
export const DROPPED = DEVICES.filter(({ centreBeyondTemplateEndMm }) => centreBeyondTemplateEndMm !== undefined);

const certain = (text: Phrase): PreviewWord => ({ text, isCertain: true });
const open = (text: Phrase): PreviewWord => ({ text, isCertain: false });
const SURE = CERTAIN_PROBABILITY;

/** Tries a move on the present table. A ship whose front is unknown can try nothing: the words say so. */
export function movePreviewOf(table: Table, ship: Ship, attempt: Attempt): MovePreview {
  if (ship.isFrontOpen) {
    return { overlay: { shapes: [], labels: [] }, words: [open(phrase('set-facing-first'))] };
  }
  if (!isSquare(ship)) return { overlay: { shapes: [], labels: [] }, words: [certain(NO_MANEUVERS)] };
  const tried =
    attempt.kind === 'maneuver'
      ? maneuverPreview(table, ship, attempt)
      : attempt.kind === 'reposition'
        ? repositionPreview(table, ship, attempt.row, attempt.slide)
        : devicePreview(table, ship, attempt.device, attempt);
  return table.ships.some(isUnmeasured) ? supposed(tried) : tried;
}

/** Makes the preview of a ship that is where a hand put it supposed, too. */
function supposed({ overlay, words, ghost }: MovePreview): MovePreview {
  const open = words.map((word) => ({ ...word, isCertain: false }));
  return { overlay, words: open, ...(ghost && { ghost: { ...ghost, isByHand: true } }) };
}

function maneuverPreview(table: Table, ship: Ship, { dial, code, align }: Attempt & { readonly kind: 'maneuver' }): MovePreview {
  if (code === undefined) {
    const ends = maneuverEnds(table, ship.id, dial);
    const count = (is: (end: (typeof ends)[number]) => boolean) => ends.filter(is).length;
    const bumped = count(({ execution }) => execution.execution === 'partial');
    const fled = count(({ execution }) => execution.offTable);
    const words = [certain(phrase('dial-ends', ends.length, bumped, fled))];
    return { overlay: maneuverOverlay(table, ship, ends), words };
  }
  const maneuver = parseManeuver(code);
  const rolled = maneuver.bearing.finish === 'rolled';
  const options = rolled ? { align: align ?? 'middle' } : {};
  const execution = execute(table, ship.id, maneuver, options);
  const overlay = maneuverOverlay(table, ship, [{ code, maneuver, ...options, execution }]);
  const words = uncertainWords(table, executeWithUncertainty(table, ship.id, maneuver, options));
  return { overlay, words, ghost: ghostOf(ship, execution.end, words) };
}

/** A ship at its end, with its error carried along. */
function ghostOf(ship: Ship, end: Pose, words: readonly PreviewWord[]): Ship {
  const covariance = carriedCovariance(ship.covariance, { x: end.x - ship.pose.x, y: end.y - ship.pose.y });
  return { ...ship, pose: end, covariance, ...(words.some(({ isCertain }) => !isCertain) && { isByHand: true }) };
}

/** Measurement between a ship at its end and another one; their common errors are carried along. */
export interface FromGhost {
  readonly pair: MeasuredPair;
  readonly table: Table;
}

/** Undefined where the two are one ship, or the other is not on the table. */
export function fromGhost(table: Table, ghost: Ship, toId: string): FromGhost | undefined {
  if (ghost.id === toId || !table.ships.some(({ id }) => id === toId)) return undefined;
  const carried = withShipMoved(table, ghost.id, ghost.pose);
  const moved = { ...carried, ships: carried.ships.map((ship) => (ship.id === ghost.id ? ghost : ship)) };
  const pair = findPair(report(moved, { only: [ghost.id] }).pairs, ghost.id, toId);
  return pair && { pair, table: moved };
}

/** Words for the outcome of a maneuver, with the odds that the uncertainty of the poses leaves open. */
export function uncertainWords(table: Table, found: UncertainExecution): PreviewWord[] {
  const { execution, full, touching, templateOver, overlaps, offTable, skipsAction, backedOver } = found;
  const [first, ...rest] = executionWords(table, execution);
  // Nothing is measured for certain from a place where it may not end.
  if (full.certain && !full.value && execution.fitting?.length) return [open(first)];
  const shares = (
    key: 'backed-over-perhaps' | 'touches-perhaps' | 'template-on-perhaps' | 'base-on-perhaps',
    ids: ReadonlyMap<string, number>,
  ) => [...ids].filter(([, p]) => p > 1 - SURE && p < SURE).map(([id, p]) => open(phrase(key, thingNames([id], table), percentFigure(p))));
  const isSure = (ids: ReadonlyMap<string, number>) => [...ids.values()].every((p) => p <= 1 - SURE || p >= SURE);
  const settled = [isSure(touching), isSure(templateOver), isSure(overlaps), offTable <= 1 - SURE || offTable >= SURE];
  const said = ({ key }: Phrase) =>
    (key === 'touches-things' && settled[0]) ||
    (key === 'template-on' && settled[1]) ||
    (key === 'base-on' && settled[2]) ||
    (key === 'ship-flees' && settled[3]) ||
    (key === 'skips-action-step' && skipsAction >= SURE);
  const overlapped = isSure(backedOver)
    ? [certain(first)]
    : [
        certain(phrase('moved-back-along')),
        ...[...backedOver].filter(([, p]) => p >= SURE).map(([id]) => certain(phrase('backed-over', thingNames([id], table)))),
        ...shares('backed-over-perhaps', backedOver),
      ];
  const fitsClosely = () => open(phrase('close-execution', percentFigure(full.probability), figure(Math.abs(full.marginMm), 1)));
  return [
    ...(!full.certain ? [fitsClosely()] : full.value ? [certain(first)] : overlapped),
    ...rest.filter(said).map(certain),
    ...(settled[0] ? [] : shares('touches-perhaps', touching)),
    ...(settled[1] ? [] : shares('template-on-perhaps', templateOver)),
    ...(settled[2] ? [] : shares('base-on-perhaps', overlaps)),
    ...(settled[3] ? [] : [open(phrase('leaves-perhaps', percentFigure(offTable)))]),
  ];
}

function repositionPreview(table: Table, ship: Ship, row: number, slide: number | undefined): MovePreview {
  const rows = repositionsOf(flyingBase(ship));
  const move = rows[row];
  if (!move) throw new Error(`Reposition ${row}: expected one of 0 to ${rows.length - 1}.`);
  const ends = reposition(table, ship.id, slid(move, slide));
  const meant = slide === undefined || ends.length === 1 ? ends : ends.filter(({ placement }) => placement === placementOf(slide));
  const words = meant.flatMap((end) => {
    const placed = (text: Phrase) => (meant.length === 1 ? text : phrase('of-place', placeWords(end), text));
    const close = closeCalls(table, ship, end).map((text) => open(placed(text)));
    return close.length > 0 ? close : [certain(placed(repositionWords(table, end)))];
  });
  const [end] = meant;
  return { overlay: repositionOverlay(ship, meant), words, ...(end && meant.length === 1 && { ghost: ghostOf(ship, end.pose, words) }) };
}

const placeWords = ({ placement }: RepositionEnd) => phrase(placement === 'back' ? 'at-back' : placement);

/** What a reposition comes so close to that the measured poses leave it open, and things under it that may not be there. */
function closeCalls(table: Table, { id }: Ship, { pose, path, overlaps, templateOver }: RepositionEnd): Phrase[] {
  const margins = moveMargins(table, id, { end: pose, path, alongMm: path.template.lengthMm }).filter(isClose);
  const narrowest = new Map<string, MoveMargin>();
  for (const one of margins) {
    const before = narrowest.get(one.id);
    if (!before || Math.abs(one.marginMm) < Math.abs(before.marginMm)) narrowest.set(one.id, one);
  }
  const doubtful = table.obstacles.filter(
    (one) => (one.detectionProbability ?? 1) < SURE && !narrowest.has(one.id) && [...overlaps, ...templateOver].includes(one.id),
  );
  const moved = withShipMoved(table, id, pose);
  const off = offTable(
    moved,
    moved.ships.findIndex((one) => one.id === id),
  );
  return [
    ...[...narrowest.values()].map((one) => closeTo(table, one.id, -one.marginMm, one.sigmaMm)),
    ...doubtful.map((one) => phrase('base-on-perhaps', thingNames([one.id], table), percentFigure(one.detectionProbability!))),
    ...(off.certain ? [] : [phrase('leaves-perhaps', percentFigure(off.probability))]),
  ];
}

const closeTo = (table: Table, id: string, mm: number, sigmaMm: number) =>
  phrase('close-to-thing', lengthPhrase({ mm, sigmaMm }), thingNames([id], table));

/** The placement between the middle and the end of its slide. */
function slid(move: Reposition, slide: number | undefined): Reposition {
  if (slide === undefined || move.exit === 'front') return move;
  const halfMm = move.across ? ACROSS_HALF_MM : ALONG_HALF_MM;
  return { ...move, slideMm: Math.abs(slide) * halfMm };
}

/** Half of the template's end that a base slides along: its width, or its length where it is laid across, mm. */
const ALONG_HALF_MM = 10;
const ACROSS_HALF_MM = 20;

function placementOf(slide: number) {
  if (slide === 0) return 'middle';
  return slide > 0 ? 'front' : 'back';
}

/** "Barrel roll left", "Boost, bank right". */
export function repositionName({ kind, exit, bend }: Reposition): Phrase {
  const name = phrase(`reposition-${kind}`);
  if (exit !== 'front') return phrase('spaced', name, phrase(exit));
  return phrase('list', name, bend === 'left' || bend === 'right' ? phrase(`way-bank-${bend}`) : phrase('way-straight'));
}

/** Variance of a place, and of a heading by its swing at a template's length, mm². */
const spreadSq = ({ covariance: { xx, yy, hh } }: Ship) => xx + yy + hh * SWING_MM ** 2;
const SWING_MM = 100;

function devicePreview(table: Table, ship: Ship, device: string, placement: DevicePlacement): MovePreview {
  const placed = placeDevice(ship, device, placement);
  const gapTo = (other: Ship) => Math.min(...placed.map(({ outline }) => outlineGapMm(other, outline)));
  const sigmaTo = (other: Ship) => (other.id === ship.id ? 0 : Math.sqrt(spreadSq(ship) + spreadSq(other)));
  const near = table.ships.filter((other) => isClose({ marginMm: gapTo(other), sigmaMm: sigmaTo(other) }));
  const settled = table.ships.filter((other) => !near.includes(other));
  const on = [...new Set(placed.flatMap((one) => shipsOn(one, settled).map(({ id }) => id)))];
  const beyondMm = Math.max(
    ...placed.flatMap(({ outline }) => outline.map(({ x, y }) => Math.max(-x, -y, x - table.widthMm, y - table.depthMm))),
  );
  const isEdgeClose = isClose({ marginMm: beyondMm, sigmaMm: Math.sqrt(spreadSq(ship)) });
  return {
    overlay: { shapes: placed.map(({ outline }) => ({ role: 'ghost', points: outline, isClosed: true, variant: 'full' })), labels: [] },
    words: [
      ...(on.length > 0 ? [certain(phrase('device-under', thingNames(on, table)))] : []),
      ...(on.length + near.length === 0 ? [certain(phrase('device-touches-none'))] : []),
      ...near.map((other) => open(closeTo(table, other.id, gapTo(other), sigmaTo(other)))),
      ...(isEdgeClose ? [open(phrase('device-at-edge'))] : []),
      ...(beyondMm > 0 && !isEdgeClose ? [certain(phrase('device-beyond-edge'))] : []),
    ],
  };
}
