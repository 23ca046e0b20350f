import { css } from 'lit';

/** Dialogs in which every word stays in view, also with large letters on a narrow screen. */
export const dialogStyles = css`
  wa-dialog { --spacing: min(1.5rem, 7vw); }
  wa-dialog::part(dialog) { max-width: calc(100% - 1rem); }
  /* Words for screen readers stay in what is scrolled; otherwise they would make the dialog itself scroll too. */
  wa-dialog::part(body) { position: relative; }
  wa-dialog::part(header) { flex-wrap: wrap; }
  wa-dialog::part(title) { min-width: 0; overflow-wrap: anywhere; }
  wa-button { max-width: 100%; }
  wa-button::part(base) { height: auto; min-height: var(--wa-form-control-height); white-space: normal; }
`;
