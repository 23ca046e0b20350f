import type { Cv } from '../runtime/opencv.js';
import type { FeatureMatches } from './match-features.js';
import type { LevelledPicture, PrintFeatures } from './print-features.js';
import { type PairRegistration, type PrintPicture, registerPair } from './register-pair.js';

/** A picture of the print as the stitching reads it: features for pictures that show it about equally large, and, when asked for, at several scales. */
export interface StitchPicture extends PrintPicture {
  readonly levelled: LevelledPicture;
  readonly atScales: () => Promise<readonly PrintFeatures[]>;
}

/** Two pictures of one print that are registered to each other. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly fromFeatures: PrintFeatures;
  readonly toFeatures: PrintFeatures;
  readonly matches: FeatureMatches;
  readonly registration: PairRegistration;
  /** Ships that stood still have the picture at the same place: dots may be those of a card that was moved. */
  readonly isWhereShipsAre?: true;
}

/** Graph of the pictures that show parts of one print in common. */
export interface MatchGraph {
  readonly edges: readonly GraphEdge[];
  /** Pictures whose print repeats, so that where they belong is open. */
  readonly repeats: ReadonlySet<number>;
}

const STRONG = 40;

/** Whether enough matches for the pair to need no other evidence of being exact. */
export function isStrong({ registration }: GraphEdge): boolean {
  return registration.fit.inliers.length >= STRONG;
}

/** With more pictures than this, which pairs to match wholly is found with a few features of each. */
const FEW = 6;
const FEATURES_TO_PAIR = 700;
/** Each picture is matched with all its features to this many others, those that it shares most with. */
const NEIGHBOURS = 5;

/** Matches pictures with each other by what their print looks like, and keeps the pairs that agree by more than chance. */
export function matchGraph(cv: Cv, pictures: readonly PrintPicture[]): MatchGraph {
  const repeats = new Set<number>();
  const edges: GraphEdge[] = [];
  for (const [from, to] of promisingPairs(cv, pictures)) {
    const registration = registerPair(cv, pictures[from]!, pictures[to]!);
    if (registration === 'repeats') repeats.add(from).add(to);
    else if (registration) {
      const [fromFeatures, toFeatures] = [pictures[from]!.features, pictures[to]!.features];
      edges.push({ from, to, fromFeatures, toFeatures, matches: registration.matches, registration });
    }
  }
  return { edges, repeats };
}

function promisingPairs(cv: Cv, pictures: readonly PrintPicture[]): [number, number][] {
  const all = pictures.flatMap((_, to) => Array.from({ length: to }, (__, from): [number, number] => [from, to]));
  if (pictures.length <= FEW) return all;
  const votes = all.flatMap(([from, to]) => {
    const found = registerPair(cv, pictures[from]!, pictures[to]!, FEATURES_TO_PAIR);
    return found && found !== 'repeats' ? [{ pair: [from, to] as [number, number], cells: found.cells }] : [];
  });
  const taken = pictures.map(() => 0);
  return votes
    .sort((a, b) => b.cells - a.cells)
    .flatMap(({ pair }) => {
      if (Math.min(taken[pair[0]]!, taken[pair[1]]!) >= NEIGHBOURS) return [];
      pair.forEach((one) => {
        taken[one]!++;
      });
      return [pair];
    });
}

/**
 * Pictures that hang together, each in the order given: the largest set first, of equal ones that with the earlier picture. A picture by
 * itself counts only where no two hang together.
 */
export function componentsOf(count: number, edges: readonly Pick<GraphEdge, 'from' | 'to'>[]): number[][] {
  const root = Array.from({ length: count }, (_, i) => i);
  const rootOf = (i: number): number => (root[i] === i ? i : rootOf(root[i]!));
  for (const { from, to } of edges) root[Math.max(rootOf(from), rootOf(to))] = Math.min(rootOf(from), rootOf(to));
  const components = new Map<number, number[]>();
  for (let i = 0; i < count; i++) components.set(rootOf(i), [...(components.get(rootOf(i)) ?? []), i]);
  const sorted = [...components.values()].sort((a, b) => b.length - a.length || a[0]! - b[0]!);
  return sorted.filter(({ length }, i) => length > 1 || i === 0);
}

/** Scales of the one and of the other picture that are matched in turn. */
const SCALE_PAIRS: readonly (readonly [number, number])[] = [
  [0, 2],
  [2, 0],
  [0, 1],
  [1, 0],
];

/** Registers two pictures one of which may show the print several times as large as the other. */
export async function unlikeEdge(
  cv: Cv,
  pictures: readonly StitchPicture[],
  from: number,
  to: number,
): Promise<GraphEdge | 'repeats' | undefined> {
  const [one, other] = [pictures[from]!, pictures[to]!];
  const [ones, others] = [await one.atScales(), await other.atScales()];
  for (const [a, b] of SCALE_PAIRS) {
    const [fromFeatures, toFeatures] = [ones[a], others[b]];
    if (!fromFeatures || !toFeatures) continue;
    const registration = registerPair(cv, { size: one.size, features: fromFeatures }, { size: other.size, features: toFeatures });
    if (registration === 'repeats') return registration;
    if (registration) return { from, to, fromFeatures, toFeatures, matches: registration.matches, registration };
  }
  return undefined;
}

/** At most `most` of some pictures, spread evenly over them. */
export function spread(indices: readonly number[], most: number): number[] {
  const step = Math.max(1, indices.length / most);
  return Array.from({ length: Math.min(most, indices.length) }, (_, k) => indices[Math.floor(k * step)]!);
}
