import { type Camera, carriedPlace } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { type Pose, tableFromPiece, wrapRad } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { RULER_WIDTH_MM } from '../../pieces/dimensions.js';
import { allTemplates, ruler, type Template, templateOutline } from '../../pieces/templates.js';
import type { SeenTemplate } from '../../table/measurement.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import type { LengthMark } from '../solve/observations.js';
import { baseCover } from './base-cover.js';
import { fitObstacle } from './fit-obstacle.js';
import { type MaskComponent, maskComponents } from './mask-components.js';
import { type CoarseSearch, evenHeadingsRad, matchObstacle, shapesOfArea } from './match-obstacle.js';
import { type ObstacleShape, outlineOf, shapeOf } from './obstacle-shapes.js';
import { viewObstacle } from './obstacle-view.js';
import type { Match } from './rate-obstacle.js';
import { readLength } from './read-length.js';

/** Templates and the ruler on the mat, and the known lengths that they show. */
export interface FoundTemplates {
  readonly templates: readonly SeenTemplate[];
  readonly lengths: readonly NamedLength[];
}

interface NamedLength extends LengthMark {
  /** Name of its template. */
  readonly name: string;
}

/** The cameras and bases that the search for templates needs: bases hide what is under them. */
interface TemplateScene {
  readonly coarse: Camera;
  readonly camera: Camera;
  readonly bases: readonly { readonly base: BaseSize; readonly pose: Pose }[];
}

/** Logit to which the mask must fall at a template's end: the net is shy of templates. */
const THRESHOLD = -0.7;
/** Number of the mask's cells below which a spot is no template. */
const MIN_CELLS = 6;
/** Largest extent from end to end, that of the ruler and the mask's cells beyond it, mm; anything larger is a print. */
const MAX_MM = 340;
/** Number of spots that are looked at closely. */
const MAX_SPOTS = 10;
/** Reach of a view beyond the mask’s cells, mm. */
const MARGIN_MM = 45;
/** Distance of the middle of a mask from the template's, at most: a part may be hidden. */
const REACH_MM = 25;
/** Bounds of a straight template’s mask, a bar, its cells at the ends and sides in part. */
const BAR = { widthMm: 33, fill: 0.8 };
/** Steps of heading within which a straight one is aligned with its mask. */
const AXIS_STEP_RAD = 0.03;
const AXIS_STEPS = 4;
/**
 * Search for a curved one, in any pose. Long and thin as they are, the right one fits hardly better than others before its pose is exact.
 */
const AROUND: CoarseSearch = { headings: evenHeadingsRad(60), refinedOfEach: 6, minScore: 1.4 };
/** Mask logit that a spot must reach: lines printed on mats give many weaker ones. */
const MIN_PEAK = 1.5;
/** Requirements for naming a template: nearly all of mask and outline must be explained, since printed lines explain some of both. */
const NAMING = { areaShare: 0.8, edgeShare: 0.75, lead: 0.2, agreement: 0.97, seenShare: 0.7 };
/** Length below which templates determine the scale less than a single base does. */
const MIN_SCALE_MM = 75;

/**
 * Finds movement templates and the range ruler on the mat in the detector's masks: `straight` for straight ones and rulers, `curved` for
 * banks and turns (logits, MASK_CELLS square). Straight ones whose ends are seen give a length to scale by.
 */
export function findTemplates(
  cv: Cv,
  rgba: Mat,
  { straight, curved }: { readonly straight: Float32Array; readonly curved: Float32Array },
  scene: TemplateScene,
): FoundTemplates {
  const either = straight.map((logit, i) => Math.max(logit, curved[i]!));
  const covers = scene.bases.map(({ base, pose }) => baseCover(base, pose));
  const isCurved = (spot: MaskComponent) => meanOver(curved, spot) > meanOver(straight, spot);
  const found = maskComponents(either, THRESHOLD, MIN_CELLS)
    .filter(({ cells, window }) => extentMm(window) < MAX_MM && [...cells].some((cell) => either[cell]! > MIN_PEAK))
    .filter((spot) => isCurved(spot) || isBar(spot))
    .slice(0, MAX_SPOTS)
    .flatMap((spot) => recognise(cv, rgba, either, scene, spot, isCurved(spot), covers) ?? []);
  return {
    templates: found.map(({ seen }) => seen),
    lengths: found.flatMap(({ length }) => length ?? []),
  };
}

function extentMm({ left, right, low, high }: MaskComponent['window']): number {
  return Math.hypot(right - left, high - low);
}

function isBar({ areaMm2, lengthMm, widthMm }: MaskComponent): boolean {
  return widthMm < BAR.widthMm && areaMm2 > BAR.fill * lengthMm * widthMm;
}

function meanOver(mask: Float32Array, { cells }: MaskComponent): number {
  return [...cells].reduce((sum, cell) => sum + mask[cell]!, 0) / cells.size;
}

