import type { Held } from './camera-lock.js';
import type { CameraSource } from './camera-source.js';

/** Holds a camera's focus and light while its pictures can be measured, and lets it adjust itself when they cannot. */
export interface CameraHold {
  /** A picture was measured. */
  good(): void;
  /** A picture could not be measured: perhaps the lamp was switched off, perhaps the camera was moved. */
  bad(): void;
  /** Whether the player wants it. */
  want(isWanted: boolean): void;
}

/** Pictures in a row that must succeed before the camera is held, or fail before it is let go: lens and light need a while to settle. */
const GOOD_ENOUGH = 3;
const BAD_ENOUGH = 8;

/** `onHeld` is called with the held settings: empty where the browser cannot hold any, undefined while the camera adjusts itself. */
export function createCameraHold(
  camera: Pick<CameraSource, 'lock' | 'unlock'>,
  onHeld: (held: readonly Held[] | undefined) => void,
): CameraHold {
  let run = 0;
  let isHeld = false;
  let isWanted = true;
  const set = async (hold: boolean) => {
    if (hold === isHeld) return;
    isHeld = hold;
    if (hold) onHeld(await camera.lock());
    else {
      await camera.unlock();
      onHeld(undefined);
    }
  };
  return {
    good() {
      run = Math.max(run, 0) + 1;
      if (isWanted && run >= GOOD_ENOUGH) void set(true);
    },
    bad() {
      run = Math.min(run, 0) - 1;
      if (run <= -BAD_ENOUGH) void set(false);
    },
    want(wanted) {
      isWanted = wanted;
      if (!wanted) void set(false);
      else if (run >= GOOD_ENOUGH) void set(true);
    },
  };
}
