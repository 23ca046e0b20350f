import type { PageListeners } from './page-listeners.js';
import type { PageParts } from './page-parts.js';

/** Something that is open over the page, and how it is closed; one that asks first stays open until it is answered. */
interface View {
  readonly isOpen: boolean;
  close(): void;
}

/** The views of the page, the lowest first. */
function pageViews({ modes, fairPlay, leaving, session }: PageParts, effects: PageListeners): readonly View[] {
  const { mode, dialog, match, matchPage } = modes.now;
  const { hasTable, isOpening, otherTable } = session().state;
  return [
    { isOpen: hasTable || isOpening, close: () => effects['hm-menu']({ action: 'home' }) },
    { isOpen: mode.kind !== 'measure', close: effects.back },
    { isOpen: fairPlay.fair?.isOpen === true, close: () => fairPlay.fair?.take({ kind: 'close' }, session().state.known.table) },
    { isOpen: match === 'shown', close: () => modes.dispatch({ kind: 'match', match: 'hidden' }) },
    { isOpen: match === 'shown' && matchPage !== 'play', close: () => effects['hm-match-page']({ page: 'play' }) },
    { isOpen: dialog !== undefined, close: () => dialog && modes.dispatch({ kind: 'close', dialog: dialog.kind }) },
    { isOpen: otherTable !== undefined, close: () => effects['hm-setup']({ kind: 'other-table', choice: 'without' }) },
    { isOpen: leaving.isAsked, close: () => leaving.withdraw() },
  ];
}

export const openViews = (parts: PageParts, effects: PageListeners): number =>
  pageViews(parts, effects).filter(({ isOpen }) => isOpen).length;

/** Closes the uppermost views until this number is left; returns the number left, including the question of one that asks first. */
export function closeViews(parts: PageParts, effects: PageListeners, depth: number): number {
  const open = pageViews(parts, effects).filter(({ isOpen }) => isOpen);
  for (const view of open.slice(depth).reverse()) view.close();
  return openViews(parts, effects);
}
