import { css } from 'lit';

/** Panels, lists and buttons of the game's pages. Every button is large enough for a finger. */
export const gameStyles = css`
  :host { display: block; }
  h2, h3 { margin: 0; font-size: 1rem; letter-spacing: -0.01em; overflow-wrap: anywhere; }
  h3 { color: var(--hm-ink-2); font-size: 0.9rem; font-weight: 600; }
  p { margin: 0; line-height: 1.45; }
  .quietly { color: var(--hm-ink-2); font-size: 0.92rem; }
  .panel { display: grid; gap: 0.7rem; grid-template-columns: minmax(0, 1fr); padding: 0.9rem 1rem; border-radius: var(--hm-radius); background: var(--hm-panel); border: 1px solid var(--hm-line); }
  details.panel:not([open]) { gap: 0; padding-block: 0.3rem; }
  details.panel > :not(summary) + * { margin-top: 0.6rem; }
  .stack { display: grid; gap: 0.7rem; grid-template-columns: minmax(0, 1fr); }
  .row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  ul, ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.4rem; grid-template-columns: minmax(0, 1fr); }
  .do { box-sizing: border-box; max-width: 100%; overflow-wrap: break-word; hyphens: auto; min-height: 2.75rem; padding: 0.5rem 0.95rem; border-radius: 0.7rem; background: var(--hm-raised); border: 1px solid var(--hm-line); color: var(--hm-ink); font-weight: 600; text-align: left; }
  .do:hover { border-color: var(--hm-accent); }
  .do.first { background: var(--hm-accent); border-color: var(--hm-accent); color: var(--hm-on-accent); }
  .do[aria-disabled='true'] { background: none; color: var(--hm-ink-3); font-weight: 500; border-style: dashed; }
  .do.open { border-color: var(--hm-doubt); }
  .do.open .why { color: var(--hm-doubt); }
  .do[aria-pressed='true'] { border-color: var(--hm-accent); box-shadow: inset 0 0 0 1px var(--hm-accent); }
  .why { display: block; font-weight: 400; font-size: 0.85rem; }
  .rule { font-variant-numeric: tabular-nums; font-size: 0.78rem; font-weight: 600; padding: 0.05rem 0.4rem; border-radius: 0.4rem; background: var(--hm-raised); color: var(--hm-ink-2); white-space: nowrap; }
  select, input { font: inherit; font-size: 1rem; color: var(--hm-ink); background: var(--hm-ground); border: 1px solid var(--hm-line); border-radius: 0.6rem; padding: 0.45rem 0.6rem; min-height: 2.75rem; box-sizing: border-box; max-width: 100%; min-width: 0; }
  select:focus-visible, input:focus-visible { outline: 2px solid var(--hm-focus); outline-offset: 1px; }
  label { display: grid; gap: 0.25rem; align-content: start; font-size: 0.85rem; color: var(--hm-ink-2); min-width: 0; }
  summary { min-height: 2.75rem; display: flex; align-items: center; gap: 0.5rem; cursor: pointer; list-style: none; }
  summary::-webkit-details-marker { display: none; }
  summary::before { content: '›'; font-size: 1.25rem; line-height: 1; color: var(--hm-ink-3); transition: rotate 120ms; }
  details[open] > summary::before { rotate: 90deg; }
  @media (prefers-reduced-motion: reduce) { summary::before { transition: none; } }
  summary:focus-visible { outline: 2px solid var(--hm-focus); outline-offset: 2px; border-radius: 0.4rem; }
  input[type='checkbox'] { accent-color: var(--hm-accent); }
  .dot { flex: none; display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 50%; background: var(--owner, var(--hm-neutral)); }
  .owner-1 { --owner: var(--hm-player-1); }
  .owner-2 { --owner: var(--hm-player-2); }
`;