interface Recognised {
  readonly seen: SeenTemplate;
  readonly length: NamedLength | undefined;
}

function named(name: string, length: LengthMark | undefined): NamedLength | undefined {
  return length && { name, ...length };
}

function recognise(
  cv: Cv,
  rgba: Mat,
  mask: Float32Array,
  scene: TemplateScene,
  spot: MaskComponent,
  isCurved: boolean,
  covers: readonly (readonly Point[])[],
): Recognised | undefined {
  const ofItsKind = templateShapes().filter(({ template }) => (template.kind === 'straight') !== isCurved);
  const shapes = shapesOfArea(ofItsKind, spot.areaMm2);
  if (shapes.length === 0) return undefined;
  const { camera, coarse } = scene;
  const carry = (point: Point) => carriedPlace(coarse, camera, point);
  const { left, right, low, high } = spot.window;
  const corners = [left, right].flatMap((x) => [low, high].map((y) => carry({ x, y })));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const window = {
    left: Math.min(...xs) - MARGIN_MM,
    right: Math.max(...xs) + MARGIN_MM,
    low: Math.min(...ys) - MARGIN_MM,
    high: Math.max(...ys) + MARGIN_MM,
  };
  // A camera that the bases have bent away from the coarse one carries a mask as far as its horizon.
  if (extentMm(window) > 2 * MAX_MM) return undefined;
  const view = viewObstacle(cv, rgba, camera, window, { logits: onlySpot(mask, spot), threshold: THRESHOLD, camera: coarse }, covers);
  const along = Array.from({ length: 2 * AXIS_STEPS + 1 }, (_, i) => spot.axisRad + (i - AXIS_STEPS) * AXIS_STEP_RAD);
  const best = winner(matchObstacle(view, shapes, carry(spot.centroid), REACH_MM, isCurved ? AROUND : { ...AROUND, headings: along }));
  if (!best) return undefined;
  const shape = best.shape as TemplateShape;
  const fit = fitObstacle(view, best);
  if (fit.agreement < NAMING.agreement) return undefined;
  const headingRad = wrapRad(fit.headingRad);
  const middle = tableFromPiece({ x: 0, y: 0, headingRad }, shape.centroid);
  const pose: Pose = { x: fit.x - middle.x, y: fit.y - middle.y, headingRad };
  const isScale = shape.template.kind === 'straight' && shape.template.lengthMm >= MIN_SCALE_MM;
  return {
    seen: { name: shape.name, outline: outlineOf(shape).map((point) => tableFromPiece(pose, point)) },
    length: isScale ? named(shape.name, readLength(rgba, camera, pose, shape.template)) : undefined,
  };
}

/** The mask of one spot and its surroundings; cells that are connected elsewhere are another template. */
function onlySpot(mask: Float32Array, { cells }: MaskComponent): Float32Array {
  return mask.map((logit, cell) => (logit > THRESHOLD && !cells.has(cell) ? 2 * THRESHOLD - logit : logit));
}

/** The best match, if it is good enough and clearly better than the best of another name. */
function winner(matches: readonly Match[]): Match | undefined {
  const [first] = matches;
  if (!first || first.areaShare < NAMING.areaShare || first.seenShare < NAMING.seenShare || first.edgeShare < NAMING.edgeShare)
    return undefined;
  const other = matches.find(({ shape }) => (shape as TemplateShape).name !== (first.shape as TemplateShape).name);
  return other && first.score - other.score < NAMING.lead ? undefined : first;
}

/** A template or the range ruler with one side up, as the matcher wants it. */
export interface TemplateShape extends ObstacleShape {
  /** Such as 'straight 3', 'bank 2', 'ruler'. */
  readonly name: string;
  readonly template: Template;
}

/**
 * Widths of the ruler, mm: the rules only give its length; makers cut it about this wide (between the bullseye's width and a template's).
 */
const RULER_WIDTHS_MM = [0, 1, 2, 3, 4, 5].map((wider) => RULER_WIDTH_MM + wider);

const RULERS: readonly Template[] = RULER_WIDTHS_MM.map(ruler);

let known: readonly TemplateShape[] | undefined;

/** All templates of the box and the range ruler; curved ones either side up. */
export function templateShapes(): readonly TemplateShape[] {
  known ??= [
    ...allTemplates().map((piece) => [`${piece.kind} ${piece.speed}`, piece] as const),
    ...RULERS.map((piece) => ['ruler', piece] as const),
  ].flatMap(([name, piece]) => {
    const token = { xws: name, name, kind: 'template', outline: templateOutline(piece) };
    const sides = piece.kind === 'straight' ? [false] : [false, true];
    return sides.map((mirrored) => ({ ...shapeOf(token, mirrored), name, template: piece }));
  });
  return known;
}
