import type { Random } from '../random.js';
import type { PictureDescription, Rgb } from '../table-description.js';

/** The picture that a phone or webcam makes: mostly decent, sometimes dim, blurred, overexposed or strongly compressed. */
export function describePicture(random: Random, wildness: number): PictureDescription {
  const dim = random.chance(0.15 * wildness);
  const noise = dim ? random.range(2, 5) : random.range(0.3, 1.6);
  const blurred = random.chance(0.3);
  const moving = random.chance(0.12 * wildness);
  const motion = moving ? random.range(0.5, 2.2) : 0;
  const direction = random.range(0, Math.PI);
  return {
    exposure: exposure(random, wildness),
    balance: balance(random, wildness),
    contrast: 1 + random.normal(0.12) * wildness,
    saturation: Math.max(0.4, 1.05 + random.normal(0.2) * wildness),
    vignette: random.range(0, 0.45) * wildness,
    shotNoise: 0.008 * noise,
    readNoise: 0.0025 * noise,
    blurPx: blurred ? random.range(0.6, 1.5) : random.range(0.25, 0.7),
    motionPx: { du: motion * Math.cos(direction), dv: motion * Math.sin(direction) },
    sharpen: random.chance(0.35) ? random.range(0.1, 0.8) : 0,
    fringePx: random.chance(0.4) ? Math.max(-0.8, Math.min(0.8, random.normal(0.35))) : 0,
    haze: random.chance(0.2) ? random.range(0, 0.03) : random.range(0, 0.006),
    jpegQuality: random.range(0.6, 0.95),
  };
}

function exposure(random: Random, wildness: number): number {
  const stops =
    random.normal(0.35) + (random.chance(0.1) ? random.range(0.4, 1.1) : 0) - (random.chance(0.12) ? random.range(0.4, 1.1) : 0);
  return 2 ** (stops * wildness);
}

function balance(random: Random, wildness: number): Rgb {
  const warm = random.normal(0.07) * wildness;
  const green = random.normal(0.03) * wildness;
  return [1 + warm, 1 + green, 1 - warm];
}
