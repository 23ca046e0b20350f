import type { Obstacle } from './table.js';

/** From this probability on a kind is stated, and a token named. */
const STATED = 0.95;

/**
 * Whether it is known what kind of obstacle one is: a person said so, or it is a token that was recognised with 0.95 at least. What the masks alone show of a kind is wrong of one obstacle in
 * five on looks that the nets know, and more often on others (docs/experiments/obstacles.md).
 */
export function isKindKnown({ token, detectionProbability }: Pick<Obstacle, 'token' | 'detectionProbability'>): boolean {
  return detectionProbability === undefined || (token !== undefined && detectionProbability >= STATED);
}

/**
 * Whether obstacles that a camera found leave open that there are more: where it recognised none. A picture in which one was recognised shows the others as well (of some 3,500 clear lines none
 * was wrong); where none is, they may be of a design or on a print that it cannot distinguish, and none was seen of six that lay there.
 */
export function mayMissObstacles(found: readonly Pick<Obstacle, 'token' | 'detectionProbability'>[]): boolean {
  return !found.some(isKindKnown);
}

/** Whether what counts as an obstacle is more likely none. */
export function isUnlikely({ detectionProbability = 1 }: Pick<Obstacle, 'detectionProbability'>): boolean {
  return detectionProbability < 0.5;
}
