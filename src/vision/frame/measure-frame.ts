import { MAT_MM } from '../../pieces/dimensions.js';
import type { MeasureHints, Problem } from '../../table/measurement.js';
import { otherLensProblem, otherShapeProblem, withLensHint } from '../lens/lens-hint.js';
import { tablePriorOf } from '../lens/table-prior.js';
import { contradictedByBases } from '../mat/border-problems.js';
import { type LocatedMat, matLocator, type Remembered } from '../mat/locate-mat.js';
import { blurProblem, blurPx } from '../runtime/blur.js';
import type { Engines, Timed } from '../runtime/engines.js';
import { checkFrame, type Frame, rgbaOf, rightWayRound } from '../runtime/frame.js';
import { type Mat, openCvError } from '../runtime/opencv.js';
import { solveTable } from '../solve/joint-solution.js';
import { type FrameContext, isSameMat, type MeasuredTable, measureTable, withObstacles } from './measure-table.js';

const MIN_FRAME_PX = 320;

/**
 * One frame in, one look out: register, rectify, detect, refine, solve together. `previous`: the solution of an earlier frame of this camera,
 * taken for the registration as long as the border is still where it says. `isPatient`: where the border misleads, the bases are searched for
 * under all usual views, which takes some seconds. Throws only when an engine breaks.
 */
export async function measureFrame(
  engines: Engines,
  picture: Frame,
  told: MeasureHints,
  previous?: Remembered,
  isPatient = true,
): Promise<MeasuredTable> {
  checkFrame(picture);
  const { frame, hints } = rightWayRound(picture, told);
  const { cv, now } = engines;
  if (Math.max(frame.widthPx, frame.heightPx) < MIN_FRAME_PX) {
    return { look: { ok: false, problem: tooSmall(frame) } };
  }
  const otherShape = otherShapeProblem(hints.lens, frame);
  if (otherShape) return { look: { ok: false, problem: otherShape } };
  const rgba = rgbaOf(cv, frame);
  try {
    const blurred = blurProblem(blurPx(cv, rgba));
    if (blurred) return { look: { ok: false, problem: blurred } };
    const stageMs: Record<string, number> = {};
    const timed = async <T>(stage: string, work: () => T | Promise<T>): Promise<T> => {
      const from = now();
      const result = await work();
      stageMs[stage] = (stageMs[stage] ?? 0) + now() - from;
      return result;
    };
    const see = (told: MeasureHints, from: Remembered | undefined) => seeIn(engines, frame, rgba, told, from, isPatient, timed, stageMs);
    if (!hints.lens || previous) return await see(hints, previous);
    // A lens that is told bends what is seen towards itself, so the table is first seen without it.
    const { lens, ...others } = hints;
    const alone = await see(others, undefined);
    const { stages } = alone;
    const prior = tablePriorOf(hints, frame);
    const problem = stages && otherLensProblem(stages.solution, solveTable(stages.solution, stages.observed, prior), prior);
    if (problem) return { ...alone, look: { ok: false, problem } };
    const seen = await see(hints, stages);
    return { ...seen, look: withLensHint(seen.look) };
  } catch (thrown) {
    throw openCvError(cv, thrown);
  } finally {
    rgba.delete();
  }
}

async function seeIn(
  engines: Engines,
  frame: Frame,
  rgba: Mat,
  hints: MeasureHints,
  previous: Remembered | undefined,
  isPatient: boolean,
  timed: Timed,
  stageMs: Record<string, number>,
): Promise<MeasuredTable> {
  const lens = tablePriorOf(hints, frame);
  const locator = matLocator(engines, frame, rgba, hints, lens, timed);
  const scene = { engines, frame, rgba, hints, lens, locator, timed, stageMs };
  const seen = await withObstacles(await search(scene, previous, isPatient), scene);
  return { ...seen, boardView: locator.boardView };
}

