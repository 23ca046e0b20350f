import type { Point } from '../../geometry/point.js';
import type { ObstacleKind } from '../../table/table.js';
import { logistic } from '../runtime/activations.js';
import { type FittedObstacle, fitObstacle } from './fit-obstacle.js';
import { evenHeadingsRad, matchObstacle, shapesOfArea } from './match-obstacle.js';
import { otherShapes, tournamentShapes } from './obstacle-shapes.js';
import { likeliestKind, type ObstacleSpot } from './obstacle-spots.js';
import type { ObstacleView } from './obstacle-view.js';
import type { Match } from './rate-obstacle.js';
import type { ObstacleReading } from './read-obstacles.js';

/** The token at a spot. */
export interface RecognisedToken {
  /** The token whose outline fits; undefined where none fits well, or where it is likelier that there is no obstacle. */
  readonly fit?: FittedObstacle;
  /** Whether it can hardly be another token's. */
  readonly isNamed: boolean;
  /** For a named token, that the name is right; for other spots, that there is an obstacle. */
  readonly probability: number;
}

/** Largest distance of a mask's centroid from the obstacle's. */
const REACH_MM = 10;
/**
 * Requirements for naming a token by masks and edges together: shares of its outline in the mask, with an edge along it and in view, its
 * agreement, and the lead of its score over any other outline, the token’s own other side included.
 */
const NAMING = { areaShare: 0.35, edgeShare: 0.6, lead: 0.17, agreement: 0.85, seenShare: 0.7 };
/**
 * Logit of the masks' peak from which on masks and edges together name a token beyond doubt: of 136 that they name there all are right, of
 * 50 below it 45 (docs/experiments/obstacles.md).
 */
const CERTAIN_PEAK = 1;
/** The probability of a name below it. */
const FAINT_NAME_RIGHT = 0.9;
/** Additional score that an outline partly out of view must have, for each unit that is not in view. */
const UNSEEN_COST = 0.5;
/**
 * Penalty on the score of a token of another kind than the masks show: for each unit by which they show its kind less, up to `most` units.
 * The masks tell the kind of four obstacles in five.
 */
const OTHER_KIND = { cost: 0.05, most: 3 };
/** Search for tokens by their edges alone: masks of an art that the detector never saw have no shape. */
const EDGES_ALONE = { reachMm: 20, search: { headings: evenHeadingsRad(36), refinedOfEach: 0, minScore: 0.6 } };
/** Share of an outline's points with an edge beside them from which on it is the right outline, if not certainly by that name. */
const FITTING_AGREEMENT = 0.95;
/** Probability from which on an obstacle has the outline of the token that fits best; below it is a place where one may be. */
export const LIKELY = 0.5;
/** Probability of its name from which on a token is named by its edges. */
const NAMED = 0.8;
/**
 * Weights of `obstacleFeatures`: log odds of an obstacle at a spot that masks and edges together do not name (npm run analyse --
 * fit-obstacles, docs/experiments/obstacles.md).
 */
const IS_OBSTACLE = [0.18, 0.34, 7.81, 0.81, -1.28, -2.85];
/** Weights of `nameFeatures`: log odds that the best outline there is the right token's. */
const IS_NAME_RIGHT = [-4.98, 0.76, 26.87, 14.86, 4.85];
/** Bounds of the features: larger values say no more. */
const MOST = { close: 5, peak: 4, lead: 0.5, maskLead: 0.6, leadOverOthers: 0.7 };
/** Bounds of a token's rank by the masks: being further behind another, or behind more than this number of others, makes it no less likely. */
const MIN_MASK_LEAD = -0.3;
const MASKS_RANK = 3;

/** Evidence for the outline that fits a spot best. */
interface TokenEvidence {
  /** The masks' highest logit. */
  readonly peak: number;
  /** Lead of its score, by edges alone, over any other token's, and over other things on mats. */
  readonly lead: number;
  readonly leadOverOthers: number;
  /** Lead of its score by masks and edges together over any other token's. */
  readonly maskLead: number;
}

