/** For `ref`, once an element is first drawn: scrolls a part that has just been opened into view, on a phone above the answer. */
export function intoView(opened: Element | undefined): void {
  if (opened) requestAnimationFrame(() => opened.scrollIntoView({ block: 'nearest' }));
}
