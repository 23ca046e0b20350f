/** Limits of time and place within which two taps of one finger are one double tap: ms and px. */
const DOUBLE_MS = 400;
const DOUBLE_PX = 24;

/**
 * Ignores the second tap of a double tap below `host` where the first has put another button under the finger: nobody has read it yet. A button that stays may be tapped as quickly as one
 * likes.
 */
export function ignoreDoubleTaps(host: HTMLElement): void {
  let last: { readonly button: string | EventTarget | undefined; readonly at: MouseEvent } | undefined;
  host.addEventListener(
    'click',
    (event) => {
      const button = buttonOf(event);
      const isSecond = last !== undefined && isDouble(last.at, event) && button !== last.button;
      last = { button, at: event };
      if (isSecond) {
        event.stopPropagation();
        event.preventDefault();
      }
    },
    { capture: true },
  );
}

/**
 * The words of the tapped button, since choices are drawn again in place; the button itself where it is a sign whose label may change with
 * each tap.
 */
function buttonOf(event: Event): string | EventTarget | undefined {
  const button = event.composedPath().find((one) => one instanceof HTMLButtonElement);
  return button?.textContent?.trim() || button;
}

/** Whether two clicks are a double tap. A mouse counts its clicks; fingers need not. Keys and programs have no place. */
function isDouble(before: MouseEvent, event: MouseEvent): boolean {
  const isNear = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < DOUBLE_PX;
  const isByFinger = event instanceof PointerEvent && event.pointerType === 'touch';
  return isNear && event.timeStamp - before.timeStamp < DOUBLE_MS && (event.detail > 1 || isByFinger);
}
