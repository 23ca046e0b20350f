import { css } from 'lit';

/** The errors to expect over the map, their legend, and the button that shows them. */
export const errorStyles = css`
  .errors path { stroke: none; opacity: 0.5; }
  .error-0 { --error: var(--hm-accent); }
  .error-1 { --error: color-mix(in srgb, var(--hm-accent) 45%, #35506b); }
  .error-2 { --error: color-mix(in srgb, var(--hm-doubt) 60%, #35506b); }
  .error-3 { --error: #d9534a; }
  .errors .error-none { fill: none; }
  svg .errors path { fill: var(--error); }
  .with-errors .mat { fill: none; }
  .tool { position: absolute; bottom: 0; right: 0.2rem; min-height: 2rem; padding: 0.3rem 0.75rem; border-radius: 999px; background: var(--hm-raised); border: 1px solid var(--hm-line); font-size: 0.8rem; color: var(--hm-ink-2); }
  .tool[aria-pressed='true'] { color: var(--hm-accent); border-color: currentColor; }
  .area.short { bottom: 10.2rem; }
  .legend { position: absolute; left: 0; right: 0; bottom: 2.4rem; max-height: 7.6rem; box-sizing: border-box; overflow-y: auto; margin: 0; padding: 0.5rem 0.7rem; border-radius: 0.6rem; background: color-mix(in srgb, var(--hm-panel) 92%, transparent); border: 1px solid var(--hm-line); font-size: 0.82rem; color: var(--hm-ink-2); }
  .legend ul { display: flex; flex-wrap: wrap; gap: 0.2rem 0.9rem; margin: 0; padding: 0; list-style: none; font-variant-numeric: tabular-nums; }
  .legend li { display: inline-flex; align-items: center; gap: 0.35rem; }
  .legend i { width: 0.8rem; height: 0.8rem; border-radius: 0.2rem; background: var(--error); }
  .legend p { margin: 0.3rem 0 0; color: var(--hm-ink); }
`;
