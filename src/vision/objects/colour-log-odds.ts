/** Bound of the log odds of a colour. */
const COLOUR_LIMIT = 2;
/** Number for each channel. */
const BINS = 12;
const COLOURS = BINS ** 3;
/** Bin of each level. */
const BIN_OF = Uint8Array.from({ length: 256 }, (_, level) => Math.floor((level * BINS) / 256));

/**
 * Log odds of a pixel’s colour, learnt from the window itself by the frequency of the colour where the mask shows an obstacle, and where
 * not.
 */
export function colourLogOdds(rgb: Uint8Array, mask: Float32Array, seen: Uint8Array): Float32Array {
  const colours = coloursOf(rgb);
  const { inside, outside, insideSum, outsideSum } = counted(colours, mask, seen);
  const [spreadIn, spreadOut] = [spread(inside), spread(outside)];
  const odds = new Float32Array(COLOURS);
  for (let k = 0; k < odds.length; k++) {
    const few = 2e-4;
    const ratio = Math.log((spreadIn[k]! / (insideSum + 1) + few) / (spreadOut[k]! / (outsideSum + 1) + few));
    odds[k] = Math.max(-COLOUR_LIMIT, Math.min(COLOUR_LIMIT, ratio));
  }
  return lookedUp(odds, colours);
}

/** The number of each pixel's colour: of its bins of red, green and blue. */
function coloursOf(rgb: Uint8Array): Uint16Array {
  const colours = new Uint16Array(rgb.length / 3);
  for (let at = 0, i = 0; at < colours.length; at++, i += 3) {
    colours[at] = (BIN_OF[rgb[i]!]! * BINS + BIN_OF[rgb[i + 1]!]!) * BINS + BIN_OF[rgb[i + 2]!]!;
  }
  return colours;
}

/** Frequency of each colour inside and outside, weighted by the mask’s probabilities. */
function counted(colours: Uint16Array, mask: Float32Array, seen: Uint8Array) {
  const inside = new Float32Array(COLOURS);
  const outside = new Float32Array(COLOURS);
  let insideSum = 0;
  let outsideSum = 0;
  let logit = 0;
  let probability = 0.5;
  for (let at = 0; at < mask.length; at++) {
    if (!seen[at]) continue;
    // Far from the threshold one pixel after the other has the same logit, the mask's limit.
    if (mask[at] !== logit) {
      logit = mask[at]!;
      probability = 1 / (1 + Math.exp(-logit));
    }
    const k = colours[at]!;
    inside[k]! += probability;
    outside[k]! += 1 - probability;
    insideSum += probability;
    outsideSum += 1 - probability;
  }
  return { inside, outside, insideSum, outsideSum };
}

/** Smooths the counts: each colour lends some of its own to its neighbours. */
function spread(counts: Float32Array): Float32Array {
  let from = counts;
  for (const step of [1, BINS, BINS * BINS]) {
    const to = new Float32Array(COLOURS);
    for (let k = 0; k < to.length; k++) {
      const place = Math.floor(k / step) % BINS;
      to[k] = 0.6 * from[k]! + (place > 0 ? 0.2 * from[k - step]! : 0) + (place < BINS - 1 ? 0.2 * from[k + step]! : 0);
    }
    from = to;
  }
  return from;
}

function lookedUp(odds: Float32Array, colours: Uint16Array): Float32Array {
  const found = new Float32Array(colours.length);
  for (let at = 0; at < found.length; at++) found[at] = odds[colours[at]!]!;
  return found;
}
