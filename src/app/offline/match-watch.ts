import type { MatchMessage } from '../../relay/wire/messages.js';

/** Held by every page with a match on it: a new version takes all pages at once. */
const MATCH_LOCK = 'hashmark-match';

/** Whether a match is played on this page, or in another tab. */
export interface MatchWatch {
  /** Calls `onChange` at once, and whenever a match begins or ends. */
  follow(onChange: (isPlayed: boolean) => void): void;
  /** Whether a match is played in another tab but not on this page. */
  isPlayedElsewhere(): Promise<boolean>;
}

/** Watches a page from its beginning on, since a match may begin before anything is kept, and informs the other tabs. */
export function watchMatch(app: HTMLElement): MatchWatch {
  let end: (() => void) | undefined;
  let onChange: (isPlayed: boolean) => void = () => {};
  const take = (isPlayed: boolean) => {
    if (isPlayed === (end !== undefined)) return;
    end?.();
    end = undefined;
    if (isPlayed) {
      const played = new Promise<void>((resolve) => (end = resolve));
      void navigator.locks?.request(MATCH_LOCK, { mode: 'shared' }, () => played);
    }
    onChange(isPlayed);
  };
  app.addEventListener('hm-match', (event) => take((event as CustomEvent<{ match: MatchMessage | undefined }>).detail.match !== undefined));
  // The way back to the start ends a match without a word of the match's own.
  for (const name of ['hm-menu', 'hm-leave'])
    app.addEventListener(name, () => setTimeout(() => take(end !== undefined && app.shadowRoot?.querySelector('hm-game') !== null)));
  return {
    follow(listener) {
      onChange = listener;
      listener(end !== undefined);
    },
    isPlayedElsewhere: async () => (await navigator.locks?.query())?.held?.some(({ name }) => name === MATCH_LOCK) ?? false,
  };
}
