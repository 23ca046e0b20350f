/**
 * The rules that accept or reject an edge as the mat's border, by name, each kept because some table was measured better with it (docs/experiments/border.md).
 * One can be left out to see what it is worth today: `hashmark eval DIR --without RULE`.
 */
export const BORDER_RULES = [
  /** A band between two lines that is coloured as the mat is not outside of its border. */
  'band-colours',
  /** A print's frame keeps its distance from the border all around. */
  'frame-distance',
  /** A side with one print inside and outside of it costs a rival border. */
  'print-across-rival',
  /** Sides unlike each other cost a rival border. */
  'unlike-sides',
  /** Of rival borders the sizes of the bases choose one. */
  'rivals-by-bases',
  /** Rivals that fit nearly as well widen what is claimed. */
  'rivals-widen',
  /** A border of which rivals leave centimetres open is refused. */
  'unsure-refused',
  /** A border with one print inside and outside of a side is refused. */
  'print-across-refused',
  /** A side beyond which its neighbours run on is refused. */
  'runs-on-refused',
  /** A border read at the seam of a hem is moved to where the mat ends. */
  'hem',
  /** A hem that one side alone shows leaves its width open. */
  'hem-alone',
  /** A line that a sharpening camera draws beside another is no hem. */
  'hem-halo',
  /** A line printed within a hem's seam may be what was read. */
  'hem-printed-line',
  /** The misread sides of a camera that stands still do not count. */
  'still-camera',
  /** Bases of one size on a border that is not seen whole widen what is claimed. */
  'one-size',
  /** Bases that agree little with the border widen what is claimed. */
  'bases-agree-little',
  /** A border on which bases are not square is refused. */
  'bases-disagree-refused',
  /** A border that is no mat's by its size is refused. */
  'size-refused',
  /** A border that takes an unlikely lens is refused. */
  'lens-refused',
  /** A border that the sizes of the bases doubt is searched for elsewhere. */
  'inconsistent-elsewhere',
  /** A border that the sizes of the bases contradict is refused. */
  'inconsistent-refused',
  /** A border on which bases are not of the sizes that each shows alone is refused. */
  'sizes-misread-refused',
  /** Two sides found by contrast alone do not hold the scale, nor the place. */
  'faint-sides',
  /** Bases without a border may all be of another size. */
  'plane-other-sizes',
  /** The border is searched for on the plane that the bases determine. */
  'border-on-plane',
  /** The mat's square is searched for by contrast on that plane. */
  'square-by-contrast',
  /** A square by contrast only counts where no other has nearly its contrast. */
  'contrast-rival',
] as const;

export type BorderRule = (typeof BORDER_RULES)[number];

const leftOut = new Set<BorderRule>();
const asked = new Set<BorderRule>();

/** Leaves rules out of all measurements of this process from now on, and forgets which were asked. */
export function leaveOut(rules: readonly BorderRule[]): void {
  leftOut.clear();
  asked.clear();
  for (const rule of rules) leftOut.add(rule);
}

/** Rules whose answer was needed since `leaveOut`: leaving out any other would have changed nothing. */
export function rulesAsked(): readonly BorderRule[] {
  return BORDER_RULES.filter((rule) => asked.has(rule));
}

/** Whether a rule counts. Asked only where the answer makes a difference. */
export function applies(rule: BorderRule): boolean {
  asked.add(rule);
  return !leftOut.has(rule);
}

/** A cost where its rule counts, else 0. */
export function applied(rule: BorderRule, cost: number): number {
  return cost !== 0 && !applies(rule) ? 0 : cost;
}
