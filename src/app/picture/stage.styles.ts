import { css } from 'lit';
import { onUprightPhone } from '../ui/app.styles.js';

/** The picture fills its room without being cut; enlarged, its frame cuts it. On an upright phone the frame has all the room, and the mat fills it. What lies over it is drawn for a dark ground, whatever the theme. */
export const stageStyles = css`
  :host { color-scheme: dark; color: var(--hm-ink); display: grid; position: relative; place-items: center; container-type: size; min-height: 0; background: #05080c; border-radius: var(--hm-radius); overflow: hidden; }
  .frame { position: relative; aspect-ratio: var(--ratio); width: min(100%, calc(100cqh * var(--ratio))); overflow: hidden; touch-action: pan-y; user-select: none; -webkit-touch-callout: none; }
  .frame.enlarged { touch-action: none; cursor: grab; }
  /* On a phone the panel of who marks corners stands below the picture. */
  :host([bare]), :host([bare]) .frame { overflow: visible; }
  .layer { position: absolute; }
  /* Who marks has a panel beyond the frame: of what is enlarged nothing is seen or touched there. */
  :host([bare]) .enlarged .layer { --cut: inset(var(--seen-top) calc(100% - var(--seen-left) - var(--seen)) calc(100% - var(--seen-top) - var(--seen)) var(--seen-left)); pointer-events: none; }
  :host([bare]) .enlarged .picture, :host([bare]) .enlarged ::slotted(:not(hm-corners)) { clip-path: var(--cut); pointer-events: auto; }
  .picture, .picture > *, .layer > svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
  .mirrored > * { scale: -1 1; }
  .picture > [hidden] { display: none; }
  .layer > svg { transform-origin: 0 0; overflow: visible; }
  svg { overflow: hidden; }
  svg.lost { opacity: 0; pointer-events: none; transition: opacity 0.2s; }
  .stale { opacity: 0.45; }
  .zoom { position: absolute; top: 0.4rem; right: 0.4rem; display: flex; gap: 0.25rem; }
  .zoom .quiet { background: color-mix(in srgb, var(--hm-panel) 82%, transparent); color: var(--hm-ink); }
  /* Below what stands in the frame's upper corners. */
  .under { position: absolute; top: 3.4rem; width: 9rem; pointer-events: none; }
  .under.left { left: 0.5rem; }
  .under.right { right: 0.5rem; }
  .under p { margin: 0.25rem 0 0; padding: 0.15rem 0.5rem; border-radius: 1rem; background: var(--hm-panel); font-weight: 600; text-align: center; }
  @media (max-width: 820px) { :host { border-radius: 0; } }
  @media ${onUprightPhone} { :host(:not([bare])) .frame { aspect-ratio: auto; width: 100%; height: 100%; } }
`;
