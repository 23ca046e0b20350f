import * as v from 'valibot';
import type { Setup } from '../../table/setup/setup.js';
import { parseSetup, setupFile } from '../../table/setup/setup-file.js';
import { fields, validate, whole, word } from '../../table/validate.js';
import { askToLast, keep, kept } from '../ui/storage.js';
import { isSameLook } from './mat-look.js';

/** The tables that were set up: one for each camera, resolution and mat, the newest first; on this device only. */
const KEY = 'hashmark-setups';
const MOST = 24;
const MOST_PX = 1e5;

/** A camera at the resolution it has. */
export interface CameraAt {
  readonly cameraId: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface KeptSetup extends CameraAt {
  readonly setup: Setup;
}

/** What was kept for a camera at a resolution, the newest first. */
export function keptSetups(camera: CameraAt): readonly Setup[] {
  return load()
    .filter(isFor(camera))
    .map(({ setup }) => setup);
}

/** Keeps a setup instead of an earlier one of the same mat. A browser that gives its cameras no names keeps nothing. */
export function keepSetup(camera: CameraAt, setup: Setup): void {
  askToLast();
  if (camera.cameraId !== '') save([{ ...camera, setup }, ...othersThan(camera, setup)]);
}

export function forgetSetup(camera: CameraAt, setup: Setup): void {
  save(othersThan(camera, setup));
}

const isFor = (camera: CameraAt) => (one: CameraAt) =>
  one.cameraId === camera.cameraId && one.widthPx === camera.widthPx && one.heightPx === camera.heightPx;

function othersThan(camera: CameraAt, { mat }: Setup): readonly KeptSetup[] {
  const isThat = isFor(camera);
  return load().filter((one) => !isThat(one) || !isSameLook(one.setup.mat.look, mat.look));
}

const KEPT = fields({
  cameraId: word(),
  widthPx: whole({ min: 1, max: MOST_PX }),
  heightPx: whole({ min: 1, max: MOST_PX }),
  setup: v.unknown(),
});

function load(): readonly KeptSetup[] {
  const saved = kept(KEY);
  return Array.isArray(saved) ? saved.flatMap(readable) : [];
}

function save(setups: readonly KeptSetup[]): void {
  keep(
    KEY,
    setups.slice(0, MOST).map((one) => ({ ...one, setup: setupFile(one.setup) })),
  );
}

/** What cannot be read is set up anew; the others stay. */
function readable(saved: unknown): readonly KeptSetup[] {
  try {
    const { setup, ...camera } = validate(KEPT, saved, 'setup');
    return [{ ...camera, setup: parseSetup(setup) }];
  } catch {
    return [];
  }
}
