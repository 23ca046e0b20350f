import { css } from 'lit';

/** Styles of the overlay, in the picture, on the map and on the stream; one rule for each role of scene/overlay.ts. */
export const overlayStyles = css`
  svg path,
  svg circle {
    fill: none;
    stroke-linejoin: round;
    stroke-linecap: round;
    vector-effect: non-scaling-stroke;
  }
  .owner-none { --owner: var(--hm-neutral); }
  .owner-1 { --owner: var(--hm-player-1); }
  .owner-2 { --owner: var(--hm-player-2); }

  .mat { stroke: rgb(236 242 249 / 0.32); stroke-width: 1.25; }
  .obstacle { stroke: var(--hm-ink); stroke-opacity: 0.55; fill: var(--hm-ink); fill-opacity: 0.09; stroke-width: 1.25; }
  .obstacle.variant-gas { stroke-dasharray: 2 4; }
  .obstacle.variant-debris { stroke-dasharray: 6 3; }
  .device { stroke: var(--hm-doubt); stroke-opacity: 0.7; stroke-width: 1.25; }

  .template { stroke: var(--hm-ink); stroke-opacity: 0.4; stroke-width: 1; }

  .base { stroke: var(--owner); stroke-width: 2; fill: var(--owner); fill-opacity: 0.1; }
  .tile-front { stroke: none; fill: var(--owner); fill-opacity: 0.26; }
  .guide, .hashmark { stroke: var(--owner); stroke-width: 1.5; fill: var(--owner); }
  .icon { fill: var(--owner); stroke: rgb(6 10 16 / 0.7); stroke-width: 1; }
  .heading { stroke: var(--owner); stroke-width: 2.5; }
  .from, .to { --owner: var(--hm-accent); }
  .to { --owner: #fff; }
  .from.base, .to.base { stroke-width: 3; }
  .hidden { stroke-dasharray: 4 5; opacity: 0.6; }

  .arc-area { stroke: none; fill: var(--hm-accent); fill-opacity: 0.09; }
  .arc-edge { stroke: var(--hm-accent); stroke-width: 1.5; opacity: 0.85; }
  .arc-band { stroke: var(--hm-accent); stroke-width: 1; opacity: 0.4; }
  .bullseye { stroke: var(--hm-accent); stroke-width: 1; stroke-dasharray: 5 5; opacity: 0.7; }

  .ruler { stroke: var(--hm-accent); stroke-width: 4; filter: drop-shadow(0 0 3px rgb(0 0 0 / 0.7)); }
  .ruler.variant-2, .ruler.variant-4 { stroke: #fff; }
  .open .ruler { stroke: var(--hm-doubt); }
  .open .ruler.variant-2, .open .ruler.variant-4 { stroke: var(--hm-doubt); }
  .ruler-tick { stroke: #fff; stroke-width: 2.5; }
  .other-ruler { stroke: #fff; stroke-width: 1.25; stroke-dasharray: 3 5; opacity: 0.75; }
  .unmeasurable { stroke: var(--hm-doubt); stroke-width: 2; stroke-dasharray: 4 4; }

  .ruled-edge { stroke: var(--hm-accent); stroke-width: 2.5; stroke-dasharray: 2 5; }
  .ruled-point { stroke: var(--hm-accent); stroke-width: 2; }
  .arc-part { stroke: none; fill: var(--hm-accent); fill-opacity: 0.35; }
  .limit { stroke: #fff; stroke-width: 2; }
  .sigma-band { stroke: none; fill: var(--hm-doubt); fill-opacity: 0.35; }
  .ghost { stroke: var(--hm-accent); stroke-width: 1.75; fill: var(--hm-accent); fill-opacity: 0.09; }
  .ghost-front { stroke: var(--hm-accent); stroke-width: 1.5; }
  .ghost-template { stroke: var(--hm-ink); stroke-width: 1; stroke-dasharray: 4 3; fill: var(--hm-ink); fill-opacity: 0.14; }
  .ghost-way { stroke: var(--hm-doubt); stroke-width: 1.5; stroke-dasharray: 2 4; }
  .ghost.variant-partial, .ghost-front.variant-partial { stroke: var(--hm-doubt); fill: var(--hm-doubt); fill-opacity: 0.12; }
  .ghost.variant-against, .ghost-front.variant-against { stroke: #ff8a7e; stroke-dasharray: 5 4; fill: none; }
  .ghost.variant-off, .ghost-front.variant-off { stroke: #ff8a7e; fill: none; }
  .ghost.variant-was, .ghost-front.variant-was { stroke: var(--hm-doubt); stroke-dasharray: 6 4; fill: none; }
  .ghost-front { fill: none !important; }

  text {
    font: 600 12px / 1 var(--hm-font);
    fill: var(--hm-ink);
    dominant-baseline: middle;
    paint-order: stroke;
    stroke: rgb(6 10 16 / 0.85);
    stroke-width: 3.5px;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .ship-label { fill: white; }
  .ship-label.hidden { stroke-dasharray: none; }
  .ruler-label { font-size: 14px; font-weight: 700; font-variant-numeric: tabular-nums; }
  .open .ruler-label { fill: var(--hm-doubt); }
  .leader { stroke: var(--owner); stroke-width: 1; }
  .ghost-label { font-size: 11px; fill: #d7fbeb; }
  .template-label { fill-opacity: 0.7; font-weight: 400; }
  .unmeasurable-label { fill: var(--hm-doubt); }

  /* With a variable in it, a mixed colour is no rule that an old browser passes over: it would paint black. */
  @supports (color: color-mix(in srgb, red, white)) {
    .ship-label { fill: color-mix(in srgb, var(--owner) 55%, white); }
    .open .ruler.variant-2, .open .ruler.variant-4 { stroke: color-mix(in srgb, var(--hm-doubt) 45%, white); }
  }
`;
