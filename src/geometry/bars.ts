/** A part of a picture, px. */
export interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Rgba {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array | Uint8ClampedArray;
}

/** Levels within which the pixels of a bar's line agree, and the lines of both bars: a screen's colour is exact, a jpeg of it nearly. */
const [SAME_LEVELS, SAME_LINES] = [3, 1];
/** Share of a bar's lines that have its colour; in the others something is drawn. */
const LINES_SHARE = 0.8;
/** Share of a line within a bar that is of one colour; the rest may be buttons, a clock or a title. */
const BAR_SHARE = 0.6;
/** Share of any one colour below which a line belongs to the picture. No line may be between the two: a bar ends at once. */
const PICTURE_SHARE = 0.4;
/** Maximum number of lines between a bar and the picture, where a scaled picture's edge is blurred. */
const EDGE_LINES = 2;
/** Consecutive lines of the picture that confirm its beginning: a title in a bar has fewer lines full of letters. */
const SURE_LINES = 40;
/** Minimum share of its side that a bar takes, and that is left for the picture. */
const [MIN_BAR, MIN_PICTURE] = [0.02, 0.25];

/**
 * The picture within bars of one colour on two opposite sides or on all four, as a screenshot or a letterboxed copy has them; undefined
 * where there are none. A table's dark surroundings are no such bars: bars end along a straight line of pixels, all along it, on both
 * sides.
 */
export function withinBars({ widthPx, heightPx, rgba }: Rgba): PictureBox | undefined {
  const level = (x: number, y: number) => {
    const at = 4 * (y * widthPx + x);
    return (rgba[at]! << 16) | (rgba[at + 1]! << 8) | rgba[at + 2]!;
  };
  const rows = between(Array.from({ length: heightPx }, (_, y) => lineOf(widthPx, (x) => level(x, y))));
  const [top, bottom] = rows ?? [0, heightPx];
  const columns = between(Array.from({ length: widthPx }, (_, x) => lineOf(bottom - top, (y) => level(x, top + y))));
  if (!rows && !columns) return undefined;
  const [left, right] = columns ?? [0, widthPx];
  return { left, top, widthPx: right - left, heightPx: bottom - top };
}

/** A row or column of pixels. */
interface Line {
  /** The colour in the middle of its pixels, when they are in order. */
  readonly color: number;
  /** The share of them that are of that colour. */
  readonly share: number;
}

function lineOf(length: number, level: (i: number) => number): Line {
  const step = Math.max(1, Math.floor(length / 200));
  const sample: number[] = [];
  for (let i = 0; i < length; i += step) sample.push(level(i));
  const sorted = [...sample].sort((a, b) => a - b);
  const color = sorted[Math.floor(sorted.length / 2)]!;
  return { color, share: sample.filter((one) => isNear(one, color, SAME_LEVELS)).length / sample.length };
}

function isNear(a: number, b: number, levels: number): boolean {
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= levels);
}

/** First line of the picture and the line after its last; undefined where no bars of one colour are on both sides of it. */
function between(lines: readonly Line[]): readonly [first: number, end: number] | undefined {
  const first = barEnd(lines);
  const last = barEnd([...lines].reverse());
  if (first === undefined || last === undefined) return undefined;
  const end = lines.length - last;
  const bars = [...lines.slice(0, first), ...lines.slice(end)];
  const color = bars[Math.floor(bars.length / 2)]!.color;
  const same = bars.filter((line) => isNear(line.color, color, SAME_LINES)).length;
  return end - first >= MIN_PICTURE * lines.length && same >= LINES_SHARE * bars.length ? [first, end] : undefined;
}

/** Number of lines from the first one on that are a bar; undefined where there is none. */
function barEnd(lines: readonly Line[]): number | undefined {
  const isPicture = (line: Line | undefined) => !line || line.share < BAR_SHARE;
  const end = lines.findIndex((line, i) => isPicture(line) && lines.slice(i, i + SURE_LINES).every(isPicture));
  if (end < MIN_BAR * lines.length) return undefined;
  // It ends at once: the next lines are all of the picture.
  const edge = lines.slice(end, end + EDGE_LINES).findIndex(({ share }) => share < PICTURE_SHARE);
  return edge < 0 ? undefined : end + edge;
}
