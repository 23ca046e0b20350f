import { css } from 'lit';

export const squadsStyles = css`
  wa-dialog { --width: min(44rem, 100vw - 1rem); }
  .all { display: grid; gap: 0.8rem; grid-template-columns: minmax(0, 1fr); }
  .row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .row.end { justify-content: flex-end; }
  .replaced { align-items: center; }
  fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; align-items: center; }
  legend { padding: 0; float: left; margin-right: 1rem; color: var(--hm-ink-2); }
  fieldset label { display: inline-flex; gap: 0.45rem; align-items: center; min-height: 2.75rem; }
  fieldset input { accent-color: var(--hm-accent); width: 1.2rem; height: 1.2rem; }
  .text { display: grid; gap: 0.3rem; color: var(--hm-ink-2); font-size: 0.92rem; }
  textarea, select { font: inherit; font-size: 1rem; color: var(--hm-ink); background: var(--hm-ground); border: 1px solid var(--hm-line); border-radius: 0.6rem; padding: 0.45rem 0.6rem; box-sizing: border-box; width: 100%; min-width: 0; min-height: 2.75rem; resize: vertical; }
  textarea:focus-visible, select:focus-visible, .do:focus-visible { outline: 2px solid var(--hm-focus); outline-offset: 1px; }
  .do { min-height: 2.75rem; max-width: 100%; padding: 0.4rem min(0.95rem, 4vw); border-radius: 0.7rem; background: var(--hm-raised); border: 1px solid var(--hm-line); color: var(--hm-ink); font-weight: 600; }
  .do:hover, .do[aria-pressed='true'] { border-color: var(--hm-accent); }
  section { display: grid; gap: 0.5rem; padding: 0.7rem 0.8rem; border-radius: 0.7rem; background: var(--hm-panel); border: 1px solid var(--hm-line); }
  .head { display: flex; flex-wrap: wrap; gap: 0.3rem 0.6rem; align-items: center; }
  h3 { margin: 0; font-size: 1.02rem; overflow-wrap: anywhere; }
  .head .quietly { margin-right: auto; }
  /* Both on one line, whatever the name beside them leaves. */
  .head .acts { display: inline-flex; flex-wrap: wrap; gap: 0.3rem 0.6rem; }
  .quietly { color: var(--hm-ink-2); font-size: 0.9rem; }
  p { margin: 0; line-height: 1.4; overflow-wrap: anywhere; }
  .wrong, .unknown { color: var(--hm-doubt); }
  .unknown { font-size: 0.9rem; }
  ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.6rem; grid-template-columns: minmax(0, 1fr); }
  li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(9rem, 14rem); gap: 0.15rem 0.8rem; align-items: center; }
  li > div { display: grid; }
  li p { grid-column: 1 / -1; }
  .dot { flex: none; display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 50%; background: var(--owner, var(--hm-neutral)); }
  .owner-1 { --owner: var(--hm-player-1); }
  .owner-2 { --owner: var(--hm-player-2); }
  .map { width: min(100%, 22rem); justify-self: center; background: var(--hm-ground); border: 1px solid var(--hm-line); border-radius: 0.5rem; }
  .map polygon { fill: var(--owner, var(--hm-line)); opacity: 0.85; }
  .map text { font: 600 34px / 1 var(--hm-font); fill: var(--hm-ink); stroke: var(--hm-ground); stroke-width: 7px; paint-order: stroke; text-anchor: middle; dominant-baseline: central; }
  @media (max-width: 480px) { li { grid-template-columns: minmax(0, 1fr); } .do { flex: 1 1 auto; } }
`;
