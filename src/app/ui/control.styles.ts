import { css } from 'lit';

/** Plain buttons and the like that are not worth a component. */
export const controlStyles = css`
  button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
  button:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--hm-focus); outline-offset: 2px; }
  button.quiet { display: inline-grid; place-items: center; min-width: 2.25rem; min-height: 2.25rem; border-radius: 0.6rem; color: var(--hm-ink-2); }
  button.quiet:hover { background: var(--hm-raised); color: var(--hm-ink); }
  button.quiet:disabled, button.quiet[aria-disabled='true'] { opacity: 0.35; cursor: default; background: none; }
  @media (pointer: coarse) {
    button.quiet { min-width: 2.75rem; min-height: 2.75rem; }
    wa-button::part(base) { min-width: 2.75rem; min-height: 2.75rem; }
    wa-switch::part(switch) { min-height: 2.75rem; }
  }
  .visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  /* Where the system gives all colours, its own say what is pressed and what cannot be; what is nothing but a colour keeps it. */
  @media (forced-colors: active) {
    /* A ring, and no ground: the browser lays its own ground behind every word. */
    button[aria-pressed='true']:not(:focus-visible), [aria-current='true']:not(:focus-visible) { outline: 3px solid Highlight; outline-offset: -3px; }
    button.quiet:disabled, [aria-disabled='true'] { opacity: 1; color: GrayText; }
    .dot, .swatch { forced-color-adjust: none; }
  }
  wa-icon { flex: none; font-size: 1.05em; width: 1em; }
`;
