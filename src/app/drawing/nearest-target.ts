import type { Spot } from './projection.js';

/** Something that can be tapped: its outline in the drawing. */
export interface Target {
  readonly id: string;
  readonly outline: readonly Spot[];
}

/**
 * The target under a finger: the one whose outline contains the spot, otherwise the nearest within `reachPx`; of several that contain it,
 * or are as near, the one whose middle is nearest. So targets never overlap, however close their ships stand.
 */
export function nearestTarget(targets: readonly Target[], spot: Spot, reachPx: number): string | undefined {
  let best: { readonly id: string; readonly gapPx: number; readonly middlePx: number } | undefined;
  for (const { id, outline } of targets) {
    if (outline.length < 3) continue;
    const gapPx = holds(outline, spot) ? 0 : borderPx(outline, spot);
    const middlePx = apartPx(spot, middleOf(outline));
    const isNearer = !best || gapPx < best.gapPx || (gapPx === best.gapPx && middlePx < best.middlePx);
    if (gapPx <= reachPx && isNearer) best = { id, gapPx, middlePx };
  }
  return best?.id;
}

function holds(outline: readonly Spot[], { left, top }: Spot): boolean {
  let inside = false;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    if (a.top > top !== b.top > top && left < a.left + ((top - a.top) / (b.top - a.top)) * (b.left - a.left)) inside = !inside;
  });
  return inside;
}

function borderPx(outline: readonly Spot[], spot: Spot): number {
  return Math.min(
    ...outline.map((a, i) => {
      const b = outline[(i + 1) % outline.length]!;
      const [dx, dy] = [b.left - a.left, b.top - a.top];
      const lengthSq = dx * dx + dy * dy;
      const t = lengthSq > 0 ? Math.max(0, Math.min(1, ((spot.left - a.left) * dx + (spot.top - a.top) * dy) / lengthSq)) : 0;
      return apartPx(spot, { left: a.left + t * dx, top: a.top + t * dy });
    }),
  );
}

function middleOf(outline: readonly Spot[]): Spot {
  const sum = outline.reduce((total, { left, top }) => ({ left: total.left + left, top: total.top + top }), { left: 0, top: 0 });
  return { left: sum.left / outline.length, top: sum.top / outline.length };
}

const apartPx = (a: Spot, b: Spot) => Math.hypot(a.left - b.left, a.top - b.top);
