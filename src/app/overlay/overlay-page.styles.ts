import { css } from 'lit';

/** Styles on air. Sizes follow the page, so that 720 and 2160 lines show the same picture. */
export const onAirStyles = css`
  :host { position: fixed; inset: 0; padding: 1.5vmin; box-sizing: border-box; pointer-events: none; place-items: center; --ground: var(--hm-overlay-ground, rgb(8 13 21 / 0.86)); --unit: max(13px, 2.2vmin); --hm-ink-2: var(--hm-ink); }
  :host([align^='top']) { align-items: start; }
  :host([align^='bottom']) { align-items: end; }
  :host([align$='left']) { justify-items: start; }
  :host([align$='right']) { justify-items: end; }
  :host([view='camera']) { padding: 0; place-items: center; }

  .board { width: min(97vw, 97vh * var(--ratio), var(--scale) * min(97vw, 84vh * var(--ratio))); min-width: min(20rem, 97vw); max-height: 97vh; display: flex; flex-direction: column; gap: 0.5rem; transition: opacity 0.6s; }
  .board.stale { opacity: 0.35; }
  .board .area { position: relative; flex: 0 1 auto; min-height: 0; aspect-ratio: var(--ratio); width: 100%; }
  .picture { position: absolute; inset: 0; display: grid; place-items: center; }
  .picture .area { position: relative; width: min(100vw, 100vh * var(--ratio)); aspect-ratio: var(--ratio); }
  svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: hidden; border-radius: 12px; }
  .picture svg { border-radius: 0; }
  .mat { fill: var(--hm-overlay-mat, rgb(8 13 21 / 0.72)); stroke: rgb(255 255 255 / 0.35); }
  .picture .mat { fill: none; stroke: none; }
  .picture .base { fill: none; }
  .heading { display: none; }
  text { font-size: var(--letters); fill: #fff; stroke-width: 4px; }
  .ruler-label { font-size: calc(1.2 * var(--letters)); }
  .ghost-label { font-size: calc(0.9 * var(--letters)); }
  .spotlight { stroke: var(--hm-accent); stroke-width: 4; fill: var(--hm-accent); fill-opacity: 0.12; animation: pulse 1.6s ease-in-out infinite; }
  @keyframes pulse { 50% { opacity: 0.4; } }
  @media (prefers-reduced-motion: reduce) { .spotlight { animation: none; } }
  .drawn path { stroke: var(--pen); stroke-width: max(4px, 0.6vmin); filter: drop-shadow(0 0 3px rgb(0 0 0 / 0.7)); }
  .colour-accent { --pen: var(--hm-accent); }
  .colour-player-1 { --pen: var(--hm-player-1); }
  .colour-player-2 { --pen: var(--hm-player-2); }
  .colour-ink { --pen: var(--hm-ink); }
  .fading { animation: fade var(--fade) ease-in forwards; }
  @keyframes fade { 70% { opacity: 1; } 100% { opacity: 0; } }

  .replay { position: absolute; z-index: 1; top: 0.6em; left: 0.6em; margin: 0; padding: 0.15em 0.7em; border-radius: 0.4em; background: #b3262e; color: #fff; font-weight: 700; font-size: max(14px, 3vmin); text-transform: uppercase; letter-spacing: 0.08em; }

  .loupes { position: fixed; top: 2.5vmin; right: 2.5vmin; margin: 0; flex-direction: column; font-size: var(--unit); --loupe: clamp(6em, 25vmin, 15em); }
  :host([align$='right']) .loupes { right: auto; left: 2.5vmin; }
  .loupes figcaption { background: var(--ground); color: var(--hm-ink); font-size: 0.88em; border-radius: 8px; padding: 0.2em 0.5em; margin-top: 0.2em; }
  .captions { flex: none; display: grid; gap: 0.4rem; text-align: start; font-size: calc(var(--unit) * max(0.75, min(1.15, var(--scale)))); }
  :host([view='camera']) .captions { position: absolute; left: 50%; bottom: 3vh; transform: translateX(-50%); width: max-content; max-width: 94vw; }
  .captions.alone { width: max-content; max-width: 94vw; }
  :host([view='map']) .captions.alone { align-self: end; }
  .caption, .attack, .match { border-radius: 12px; background: var(--ground); font-variant-numeric: tabular-nums; }
  .caption { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.8em; padding: 0.35em 0.9em; overflow-wrap: anywhere; }
  .caption b { font-size: 1.5em; letter-spacing: -0.02em; color: var(--hm-accent); }
  .caption.open b { color: var(--hm-doubt); font-size: 1.2em; }
  .caption em { color: var(--hm-doubt); font-style: normal; font-weight: 700; text-transform: uppercase; letter-spacing: 0.04em; }
  .who { margin-left: auto; color: var(--hm-ink-2); }

  .attack { padding: 0.4em 0.9em; display: grid; gap: 0.3em; }
  .attack p { margin: 0; }
  .dice { display: flex; flex-wrap: wrap; gap: 0.3em; }
  .die { padding: 0 0.5em; border-radius: 0.35em; font-weight: 700; color: #fff; }
  .die.attack-die { background: #a3262d; }
  .die.defense-die { background: #1c7a45; }
  .die.blank { opacity: 0.55; }
  .odds { display: flex; gap: 0 0.9em; color: var(--hm-ink-2); flex-wrap: wrap; }
  .odds b { color: var(--hm-ink); }

  .match { padding: 0.7em 0.9em; width: min(97vw, 34em); max-height: 97vh; overflow: hidden; box-sizing: border-box; display: grid; gap: 0.55em; line-height: 1.25; text-align: start; }
  .match header { display: flex; gap: 0.8em; align-items: baseline; }
  .match header b { font-size: 1.2em; }
  .match header small { color: var(--hm-ink-2); }
  .match .clock { margin-left: auto; font-weight: 700; font-size: 1.5em; line-height: 1; }
  .score { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1em; }
  .score span { display: flex; align-items: baseline; gap: 0.5em; border-bottom: 0.15em solid var(--owner); min-width: 0; }
  .score span i { flex: 1; font-style: normal; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .score b { font-size: 1.6em; line-height: 1.15; }
  .player-1 { --owner: var(--hm-player-1); }
  .player-2 { --owner: var(--hm-player-2); }
  .squads { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1em; }
  .squads ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35em; align-content: start; }
  .ship { text-align: start; justify-items: start; display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 0.5em; border-left: 3px solid var(--owner); padding-left: 0.45em; min-width: 0; }
  .ship.active { background: rgb(255 255 255 / 0.16); }
  .ship.destroyed { opacity: 0.4; text-decoration: line-through; }
  .ship > span:not(.name) { white-space: nowrap; }
  .ship .name { display: flex; max-width: 100%; white-space: pre; }
  .ship .name > span:first-child { overflow: hidden; text-overflow: ellipsis; }
  .ship small { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.2em 0.3em; font-size: 0.78em; padding: 0.15em 0; }
  .mark { padding: 0 0.45em; border-radius: 0.35em; background: rgb(255 255 255 / 0.14); color: #fff; font-weight: 600; }
  .mark.green { background: #1c7a45; }
  .mark.red { background: #a3262d; }
  .mark.blue { background: #24569e; }
  .mark.purple { background: #6a3d9a; }
  .hull { color: #ffd75e; }
  .shields { color: #7cc7ff; }
  .order { display: flex; flex-wrap: wrap; gap: 0.2em 0.7em; margin: 0; padding: 0.4em 0 0; list-style: none; color: var(--hm-ink-2); border-top: 1px solid rgb(255 255 255 / 0.18); }
  .order .next { color: var(--hm-ink-2); }
  .order li { color: var(--owner); }

  @supports (color: color-mix(in srgb, red, white)) {
    :host { --hm-ink-2: color-mix(in srgb, var(--hm-ink) 72%, transparent); }
    .ship.active { background: color-mix(in srgb, var(--owner) 22%, transparent); }
  }

  .note { text-align: start; position: fixed; left: 0; bottom: 0; margin: 0.5rem; padding: 0.3rem 0.7rem; max-width: 60ch; background: #7a1f1f; color: #fff; border-radius: 8px; font-size: 14px; }
`;
