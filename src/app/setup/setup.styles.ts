import { css } from 'lit';

/** The panel that asks one thing at a time, in place of the answer. */
export const setupStyles = css`
  :host { display: block; overflow-y: auto; padding: 0.9rem 1.1rem; border-radius: var(--hm-radius); background: var(--hm-panel); border: 1px solid color-mix(in srgb, var(--hm-accent) 40%, var(--hm-line)); box-sizing: border-box; }
  header { display: flex; align-items: center; gap: 0.6rem; }
  h2 { margin: 0; font-size: 1.08rem; flex: 1; }
  .count { color: var(--hm-ink-2); font-size: 0.85rem; white-space: nowrap; }
  p { margin: 0.4rem 0 0; line-height: 1.45; color: var(--hm-ink-2); }
  .wrong { color: var(--hm-doubt); }
  .row { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.7rem; align-items: center; }
  .row .end { margin-left: auto; }
  wa-icon { width: 1em; }
`;
