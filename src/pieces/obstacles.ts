import type { Point } from '../geometry/point.js';
import { type Pose, tableFromPiece } from '../geometry/pose.js';
import outlines from './obstacle-outlines.json' with { type: 'json' };

/** A token of punchboard that lies on the mat; its outline in its own frame, mm, counter-clockwise. */
export interface Token {
  /** XWS id of an obstacle; an id of the same kind for devices. */
  readonly xws: string;
  readonly name: string;
  readonly kind: string;
  readonly outline: readonly Point[];
}

export interface DeviceToken extends Token {
  /** Distance of its centre beyond the end of the template it is dropped or launched with, mm; undefined where no source gives it. */
  readonly centreBeyondTemplateEndMm?: number;
}

/**
 * The 30 tournament obstacles (VASSAL's collision masks, 0.35 mm pixels, scale of medium confidence: facts of Mu0n/XWVassal). The other
 * side of a token is its mirror image.
 */
export const OBSTACLES: readonly Token[] = outlines.obstacles.map(token);

/** Devices, remotes and other tokens (same source). */
export const DEVICES: readonly DeviceToken[] = outlines.devices.map((row) => ({
  ...token(row),
  ...('centreBeyondTemplateEndMm' in row && { centreBeyondTemplateEndMm: row.centreBeyondTemplateEndMm as number }),
}));

function token({ xws, name, kind, points }: { xws: string; name: string; kind: string; points: number[][] }): Token {
  return { xws, name, kind, outline: points.map(([x, y]) => ({ x: x!, y: y! })) };
}

/** The obstacle of an XWS id. Throws with the known ids. */
export function obstacleToken(xws: string): Token {
  return found(OBSTACLES, xws, 'obstacle');
}

/** The device of an id. Throws with the known ids. */
export function deviceToken(xws: string): DeviceToken {
  return found(DEVICES, xws, 'device');
}

function found<T extends Token>(tokens: readonly T[], xws: string, what: string): T {
  const one = tokens.find((token) => token.xws === xws);
  if (one) return one;
  throw new Error(`Unknown ${what} '${xws}', expected one of ${tokens.map((token) => token.xws).join(', ')}`);
}

/** The outline of a token that lies at `pose`, table frame, mm; `mirrored`: its other side up. */
export function placedOutline({ outline }: Token, pose: Pose, mirrored = false): readonly Point[] {
  if (!mirrored) return outline.map((point) => tableFromPiece(pose, point));
  return outline.map(({ x, y }) => tableFromPiece(pose, { x: -x, y })).reverse();
}
