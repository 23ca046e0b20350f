import { css } from 'lit';
import { onUprightPhone } from './app.styles.js';

/** The card of a tool, in the answer's place. */
export const panelStyles = css`
  :host { display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
  section { box-sizing: border-box; height: 100%; min-height: 0; overflow-y: auto; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; align-content: start; padding: 0.6rem 1.1rem 0.8rem; border-radius: var(--hm-radius); background: var(--hm-panel); border: 1px solid var(--hm-line); }
  header { display: flex; align-items: center; gap: 0.6rem; min-height: 2.25rem; }
  h2 { margin: 0; font-size: 1.05rem; letter-spacing: -0.01em; overflow-wrap: anywhere; }
  header .quiet { margin-left: auto; }
  p { margin: 0; line-height: 1.4; }
  .hint { color: var(--hm-ink-2); font-size: 0.92rem; }
  .sure { color: var(--hm-accent); }
  .doubtful { color: var(--hm-doubt); }
  .big { font-size: 1.7rem; font-weight: 700; letter-spacing: -0.02em; line-height: 1.05; }
  .row { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
  .do { min-height: 2.25rem; padding: 0.2rem 0.8rem; border-radius: 0.6rem; border: 1px solid var(--hm-line); background: var(--hm-raised); }
  @media (pointer: coarse) { .do { min-height: 2.75rem; } }
  .do[aria-pressed='true'] { border-color: var(--hm-accent); color: var(--hm-accent); }
  label { max-width: 100%; min-width: 0; display: inline-flex; flex-wrap: wrap; gap: 0.2rem 0.5rem; align-items: center; color: var(--hm-ink-2); font-size: 0.92rem; }
  select { font: inherit; color: var(--hm-ink); background: var(--hm-ground); border: 1px solid var(--hm-line); border-radius: 0.5rem; min-height: 2.25rem; max-width: 100%; min-width: 0; padding: 0 0.4rem; }
  input[type='range'] { accent-color: var(--hm-accent); min-height: 1.75rem; min-width: 9rem; }
  ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.3rem; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 0.95rem; }
  th, td { text-align: left; vertical-align: baseline; padding: 0.25rem 0.8rem 0.25rem 0; border-top: 1px solid var(--hm-line); font-weight: 400; }
  th { min-width: min(4rem, 25vw); }
  th .quiet { justify-content: start; text-align: left; padding: 0 0.2rem; color: var(--hm-ink); font-weight: 600; min-height: 1.9rem; }
  @media ${onUprightPhone} {
    section { height: auto; max-height: 46dvh; padding: 0.3rem 1rem max(0.7rem, env(safe-area-inset-bottom)); border-radius: var(--hm-radius) var(--hm-radius) 0 0; border-width: 1px 0 0; box-shadow: 0 -0.4rem 1.2rem rgb(0 0 0 / 0.45); }
  }
`;
