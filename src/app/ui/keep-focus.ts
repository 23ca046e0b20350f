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