/** A spot with its close crop. */
export interface SeenSpot extends ObstacleSpot {
  readonly close: ObstacleReading;
  /** Whether a base's miniature may be seen before it. */
  readonly isBehindMiniature: boolean;
}

/** Evidence that is used for a spot. */
type SpotEvidence = Pick<SeenSpot, 'peak' | 'isBehindMiniature'> & { readonly close: Pick<ObstacleReading, 'logit' | 'isRound'> };

/**
 * The features of a spot that show whether there is an obstacle, the constant first; `lead`: of the best outline by edges alone, 0 where
 * none was sought.
 */
export function obstacleFeatures({ peak, close, isBehindMiniature }: SpotEvidence, lead = 0): readonly number[] {
  const shown = Math.max(-MOST.close, Math.min(MOST.close, close.logit));
  // A printed planet's crater, a token and a miniature look like obstacles up close.
  return [1, Math.min(peak, MOST.peak), Math.min(lead, MOST.lead), shown, Number(close.isRound), Number(isBehindMiniature)];
}

/** The features that show whether the best outline by edges alone is the right token's, the constant first. */
export function nameFeatures({ peak, lead, maskLead, leadOverOthers }: TokenEvidence): readonly number[] {
  return [
    1,
    Math.min(peak, MOST.peak),
    Math.min(lead, MOST.lead),
    Math.max(MIN_MASK_LEAD, Math.min(maskLead, MOST.maskLead)),
    Math.min(leadOverOthers, MOST.leadOverOthers),
  ];
}

/** The probability that a spot that masks and edges together do not name is an obstacle. */
export function obstacleProbability(spot: SpotEvidence, lead?: number): number {
  return logistic(IS_OBSTACLE, obstacleFeatures(spot, lead));
}

/** The probability that the best outline by edges alone is that of the token at the spot. */
export function nameProbability(evidence: TokenEvidence): number {
  return logistic(IS_NAME_RIGHT, nameFeatures(evidence));
}

/** Recognises the token at a spot, by masks and edges together where these are clear, otherwise by its edges alone. */
export function recogniseToken(view: ObstacleView, spot: SeenSpot, place: Point): RecognisedToken {
  const { named, ranked } = readMasks(view, spot, place);
  if (named) return { fit: named, isNamed: true, probability: spot.peak >= CERTAIN_PEAK ? 1 : FAINT_NAME_RIGHT };
  const read = readEdges(view, spot, place, ranked);
  if (!read) return { isNamed: false, probability: obstacleProbability(spot) };
  const { best, evidence, edges } = read;
  const byLead = obstacleProbability(spot, evidence.lead);
  const mayBeIt = nameProbability({ ...evidence, leadOverOthers: MOST.leadOverOthers }) >= LIKELY;
  if (!mayBeIt && byLead < LIKELY) return { isNamed: false, probability: byLead };
  const ofName = mayBeIt ? nameProbability({ ...evidence, leadOverOthers: leadOverOthers(read, place) }) : 0;
  const fit = fitObstacle(edges, best);
  const isNamed = ofName >= NAMED && best.seenShare >= NAMING.seenShare && fit.agreement >= NAMING.agreement;
  if (isNamed) return { fit, isNamed, probability: ofName };
  // Where the name is right there is an obstacle.
  const probability = Math.max(byLead, ofName);
  const isLikely = probability >= LIKELY && fit.agreement >= FITTING_AGREEMENT;
  return { ...(isLikely && { fit }), isNamed, probability };
}

/** Reading of masks and edges together at a spot: tokens by how well they fit, best first, and the only one possible. */
export interface MaskReading {
  readonly ranked: readonly Match[];
  readonly named: FittedObstacle | undefined;
}

/** Reads masks and edges together. */
export function readMasks(view: ObstacleView, spot: ObstacleSpot, place: Point): MaskReading {
  const matches = matchObstacle(view, shapesOfArea(tournamentShapes(), spot.areaMm2), place, REACH_MM);
  const ranked = rankedByKind(matches, spot);
  return { ranked, named: namedByMasks(view, spot, place, matches, ranked) };
}