async function search(scene: FrameContext, previous: Remembered | undefined, isPatient: boolean): Promise<MeasuredTable> {
  const { locator } = scene;
  const see = (located: LocatedMat) => measureTable(located, scene);
  const located = await locator.locate(previous);
  const seen: MeasuredTable = located.ok ? await see(located) : { look: located };
  if (!isPatient || (located.ok && located.byPerson) || !isMisplaced(seen)) return seen;
  return seeElsewhere(seen, placesBut(seen, locator.byBases()), see);
}

/** The places but those at which no more would be seen: the very mat that its bases contradict, and no mat. */
export async function* placesBut(seen: MeasuredTable, places: AsyncIterable<LocatedMat>): AsyncIterable<LocatedMat> {
  const strained = seen.stages?.strained ? seen.stages.solution : undefined;
  const isUnrivalled = scaleDoubt(seen) <= RIVALLED;
  for await (const place of places) {
    const isAgain = strained && (place.byBasesAlone || (isUnrivalled && isSameMat(strained, place.coarse)));
    if (!isAgain) yield place;
  }
}

/**
 * What is seen where the mat finder was misled: the bases tell how the table lies, and the mat is looked for on it, at one place after another
 * while what is found has rivals. `seen`: what there was before; it stays when no place shows more.
 */
export async function seeElsewhere<Place>(
  seen: MeasuredTable,
  places: AsyncIterable<Place>,
  see: (place: Place) => Promise<MeasuredTable>,
): Promise<MeasuredTable> {
  let isContradicted = false;
  let found: MeasuredTable | undefined;
  for await (const place of places) {
    const other = await see(place);
    if (!isBetter(other, seen)) isContradicted = true;
    else if (!found || isClearer(other, found)) found = other;
    if (found && scaleDoubt(found) <= RIVALLED) break;
  }
  if (found) return found;
  return seen.look.ok && isContradicted && !seen.stages?.strained ? { look: { ok: false, problem: contradictedByBases() } } : seen;
}

/** A border with rivals, and fewer bases than this to tell them apart, is probably another thing's. */
const FEW_WITNESSES = 3;
const RIVALLED = 0.003;

function isMisplaced(seen: MeasuredTable): boolean {
  const { look, stages } = seen;
  if (look.ok) return stages !== undefined && (stages.strained || (measuredIn(seen) < FEW_WITNESSES && scaleDoubt(seen) > RIVALLED));
  return look.problem.code === 'mat-border-unsure' || look.problem.code === 'mat-not-found';
}

/** Whether a mat found elsewhere explains more: more bases, or about as many without strain. Contrast alone does not outweigh edges that were seen. */
function isBetter(other: MeasuredTable, seen: MeasuredTable): boolean {
  if (!other.look.ok) return false;
  if (!seen.stages?.strained) return measuredIn(other) > measuredIn(seen);
  const { strained, byContrast } = other.stages ?? {};
  return !strained && !byContrast && !other.look.measurement.caution && measuredIn(other) >= measuredIn(seen) - 1;
}

/** Whether a mat found elsewhere by its edges shows as much as another one, with less doubt which of them are its border. */
function isClearer(other: MeasuredTable, found: MeasuredTable): boolean {
  if (!other.look.ok || other.look.measurement.caution || other.stages?.strained || other.stages?.byContrast) return false;
  return measuredIn(other) >= measuredIn(found) && scaleDoubt(other) < scaleDoubt(found);
}

function scaleDoubt({ stages }: MeasuredTable): number {
  return stages?.doubt.scaleSigma ?? 0;
}

function measuredIn({ look }: MeasuredTable): number {
  return look.ok ? look.measurement.bases.length : 0;
}

function tooSmall(frame: Frame): Problem {
  return {
    code: 'picture-too-small',
    message: `The picture is ${frame.widthPx}×${frame.heightPx} px; at least ${MIN_FRAME_PX} px on its long side are needed to see a base on a ${Math.round(MAT_MM)} mm mat.`,
    hint: 'Use the camera’s full resolution, 1920×1080 or more.',
  };
}
