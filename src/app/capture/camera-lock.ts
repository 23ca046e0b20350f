/** Camera settings that TypeScript's DOM types leave out (W3C Image Capture). */
interface FullSettings extends MediaTrackSettings {
  readonly focusDistance?: number;
  readonly exposureTime?: number;
  readonly iso?: number;
  readonly colorTemperature?: number;
}

type Abilities = MediaTrackCapabilities &
  Readonly<Record<'focusMode' | 'exposureMode' | 'whiteBalanceMode', readonly string[] | undefined>>;

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
  const settings = track.getSettings() as FullSettings;
  const held: string[] = [];
  for (const { what, mode, values } of ROWS) {
    if (!abilities[mode]?.includes('manual')) continue;
    const now = Object.fromEntries(values.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])));
    if (await apply(track, { [mode]: 'manual', ...now })) held.push(what);
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
