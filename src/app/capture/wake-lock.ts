/** The event on the window that the screen may go off although it should stay on. */
export const SCREEN_MAY_SLEEP_EVENT = 'hm-screen-may-sleep';

const maySleep = () => dispatchEvent(new Event(SCREEN_MAY_SLEEP_EVENT));

/** Keeps the screen awake until the returned function is called, where the browser can, and says so where it cannot; starts again after the page was hidden. */
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
      if (!isWanted) {
        await granted.release();
        return;
      }
      lock = granted;
      // Systems take it back on their own, to save power; also from a hidden page, which asks again when it is seen.
      granted.addEventListener?.('release', () => isWanted && document.visibilityState === 'visible' && maySleep(), { once: true });
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
