/** For `ref`, once an element is first drawn: scrolls a part that has just been opened into view, on a phone above the answer. */
export function intoView(opened: Element | undefined): void {
  if (opened) requestAnimationFrame(() => opened.scrollIntoView({ block: 'nearest' }));
}

/** Focuses a part of what was opened from the page's bar, which is far above it; what opened by itself leaves the focus where it is. `host`: what was opened. */
export function takeFocusFromBar(host: HTMLElement, to: HTMLElement | null): void {
  const focused = (host.getRootNode() as ShadowRoot).activeElement;
  if (!focused || focused.localName === 'hm-top-bar') to?.focus();
}

/** The innermost element that has the focus, through all shadow trees below a root. */
export function focusedIn(root: ShadowRoot | null): Element | null {
  const focused = root?.activeElement ?? null;
  return focused?.shadowRoot?.activeElement ? focusedIn(focused.shadowRoot) : focused;
}

/** Moves the focus from what is gone, with which it fell back to the page, to the first heading below the children of `now`. */
export function keepFocus(gone: Element, now: Element | null): void {
  if (gone.isConnected || document.activeElement !== document.body) return;
  const [heading] = [...(now?.children ?? [])].flatMap(({ shadowRoot }) => shadowRoot?.querySelector('h2') ?? []);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
