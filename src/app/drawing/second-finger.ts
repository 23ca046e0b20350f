/**
 * Calls back once when another finger comes down while one holds something: two fingers zoom, and move nothing. Returns how to stop listening. Who listens
 * takes hold by the primary finger alone: the other one may come down on something that can be held, too.
 */
export function onSecondFinger({ pointerId }: PointerEvent, letGo: () => void): () => void {
  const listener = (event: PointerEvent) => {
    if (event.pointerId === pointerId) return;
    stop();
    letGo();
  };
  const stop = () => removeEventListener('pointerdown', listener, true);
  addEventListener('pointerdown', listener, true);
  return stop;
}
