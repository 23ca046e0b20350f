/** Below this nobody reads them, px. */
const MIN_PX = 5;
/** From one try to the next. */
const SHRINK = 0.95;

/** Gives an element letters of the desired height, or smaller ones that leave nothing cut off. */
export function fitLetters(element: HTMLElement, wishedPx: number): void {
  for (let px = Math.max(MIN_PX, wishedPx); ; px *= SHRINK) {
    element.style.fontSize = `${px}px`;
    const isWhole = element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth;
    if (isWhole || px <= MIN_PX) return;
  }
}
