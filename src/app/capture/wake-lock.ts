/** Told on the window where the screen may go off although it is to stay on. */
export const SCREEN_MAY_SLEEP_EVENT = 'hm-screen-may-sleep';

const maySleep = () => dispatchEvent(new Event(SCREEN_MAY_SLEEP_EVENT));

/** Keeps the screen awake until the returned function is called, where the browser can, and tells where it cannot; takes it up again after the page was hidden. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isWanted = true;
  const request = async () => {
    if (!isWanted || document.visibilityState !== 'visible') return;
    if (!('wakeLock' in navigator)) {
      maySleep();
      return;
    }
    try {
      const granted = await navigator.wakeLock.request('screen');
      if (isWanted) lock = granted;
      else await granted.release();
    } catch {
      // Refused, for instance on a low battery: the screen then sleeps as usual.
      maySleep();
    }
  };
  document.addEventListener('visibilitychange', request);
  void request();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', request);
    void lock?.release().catch(() => undefined);
  };
}
