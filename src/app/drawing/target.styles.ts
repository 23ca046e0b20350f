import { css } from 'lit';

/** The invisible buttons over the ships. */
export const targetStyles = css`
  .target { fill: transparent; stroke: transparent; stroke-width: 2; cursor: pointer; outline: none; }
  .target:hover { stroke: var(--hm-ink); stroke-opacity: 0.55; }
  /* Its own ring is round; the square one of the page's buttons would lie over its ship's name. */
  .target:focus-visible { stroke: var(--hm-focus); stroke-opacity: 1; stroke-width: 3; outline: none; }
  .target.movable { cursor: grab; stroke: var(--hm-focus); stroke-opacity: 1; stroke-dasharray: 5 5; touch-action: none; }
`;
