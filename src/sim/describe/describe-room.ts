import { ENVIRONMENTS, SURFACES } from '../look/look-names.js';
import { isOfSplit, type LookRow } from '../look/look-row.js';
import { pickWeighted, type Random } from '../random.js';
import type { LampDescription, Rgb, RoomDescription, Split } from '../table-description.js';

/** The table under the mat, the room around it, its lamps and windows. */
export function describeRoom(random: Random, split: Split, mat: { readonly widthMm: number; readonly depthMm: number }): RoomDescription {
  const pickLook = (rows: readonly LookRow[]) => ({
    family: pickWeighted(
      random,
      rows.filter((row) => isOfSplit(row, split)),
    ).name,
    seed: random.seed(),
  });
  const ambient = split === 'test' ? random.range(0.25, 0.7) : random.range(0.15, 0.75);
  const sky = scale(kelvin(random.range(3500, 8000)), ambient);
  // The mat lies wholly on the table, wherever on it.
  const besideMm = random.range(20, 500);
  const beyondMm = random.range(20, 400);
  return {
    surface: pickLook(SURFACES),
    surfaceWidthMm: mat.widthMm + 2 * besideMm,
    surfaceDepthMm: mat.depthMm + 2 * beyondMm,
    surfaceShift: { x: random.range(-1, 1) * Math.min(150, besideMm - 15), y: random.range(-1, 1) * Math.min(150, beyondMm - 15) },
    surfaceGloss: random.chance(0.5) ? 0 : random.next(),
    floorLook: pickLook(SURFACES),
    floor: scale(tint(random), random.range(0.1, 1)),
    environment: pickLook(ENVIRONMENTS),
    environmentTurnRad: random.range(0, 2 * Math.PI),
    environmentStrength: random.range(0.3, 1.6),
    sky,
    ground: scale(sky, random.range(0.2, 0.7)),
    lamps: describeLamps(random, split, 1 - ambient),
  };
}

/**
 * One to three lamps that together give a white sheet the brightness `total`; the first one or two throw shadows.
 * In test rooms the light comes from low at the side more often.
 */
function describeLamps(random: Random, split: Split, total: number): LampDescription[] {
  const count = random.pick([1, 1, 2, 2, 3]);
  const shadows = Math.min(count, random.chance(0.4) ? 2 : 1);
  const shares = Array.from({ length: count }, (_, i) => (i === 0 ? 1 : random.range(0.15, 0.9)));
  const sum = shares.reduce((a, b) => a + b, 0);
  const soft = random.chance(0.5);
  return shares.map((share, i) => {
    const height = random.chance(0.4) ? random.range(2500, 4000) : random.range(700, 2000);
    const lowSun = random.chance(split === 'test' ? 0.3 : 0.15);
    const out = height * (lowSun ? random.range(0.8, 1.5) : random.range(0, 0.8));
    const turn = random.range(0, 2 * Math.PI);
    return {
      x: out * Math.cos(turn),
      y: out * Math.sin(turn),
      z: height,
      colour: kelvin(random.range(2700, 7500)),
      strength: (total * share) / sum,
      castsShadow: i < shadows,
      softness: soft ? random.range(3, 9) : random.range(0.8, 3),
    };
  });
}

/** A black body's colour, balanced halfway as a camera does it; fit of the common tables between 2500 and 9000 K. */
export function kelvin(temperatureK: number): Rgb {
  const t = (temperatureK - 5500) / 3000;
  const r = Math.max(0.6, 1 - 0.16 * t);
  const b = Math.max(0.35, 1 + 0.24 * t);
  const mean = (r + 1 + b) / 3;
  return [r / mean, 1 / mean, b / mean];
}

function tint(random: Random): Rgb {
  const channel = () => 1 + random.range(-0.25, 0.25);
  return [channel(), channel(), channel()];
}

function scale(colour: Rgb, by: number): Rgb {
  return [colour[0] * by, colour[1] * by, colour[2] * by];
}
