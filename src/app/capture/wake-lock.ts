/** Keeps the screen awake until the returned function is called, where the browser can; takes it up again after the page was hidden. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isWanted = true;
  const request = async () => {
    if (!isWanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const granted = await navigator.wakeLock.request('screen');
      if (isWanted) lock = granted;
      else await granted.release();
    } catch {
      // Refused, for instance on a low battery: the screen then sleeps as usual.
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
