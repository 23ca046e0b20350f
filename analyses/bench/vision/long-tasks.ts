/** Begins to watch the main thread; the call returns the longest task over 50 ms until then, ms; 0: none. */
export function largestTaskMs(): () => number {
  let longestMs = 0;
  const take = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longestMs = Math.max(longestMs, duration);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    take(observer.takeRecords());
    observer.disconnect();
    return longestMs;
  };
}
