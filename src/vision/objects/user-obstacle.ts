import type { Point } from '../../geometry/point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import type { RankedObstacle, SeenObstacle, UserObstacle } from '../../table/measurement.js';
import type { PlacedToken } from '../../table/table.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { sharedVariance } from '../solve/border-uncertainty.js';
import { baseCover } from './base-cover.js';
import { fitObstacle } from './fit-obstacle.js';
import { asToken } from './fitted-token.js';
import { evenHeadingsRad, matchObstacle } from './match-obstacle.js';
import { tournamentShapes } from './obstacle-shapes.js';
import { type ObstacleView, viewObstacle } from './obstacle-view.js';
import { type PlacedOutline, ratedOutline } from './rate-obstacle.js';

/** The camera that a picture was taken with, and the bases that hide what is under them. */
export type SeenFrom = Pick<UserObstacle, 'camera' | 'bases'>;

/** Half of a window's side, mm: the largest obstacle reaches 50 mm from its centroid; the rest is for the search. */
const WINDOW_MM = 78;
/** Distance from an obstacle's centroid at which a person taps it, at most. */
const REACH_MM = 20;
const TURNS = 60;
/** Number of coarse placements of each side that are refined: a token's own edges have several that are about as good. */
const REFINED = 20;
/** The same where all tokens are tried. */
const RANKED_REFINED = 4;
/**
 * Requirements for a token to be at a place: shares of its outline that have an edge along them, and of its points with an edge beside them
 * (docs/experiments/obstacles.md).
 */
const FITTING = { edgeShare: 0.6, agreement: 0.85 };
/** The same for a token whose earlier pose is known: nothing is searched for, so that no outline arises by chance. */
const LYING = { edgeShare: 0.4, agreement: 0.7, seenShare: 0.5 };

/**
 * Fits a token near the place that a person gives, by its edges alone: the detector's opinion does not count. Undefined where the edges are
 * not clear.
 */
export function fitUserObstacle(cv: Cv, rgba: Mat, { camera, bases, xws, at }: UserObstacle): SeenObstacle | undefined {
  const sides = tournamentShapes().filter(({ token }) => token.xws === xws);
  const view = edgesAround(cv, rgba, { camera, bases }, at);
  const search = { headings: evenHeadingsRad(TURNS), refinedOfEach: REFINED, minScore: 0 };
  const [best] = matchObstacle(view, sides, at, REACH_MM, search);
  if (!best || best.edgeShare < FITTING.edgeShare) return undefined;
  const fit = fitObstacle(view, best);
  return fit.agreement < FITTING.agreement ? undefined : asToken(fit, sharedVariance(bases, fit));
}

/**
 * All outlines in possible poses near there, the best fitting first, for a person to choose from. One of each token, by its better side;
 * those that fit much worse than the best are left out.
 */
export function rankUserObstacles(cv: Cv, rgba: Mat, { camera, bases, at }: Omit<UserObstacle, 'xws'>): RankedObstacle[] {
  const view = edgesAround(cv, rgba, { camera, bases }, at);
  const search = { headings: evenHeadingsRad(TURNS / 2), refinedOfEach: RANKED_REFINED, minScore: 0 };
  const ranked = matchObstacle(view, tournamentShapes(), at, REACH_MM, search).map((match): RankedObstacle => {
    const fit = fitObstacle(view, match);
    return { ...asToken(fit, sharedVariance(bases, fit)), fitShare: Math.min(match.edgeShare, fit.agreement) };
  });
  ranked.sort((a, b) => b.fitShare - a.fitShare);
  return ranked.filter(({ token }, i) => ranked.findIndex((other) => other.token!.xws === token!.xws) === i);
}

/** Picture of a token where it is known to have been. */
export interface TokenAsItLay {
  readonly isSeen: boolean;
  /** Obstacle by its present edges; undefined where they are not so clear that nothing else need be looked for there. */
  readonly obstacle?: SeenObstacle;
}

/** Looks for a token's edges in its earlier pose. */
export function seenAsItLay(cv: Cv, rgba: Mat, seen: SeenFrom, token: PlacedToken): TokenAsItLay {
  const placed = placedAs(token);
  if (!placed) return { isSeen: false };
  const view = edgesAround(cv, rgba, seen, placed);
  const { edgeShare, seenShare } = ratedOutline(view, view.fine, placed.shape.fine, placed);
  if (edgeShare < LYING.edgeShare || seenShare < LYING.seenShare) return { isSeen: false };
  const fit = fitObstacle(view, placed);
  const isClear = edgeShare >= FITTING.edgeShare && fit.agreement >= FITTING.agreement;
  return { isSeen: fit.agreement >= LYING.agreement, ...(isClear && { obstacle: asToken(fit, sharedVariance(seen.bases, fit)) }) };
}

function edgesAround(cv: Cv, rgba: Mat, { camera, bases }: SeenFrom, { x, y }: Point): ObstacleView {
  const window = { left: x - WINDOW_MM, right: x + WINDOW_MM, low: y - WINDOW_MM, high: y + WINDOW_MM };
  const covers = bases.map(({ base, pose }) => baseCover(base, pose));
  return viewObstacle(cv, rgba, camera, window, undefined, covers);
}

/** The outline of a token in its pose; undefined for a token that is not one of the tournament's. */
function placedAs({ xws, mirrored, pose }: PlacedToken): PlacedOutline | undefined {
  const shape = tournamentShapes().find((one) => one.token.xws === xws && one.mirrored === mirrored);
  return shape && { shape, ...tableFromPiece(pose, shape.centroid), headingRad: pose.headingRad };
}