/** Reading of edges alone at a spot. */
export interface EdgeReading {
  readonly best: Match;
  readonly evidence: Omit<TokenEvidence, 'leadOverOthers'>;
  /** The view without masks. */
  readonly edges: ObstacleView;
}

/** Reads edges alone; undefined where no token's outline has any. `ranked`: by masks and edges together. */
export function readEdges(view: ObstacleView, spot: ObstacleSpot, place: Point, ranked: readonly Match[]): EdgeReading | undefined {
  const edges = { ...view, odds: new Float32Array(view.odds.length), forMm2: 0 };
  const [best, rival] = matchObstacle(edges, tournamentShapes(), place, EDGES_ALONE.reachMm, EDGES_ALONE.search);
  if (!best) return undefined;
  const evidence = { peak: spot.peak, lead: best.score - (rival?.score ?? 0), maskLead: maskLeadOf(best, ranked) };
  return { best, evidence, edges };
}

/** Lead of the best token's score over other things on mats. */
export function leadOverOthers({ best, edges }: EdgeReading, place: Point): number {
  const [other] = matchObstacle(edges, otherShapes(), place, EDGES_ALONE.reachMm, EDGES_ALONE.search);
  return best.score - (other?.score ?? 0);
}

/** The token that fits masks and edges best, where it cannot be another. */
function namedByMasks(
  view: ObstacleView,
  spot: ObstacleSpot,
  place: Point,
  matches: readonly Match[],
  [first, ...rivals]: readonly Match[],
): FittedObstacle | undefined {
  const best = matches.find(({ shape }) => shape === first?.shape);
  if (!first || !best || !isGoodMatch(best) || !isClearlyBetter(first, rivals)) return undefined;
  const others = matchObstacle(view, shapesOfArea(otherShapes(), spot.areaMm2), place, REACH_MM);
  if (!isClearlyBetter(best, others)) return undefined;
  const fit = fitObstacle(view, best);
  return fit.agreement >= NAMING.agreement ? fit : undefined;
}

/** Lead by masks and edges together of a token over all others, or of others over it; 0 where there is no lead. */
function maskLeadOf({ shape }: Match, ranked: readonly Match[]): number {
  const first = ranked.slice(0, MASKS_RANK);
  const last = first.at(-1);
  if (!last) return 0;
  const own = first.find((one) => one.shape === shape) ?? last;
  const rivals = first.filter((one) => one.shape !== shape);
  return own.score - Math.max(0, ...rivals.map(({ score }) => score));
}

/** Matches by their score less the penalty for a token of another kind than the masks show, best first. */
export function rankedByKind(matches: readonly Match[], spot: Pick<ObstacleSpot, 'kindLogits'>): Match[] {
  const likeliest = spot.kindLogits[likeliestKind(spot)];
  return matches
    .map((match) => {
      const less = likeliest - spot.kindLogits[match.shape.token.kind as ObstacleKind];
      return { ...match, score: match.score - OTHER_KIND.cost * Math.min(OTHER_KIND.most, less) };
    })
    .sort((a, b) => b.score - a.score);
}

/** Additional score that a match must have for those parts of its outline that are not in view. */
function unseenCost({ seenShare }: Match): number {
  return UNSEEN_COST * (1 - seenShare);
}

/** True when enough of a match's outline is in view, in the mask and along an edge. */
export function isGoodMatch(match: Match): boolean {
  const { areaShare, edgeShare, seenShare } = match;
  return areaShare >= NAMING.areaShare && seenShare >= NAMING.seenShare && edgeShare >= NAMING.edgeShare + unseenCost(match);
}

/** True when the score of a match exceeds that of each of its rivals by enough. */
export function isClearlyBetter(match: Match, rivals: readonly Match[]): boolean {
  return !rivals.some(({ score }) => match.score - score < NAMING.lead + unseenCost(match));
}
