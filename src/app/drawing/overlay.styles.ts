import { css } from 'lit';

/** How the overlay looks, in the picture, on the map and on the stream; one rule for each role of scene/overlay.ts. */
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

  .mat { stroke: var(--hm-ink); stroke: color-mix(in srgb, var(--hm-ink) 32%, transparent); stroke-width: 1.25; }
  .obstacle { stroke: var(--hm-ink); stroke: color-mix(in srgb, var(--hm-ink) 55%, transparent); fill: none; fill: color-mix(in srgb, var(--hm-ink) 9%, transparent); stroke-width: 1.25; }
  .obstacle.variant-gas { stroke-dasharray: 2 4; }
  .obstacle.variant-debris { stroke-dasharray: 6 3; }
  .device { stroke: var(--hm-doubt); stroke: color-mix(in srgb, var(--hm-doubt) 70%, transparent); stroke-width: 1.25; }

  .template { stroke: var(--hm-ink); stroke: color-mix(in srgb, var(--hm-ink) 40%, transparent); stroke-width: 1; }

  .base { stroke: var(--owner); stroke-width: 2; fill: none; fill: color-mix(in srgb, var(--owner) 10%, transparent); }
  .tile-front { stroke: none; fill: none; fill: color-mix(in srgb, var(--owner) 26%, transparent); }
  .guide, .hashmark { stroke: var(--owner); stroke-width: 1.5; fill: var(--owner); }
  .icon { fill: var(--owner); stroke: rgb(6 10 16 / 0.7); stroke-width: 1; }
  .heading { stroke: var(--owner); stroke-width: 2.5; }
  .from, .to { --owner: var(--hm-accent); }
  .to { --owner: #fff; }
  .from.base, .to.base { stroke-width: 3; }
  .hidden { stroke-dasharray: 4 5; opacity: 0.6; }

  .arc-area { stroke: none; fill: none; fill: color-mix(in srgb, var(--hm-accent) 9%, transparent); }
  .arc-edge { stroke: var(--hm-accent); stroke-width: 1.5; opacity: 0.85; }
  .arc-band { stroke: var(--hm-accent); stroke-width: 1; opacity: 0.4; }
  .bullseye { stroke: var(--hm-accent); stroke-width: 1; stroke-dasharray: 5 5; opacity: 0.7; }

  .ruler { stroke: var(--hm-accent); stroke-width: 4; filter: drop-shadow(0 0 3px rgb(0 0 0 / 0.7)); }
  .ruler.variant-2, .ruler.variant-4 { stroke: #fff; }
  .open .ruler { stroke: var(--hm-doubt); }
  .open .ruler.variant-2, .open .ruler.variant-4 { stroke: var(--hm-doubt); stroke: color-mix(in srgb, var(--hm-doubt) 45%, white); }
  .ruler-tick { stroke: #fff; stroke-width: 2.5; }
  .other-ruler { stroke: #fff; stroke-width: 1.25; stroke-dasharray: 3 5; opacity: 0.75; }
  .unmeasurable { stroke: var(--hm-doubt); stroke-width: 2; stroke-dasharray: 4 4; }

  .ruled-edge { stroke: var(--hm-accent); stroke-width: 2.5; stroke-dasharray: 2 5; }
  .ruled-point { stroke: var(--hm-accent); stroke-width: 2; }
  .arc-part { stroke: none; fill: none; fill: color-mix(in srgb, var(--hm-accent) 35%, transparent); }
  .limit { stroke: #fff; stroke-width: 2; }
  .sigma-band { stroke: none; fill: none; fill: color-mix(in srgb, var(--hm-doubt) 35%, transparent); }
  .ghost { stroke: var(--hm-accent); stroke-width: 1.75; fill: none; fill: color-mix(in srgb, var(--hm-accent) 9%, transparent); }
  .ghost-front { stroke: var(--hm-accent); stroke-width: 1.5; }
  .ghost-template { stroke: var(--hm-ink); stroke-width: 1; stroke-dasharray: 4 3; fill: none; fill: color-mix(in srgb, var(--hm-ink) 14%, transparent); }
  .ghost-way { stroke: var(--hm-doubt); stroke-width: 1.5; stroke-dasharray: 2 4; }
  .ghost.variant-partial, .ghost-front.variant-partial { stroke: var(--hm-doubt); fill: none; fill: color-mix(in srgb, var(--hm-doubt) 12%, transparent); }
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
  .ship-label { fill: white; fill: color-mix(in srgb, var(--owner) 55%, white); }
  .ship-label.hidden { stroke-dasharray: none; }
  .ruler-label { font-size: 14px; font-weight: 700; font-variant-numeric: tabular-nums; }
  .open .ruler-label { fill: var(--hm-doubt); }
  .ghost-label { font-size: 11px; fill: #d7fbeb; }
  .template-label { fill: none; fill: color-mix(in srgb, var(--hm-ink) 70%, transparent); font-weight: 400; }
  .unmeasurable-label { fill: var(--hm-doubt); }
`;
