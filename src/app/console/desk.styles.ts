import { css } from 'lit';

/** Styles of the pages of console and director. */
export const deskStyles = css`
  :host { display: block; padding: 0.8rem 1rem; max-width: 100rem; margin: 0 auto; }
  header { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: baseline; }
  h1 { font-size: 1.15rem; margin: 0; }
  .by-hand { margin-left: auto; }
  hm-console-hand { margin-top: 0.8rem; }
  h2 { font-size: 0.85rem; margin: 0 0 0.4rem; color: var(--hm-ink-2); text-transform: uppercase; letter-spacing: 0.05em; }
  main { display: grid; grid-template-columns: minmax(0, min(56vw, calc(100vh - 5rem))) minmax(18rem, 1fr); gap: 1rem; align-items: start; margin-top: 0.8rem; }
  .side { display: grid; gap: 0.8rem; }
  section { background: var(--hm-panel); border-radius: var(--hm-radius); padding: 0.8rem 1rem; }
  .commands { display: flex; flex-wrap: wrap; gap: 0.4rem; }
  .do { min-height: 2.75rem; padding: 0.3rem 0.8rem; border-radius: 0.6rem; background: var(--hm-raised); }
  .do:hover:not(:disabled, [aria-pressed='true']) { background: var(--hm-line); }
  .do:disabled { opacity: 0.4; cursor: default; }
  .do[aria-pressed='true'] { background: var(--hm-accent); color: var(--hm-on-accent); font-weight: 600; }
  .held { display: inline-block; min-width: 1.4em; border-radius: 1em; background: var(--hm-accent); color: var(--hm-on-accent); font-size: 0.85em; font-weight: 700; line-height: 1.4; }
  [aria-pressed='true'] .held { background: var(--hm-on-accent); color: var(--hm-accent); }
  kbd { font: 0.75rem ui-monospace, monospace; opacity: 0.6; }
  input { font: inherit; color: inherit; background: var(--hm-ground); border: 1px solid var(--hm-line); border-radius: 0.5rem; padding: 0.35rem 0.6rem; max-width: 100%; box-sizing: border-box; }
  input[type='number'] { width: 5rem; }
  label { display: inline-flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-top: 0.5rem; color: var(--hm-ink-2); }
  .hint { margin: 0 0 0.5rem; color: var(--hm-ink-2); }
  .answer { margin: 0.6rem 0 0; font-variant-numeric: tabular-nums; }
  .answer.open, .problem { color: var(--hm-doubt); }
  .good { color: var(--hm-accent); }
  .call { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 0.8rem; background: var(--hm-alarm); border-radius: var(--hm-radius); padding: 0.6rem 1rem; margin: 0.6rem 0 0; }
  .call span { overflow-wrap: anywhere; }
  @media (max-width: 820px) {
    main { grid-template-columns: 1fr; }
    hm-console-map.empty { display: none; }
  }
`;
