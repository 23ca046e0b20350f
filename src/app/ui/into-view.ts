/** For `ref`, once an element is first drawn: scrolls a part that has just been opened into view, on a phone above the answer. */
export function intoView(opened: Element | undefined): void {
  if (opened) requestAnimationFrame(() => opened.scrollIntoView({ block: 'nearest' }));
}

/** Focuses a part of what was opened from the page's bar, which is far above it; what opened by itself leaves the focus where it is. `host`: what was opened. */
export function takeFocusFromBar(host: HTMLElement, to: HTMLElement | null): void {
  const focused = (host.getRootNode() as ShadowRoot).activeElement;
  if (!focused || focused.localName === 'hm-top-bar') to?.focus();
}
