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
}

function isWithin(value: number, { min = Number.MIN_VALUE, max = Infinity }: Range = {}): boolean {
  return value >= min && value <= max;
}

/** What can be held still: the mode's name, and the values that hold it where it is now. */
const ROWS = [
  { what: 'focus', mode: 'focusMode', values: ['focusDistance'] },
  { what: 'exposure', mode: 'exposureMode', values: ['exposureTime', 'iso'] },
  { what: 'white balance', mode: 'whiteBalanceMode', values: ['colorTemperature'] },
] as const;

/**
 * Holds focus, exposure and white balance where the camera has settled, as far as the browser can: a hunting focus changes the lens,
 * and with it every millimetre. Returns what is held; an empty list where nothing can be.
 */
export async function lockCamera(track: MediaStreamTrack): Promise<readonly string[]> {
  const abilities = (track.getCapabilities?.() ?? {}) as Abilities;
  const ranges = abilities as Readonly<Record<string, Range | undefined>>;
  const settings = track.getSettings() as FullSettings;
  const held: string[] = [];
  for (const { what, mode, values } of ROWS) {
    if (!abilities[mode]?.includes('manual')) continue;
    const now = values.flatMap((name) => (settings[name] === undefined ? [] : [{ name, value: settings[name] }]));
    // Some phones give 0 for what they do not tell: held there, a camera is dark and out of focus.
    if (!now.every(({ name, value }) => isWithin(value, ranges[name]))) continue;
    const isTaken = await apply(track, { [mode]: 'manual', ...Object.fromEntries(now.map(({ name, value }) => [name, value])) });
    // A camera may take a setting and not follow it.
    if (isTaken && [undefined, 'manual'].includes((track.getSettings() as Readonly<Record<string, string | undefined>>)[mode]))
      held.push(what);
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
