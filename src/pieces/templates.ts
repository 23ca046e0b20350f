import type { Point } from '../geometry/point.js';
import {
  BAND_MM,
  BANDS,
  BANK_TURN_DEG,
  NOMINAL,
  type PhysicalSet,
  STRAIGHT_STEP_MM,
  TEMPLATE_WIDTH_MM,
  TURN_TURN_DEG,
} from './dimensions.js';

export type TemplateKind = 'straight' | 'bank' | 'turn';

/**
 * A movement template. In its own frame (mm) its first end lies on the x axis with the middle at the origin, and its centre line starts
 * towards +y; a curved one bends to the right (+x), a left one is its mirror image.
 */
export interface Template {
  readonly kind: TemplateKind;
  readonly speed: number;
  /** Length of the centre line. */
  readonly lengthMm: number;
  /** Radius of the centre line; Infinity when straight. */
  readonly radiusMm: number;
  /** Turn that it gives a ship, rad; 0 when straight. */
  readonly turnRad: number;
  /** Width across the centre line. */
  readonly widthMm: number;
}

/** The template of a kind and speed (sources: dimensions.ts). Throws if there is no such template. */
export function template(kind: TemplateKind, speed: number, set: PhysicalSet = NOMINAL): Template {
  if (kind === 'straight') {
    if (![1, 2, 3, 4, 5].includes(speed)) throw new Error(`template: got straight ${speed}, expected a speed from 1 to 5`);
    return { kind, speed, lengthMm: STRAIGHT_STEP_MM * speed, radiusMm: Infinity, turnRad: 0, widthMm: TEMPLATE_WIDTH_MM };
  }
  const radiusMm = (kind === 'bank' ? set.bankRadiusMm : set.turnRadiusMm)[speed - 1];
  if (radiusMm === undefined) throw new Error(`template: got ${kind} ${speed}, expected a speed from 1 to 3`);
  const turnRad = ((kind === 'bank' ? BANK_TURN_DEG : TURN_TURN_DEG) * Math.PI) / 180;
  return { kind, speed, lengthMm: radiusMm * turnRad, radiusMm, turnRad, widthMm: TEMPLATE_WIDTH_MM };
}

/** The range ruler as a straight piece; the rules only give its length, and makers choose its width. */
export function ruler(widthMm: number): Template {
  return { ...template('straight', 1), lengthMm: BANDS * BAND_MM, widthMm };
}

/** A straight template laid across: its long edges are its ends (barrel rolls of medium and large ships, RR barrel roll). */
export function laidAcross({ kind, speed, lengthMm, widthMm, radiusMm, turnRad }: Template): Template {
  if (kind !== 'straight') throw new Error(`laidAcross: got a ${kind} template, expected a straight one`);
  return { kind, speed, lengthMm: widthMm, widthMm: lengthMm, radiusMm, turnRad };
}

/** All templates of the box: straight 1 to 5, bank 1 to 3, turn 1 to 3. */
export function allTemplates(): readonly Template[] {
  return [
    ...[1, 2, 3, 4, 5].map((speed) => template('straight', speed)),
    ...[1, 2, 3].map((speed) => template('bank', speed)),
    ...[1, 2, 3].map((speed) => template('turn', speed)),
  ];
}

/**
 * Outline of the part of a template from its first end to `toMm` along the centre line, in the template's frame (mm), the arcs divided
 * into chords of at most `stepRad`, so a drawing is off by R·(1 − cos(stepRad/2)). For what lies under a template see judge/under-template.ts.
 */
export function templateOutline(
  { kind, lengthMm, radiusMm, widthMm }: Template,
  toMm = lengthMm,
  stepRad = Math.PI / 180,
): readonly Point[] {
  const half = widthMm / 2;
  if (kind === 'straight') {
    return [
      { x: -half, y: 0 },
      { x: half, y: 0 },
      { x: half, y: toMm },
      { x: -half, y: toMm },
    ];
  }
  const angle = toMm / radiusMm;
  const steps = Math.max(1, Math.ceil(angle / stepRad));
  const arc = (r: number) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const at = (angle * i) / steps;
      return { x: radiusMm - r * Math.cos(at), y: r * Math.sin(at) };
    });
  return [...arc(radiusMm - half), ...arc(radiusMm + half).reverse()];
}
