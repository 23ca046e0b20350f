import { placeOf } from './fit-plane.js';
import type { GraphEdge } from './match-graph.js';
import type { PrintFeatures } from './print-features.js';
import type { PrintTrack } from './view-unknowns.js';

/** Standard deviation of a feature's place: a share of its size, and a rest, px. */
const FEATURE_SIGMA = { ofSize: 0.08, restPx: 0.2 } as const;

/** Features that match along edges, joined to points of the print that several pictures show; a picture counts once in each. */
export function tracksOf(edges: readonly GraphEdge[], place: ReadonlyMap<number, number>): PrintTrack[] {
  const bases = new Map<PrintFeatures, number>();
  let next = 0;
  const node = (features: PrintFeatures, i: number) => {
    if (!bases.has(features)) {
      bases.set(features, next);
      next += features.count;
    }
    return bases.get(features)! + i;
  };
  const root: number[] = [];
  const rootOf = (i: number): number => {
    let at = i;
    while (root[at] !== undefined && root[at] !== at) at = root[at]!;
    return at;
  };
  const seen = new Map<number, { view: number; features: PrintFeatures; i: number }>();
  for (const { from, to, fromFeatures, toFeatures, matches, registration } of edges) {
    const [a, b] = [place.get(from), place.get(to)];
    if (a === undefined || b === undefined) continue;
    for (const m of registration.fit.inliers) {
      const [i, j] = [node(fromFeatures, matches.from[m]!), node(toFeatures, matches.to[m]!)];
      seen.set(i, { view: a, features: fromFeatures, i: matches.from[m]! });
      seen.set(j, { view: b, features: toFeatures, i: matches.to[m]! });
      const [ri, rj] = [rootOf(i), rootOf(j)];
      root[Math.max(ri, rj)] = Math.min(ri, rj);
    }
  }
  const groups = new Map<number, Map<number, PrintTrack['seen'][number]>>();
  for (const [id, { view, features, i }] of seen) {
    const group = groups.get(rootOf(id)) ?? new Map();
    groups.set(rootOf(id), group);
    if (group.has(view)) continue;
    group.set(view, { view, ...placeOf(features, i), sigmaPx: FEATURE_SIGMA.ofSize * features.sizePx[i]! + FEATURE_SIGMA.restPx });
  }
  return [...groups.values()].filter((group) => group.size > 1).map((group) => ({ seen: [...group.values()] }));
}
