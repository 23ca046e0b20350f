/** Camera settings that TypeScript's DOM types leave out (W3C Image Capture). */
interface FullSettings extends MediaTrackSettings {
  readonly focusDistance?: number;
  readonly exposureTime?: number;
  readonly iso?: number;
  readonly colorTemperature?: number;
}

type Abilities = MediaTrackCapabilities &
  Readonly<Record<'focusMode' | 'exposureMode' | 'whiteBalanceMode', readonly string[] | undefined>>;

interface Range {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** Whether a value is within a range. No focus, exposure or colour is 0: some phones give that for values that they do not report. */
function isWithin(value: number, { min = 0, max = Infinity }: Range = {}): boolean {
  return value > 0 && value >= min && value <= max;
}

/** Whether a value that was set is read back, within the steps in which a camera sets it. */
function isKept(set: number, read: number | undefined, { step = 0 }: Range = {}): boolean {
  return read === undefined || Math.abs(read - set) <= Math.max(step, 0.1 * set);
}

/** Settings of a camera that can be held still. */
export type Held = (typeof ROWS)[number]['what'];

/** Ways of holding settings: the mode's name, and the values that hold it where it is now. */
const ROWS = [
  { what: 'focus', mode: 'focusMode', values: ['focusDistance'] },
  { what: 'exposure', mode: 'exposureMode', values: ['exposureTime', 'iso'] },
  { what: 'white balance', mode: 'whiteBalanceMode', values: ['colorTemperature'] },
] as const;

/**
 * Holds focus, exposure and white balance where the camera has settled, as far as the browser can: a hunting focus changes the lens, and
 * with it every millimetre. Returns the settings that are held; empty where none can be.
 */
export async function lockCamera(track: MediaStreamTrack): Promise<readonly Held[]> {
  const abilities = (track.getCapabilities?.() ?? {}) as Abilities;
  const ranges = abilities as Readonly<Record<string, Range | undefined>>;
  const settings = track.getSettings() as FullSettings;
  const held: Held[] = [];
  for (const { what, mode, values } of ROWS) {
    if (!abilities[mode]?.includes('manual')) continue;
    const now = values.flatMap((name) => (settings[name] === undefined ? [] : [{ name, value: settings[name] }]));
    // Held at a value that it does not report, or outside of its range, a camera is dark and out of focus.
    if (!now.every(({ name, value }) => isWithin(value, ranges[name]))) continue;
    const isTaken = await apply(track, { [mode]: 'manual', ...Object.fromEntries(now.map(({ name, value }) => [name, value])) });
    if (!isTaken) continue;
    // A camera may take a setting and not follow it, or go where it was not sent.
    const read = track.getSettings() as FullSettings & Readonly<Record<string, unknown>>;
    if (read[mode] !== undefined && read[mode] !== 'manual') continue;
    if (now.every(({ name, value }) => isKept(value, read[name], ranges[name]))) held.push(what);
    else if (abilities[mode].includes('continuous')) await apply(track, { [mode]: 'continuous' });
  }
  return held;
}

/** Lets the camera adjust itself again. */
export async function unlockCamera(track: MediaStreamTrack): Promise<void> {
  const abilities = (track.getCapabilities?.() ?? {}) as Abilities;
  for (const { mode } of ROWS) if (abilities[mode]?.includes('continuous')) await apply(track, { [mode]: 'continuous' });
}

async function apply(track: MediaStreamTrack, setting: object): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [setting as MediaTrackConstraintSet] });
    return true;
  } catch {
    // A camera may list a mode and still refuse it; it then stays as it is.
    return false;
  }
}
