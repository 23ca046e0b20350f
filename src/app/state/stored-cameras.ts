import * as v from 'valibot';
import { fields, validate, whole, word } from '../../table/documents/validate.js';
import { knownLensFrom } from '../../table/known-lens.js';
import type { Setup } from '../../table/setup/setup.js';
import { parseSetup, setupFile } from '../../table/setup/setup-file.js';
import type { CameraSource } from '../capture/camera-source.js';
import type { FrameSource } from '../capture/frame-source.js';
import { isSameLook } from '../setup/mat-look.js';
import { askToLast, forget, keep, kept } from '../ui/storage.js';
import type { CameraMemory } from './table-knowledge.js';

/**
 * Key of everything that the device keeps about its cameras: one record for each camera and resolution, the one used last first. Never a
 * table; of a picture only the id under which a mat's print is kept.
 */
const KEY = 'hashmark-cameras';
/** The former four stores: read once. */
const FORMER = { lenses: 'hashmark-lenses', mirrors: 'hashmark-mirrors', setups: 'hashmark-setups', settings: 'hashmark-settings' };
const MAX_SETUPS = 24;
/** Number of cameras whose names are kept. */
const MAX_NAMES = 12;
const MAX_PX = 1e5;

/** A camera at the resolution it has. */
export interface CameraAt {
  readonly cameraId: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface StoredCamera extends CameraAt, CameraMemory {}

/** A camera by its name: its id may be another at the next visit. */
interface NamedCamera {
  readonly deviceId: string;
  readonly label: string;
}

/** Cameras that were opened: the id that the last one had then, and their names, the newest first. */
export interface OpenedCameras {
  readonly lastId?: string | undefined;
  readonly names: readonly NamedCamera[];
}

interface StoredCameras {
  readonly opened: OpenedCameras;
  readonly cameras: readonly StoredCamera[];
}

/** The camera of a source; a photo, a video or a simulation has none that comes again. */
export function cameraOf(source: FrameSource | undefined): CameraAt | undefined {
  return source?.kind === 'camera' ? { cameraId: (source as CameraSource).keptId, ...source.size() } : undefined;
}

/** The stored record of a camera; that it gives mirror images is true at every resolution. */
export function storedCamera(camera: CameraAt): CameraMemory {
  const { cameras } = load();
  const isMirrored = cameras.some((one) => one.cameraId === camera.cameraId && one.isMirrored);
  const { lens, setups = [] } = cameras.find(isAt(camera)) ?? {};
  return { isMirrored, lens, setups };
}

/** Stores a camera, replacing its record. A browser that gives its cameras no names stores nothing. */
export function storeCamera({ cameraId, widthPx, heightPx }: CameraAt, { isMirrored, lens, setups }: CameraMemory): void {
  if (setups.length > 0) askToLast();
  if (cameraId === '') return;
  const stored = load();
  const isThis = isAt({ cameraId, widthPx, heightPx });
  const others = stored.cameras.filter((one) => !isThis(one)).map((one) => (one.cameraId === cameraId ? { ...one, isMirrored } : one));
  save({ ...stored, cameras: [{ cameraId, widthPx, heightPx, isMirrored, lens, setups }, ...others] });
}

/** The setups that are of another mat. */
export function ofOtherMats(setups: readonly Setup[], { mat }: Setup): readonly Setup[] {
  return setups.filter((one) => !isSameLook(one.mat.look, mat.look));
}

/** The ids under which the prints of all setups are kept. */
export function keptPrintIds(): readonly string[] {
  return load().cameras.flatMap(({ setups }) => setups.flatMap(({ printId }) => printId ?? []));
}

export function openedCameras(): OpenedCameras {
  return load().opened;
}

/** Stores that a camera was opened; `lastId`: its present id. */
export function storeOpened(lastId: string, named: NamedCamera): void {
  const stored = load();
  const others = stored.opened.names.filter(({ deviceId }) => deviceId !== named.deviceId);
  save({ ...stored, opened: { lastId, names: [named, ...others].slice(0, MAX_NAMES) } });
}

const isAt = (camera: CameraAt) => (one: CameraAt) =>
  one.cameraId === camera.cameraId && one.widthPx === camera.widthPx && one.heightPx === camera.heightPx;

function save({ opened, cameras }: StoredCameras): void {
  let left = MAX_SETUPS;
  const written = cameras.map(({ setups, ...camera }) => {
    const some = setups.slice(0, left);
    left -= some.length;
    return { ...camera, setups: some.map((one) => ({ ...setupFile(one), printId: one.printId })) };
  });
  keep(KEY, { opened, cameras: written.filter((one) => one.isMirrored || one.lens || one.setups.length > 0) });
}

const SIZED = { cameraId: word(), widthPx: whole({ min: 1, max: MAX_PX }), heightPx: whole({ min: 1, max: MAX_PX }) };
const CAMERA = fields({ ...SIZED, isMirrored: v.boolean(), lens: v.optional(v.unknown()), setups: v.unknown() });

function load(): StoredCameras {
  const stored = kept(KEY);
  if (stored === undefined) return migrated();
  const { opened, cameras } = recordOf(stored);
  const { lastId, names } = recordOf(opened);
  return { opened: readOpened(lastId, names), cameras: listOf(cameras).flatMap(readCamera) };
}

const NAMED = fields({ deviceId: v.string(), label: v.string() });

function readOpened(lastId: unknown, names: unknown): OpenedCameras {
  return {
    ...(typeof lastId === 'string' && { lastId }),
    names: listOf(names).flatMap((one) => readable(() => validate(NAMED, one, 'camera'))),
  };
}

/** Reads a stored camera; unreadable parts are dropped, and measured or set up again. */
function readCamera(stored: unknown): readonly StoredCamera[] {
  const read = readable(() => validate(CAMERA, stored, 'camera'));
  return read.map(({ lens, setups, ...camera }) => ({
    ...camera,
    lens: lens === undefined ? undefined : readable(() => knownLensFrom(lens))[0],
    setups: listOf(setups).flatMap((one) =>
      readable(() => {
        const { printId } = recordOf(one);
        return { ...parseSetup(one), ...(typeof printId === 'string' && { printId }) };
      }),
    ),
  }));
}

const LENS = fields({ cameraId: word(), lens: v.unknown() });
const SETUP = fields({ ...SIZED, setup: v.unknown() });

/** The former stores as one; they are deleted once it is written. */
function migrated(): StoredCameras {
  const mirrored = listOf(kept(FORMER.mirrors)).filter((id) => typeof id === 'string');
  const lenses = listOf(kept(FORMER.lenses)).flatMap((one) =>
    readable(() => {
      const { cameraId, lens } = validate(LENS, one, 'lens');
      const { widthPx, heightPx } = knownLensFrom(lens);
      return { cameraId, widthPx, heightPx, isMirrored: mirrored.includes(cameraId), lens: knownLensFrom(lens), setups: [] };
    }),
  );
  const setups = listOf(kept(FORMER.setups)).flatMap((one) =>
    readable(() => {
      const { setup, ...camera } = validate(SETUP, one, 'setup');
      return { ...camera, isMirrored: mirrored.includes(camera.cameraId), setups: [parseSetup(setup)] };
    }),
  );
  // For a camera that was only said to be mirrored no resolution is known.
  const unsized = mirrored.map((cameraId): StoredCamera => ({ cameraId, widthPx: 1, heightPx: 1, isMirrored: true, setups: [] }));
  const cameras: StoredCamera[] = [];
  for (const one of [...setups, ...lenses, ...unsized] as readonly StoredCamera[]) {
    const at = cameras.findIndex(isAt(one));
    const known = cameras[at];
    if (known) cameras[at] = { ...known, lens: known.lens ?? one.lens, setups: [...known.setups, ...one.setups] };
    else cameras.push(one);
  }
  const { cameraId, cameras: names } = recordOf(kept(FORMER.settings));
  const all = { opened: readOpened(cameraId, names), cameras };
  save(all);
  if (kept(KEY) !== undefined) for (const key of Object.values(FORMER)) forget(key);
  return all;
}

function readable<T>(read: () => T): readonly T[] {
  try {
    return [read()];
  } catch {
    return [];
  }
}

const listOf = (stored: unknown): readonly unknown[] => (Array.isArray(stored) ? stored : []);
const recordOf = (stored: unknown) => (typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {});
