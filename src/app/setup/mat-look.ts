/** A colour of the picture, each part 0…255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Hues around the circle, then dark and grey. */
const HUES = 6;
const BINS = HUES + 2;
/** Limits below which a part of the mat is too dark, or too colourless, to have a hue. */
const DARK = 40;
const GREY = 0.25;
/** Largest difference between two looks of one mat, as a share of the mat: ships, hands and another lamp. */
const SAME_SHARE = 0.35;

/**
 * Features by which a mat is recognised: shares of each hue, two hexadecimal digits for each of 6 hues, dark and grey. It is not a picture,
 * and the same from every side.
 */
export function lookOfColours(colours: readonly Colour[]): string {
  const counts = new Array<number>(BINS).fill(0);
  for (const colour of colours) counts[binOf(colour)]! += 1;
  return counts
    .map((count) =>
      Math.round((255 * count) / Math.max(1, colours.length))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
}

function binOf([red, green, blue]: Colour): number {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (most < DARK) return HUES;
  if (range < GREY * most) return HUES + 1;
  const sixth = most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return ((Math.round(sixth) % HUES) + HUES) % HUES;
}

/** The share of a mat in which two looks differ, 0…1; undefined where one of them is empty. */
export function lookDifference(a: string | undefined, b: string | undefined): number | undefined {
  const [of, to] = [sharesOf(a), sharesOf(b)];
  return of && to && of.reduce((sum, share, bin) => sum + Math.abs(share - to[bin]!), 0) / 2;
}

/** Whether two looks may be of one mat; an empty one may be of any. */
export function isSameLook(a: string | undefined, b: string | undefined): boolean {
  return (lookDifference(a, b) ?? 0) <= SAME_SHARE;
}

function sharesOf(look: string | undefined): readonly number[] | undefined {
  if (!look || !new RegExp(`^[0-9a-f]{${2 * BINS}}$`).test(look)) return undefined;
  return Array.from({ length: BINS }, (_, bin) => Number.parseInt(look.slice(2 * bin, 2 * bin + 2), 16) / 255);
}
