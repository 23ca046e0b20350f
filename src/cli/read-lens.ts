import { readFile } from 'node:fs/promises';
import type { LookHints } from '../table/sighting.js';

const FIELDS = ['widthPx', 'heightPx', 'fx', 'fy', 'cx', 'cy'] as const;

/** Reads a lens file (calibration/README.md); throws with the field that is missing or wrong. */
export async function readLens(path: string): Promise<NonNullable<LookHints['lens']>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${path}: no such lens file; expected a JSON file as calibration/README.md describes.`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path}: not a lens file: ${cause instanceof Error ? cause.message : String(cause)}.`);
  }
  const lens = json as Record<string, unknown>;
  for (const field of FIELDS) {
    const value = lens[field];
    if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) {
      throw new Error(`${path}: ${field} is ${JSON.stringify(value)}; expected a positive number of pixels.`);
    }
  }
  const distortion = lens.distortion;
  if (!Array.isArray(distortion) || distortion.length !== 5 || !distortion.every((k) => Number.isFinite(k))) {
    throw new Error(`${path}: distortion is ${JSON.stringify(distortion)}; expected five numbers k1, k2, p1, p2, k3.`);
  }
  return lens as unknown as NonNullable<LookHints['lens']>;
}
