import { css } from 'lit';

/** On a phone held upright all stands one below the other. */
export const onUprightPhone = css`(max-width: 559px), (max-width: 820px) and (min-height: 521px)`;

/**
 * Where things stand: picture and answer left, map and list right; on a phone held upright one below the other, held sideways side by side.
 * Picture and map have their places by the window alone: the answer has its room before it comes, and scrolls in it where it is longer, and
 * a notice lies over what is there: on an upright phone over the picture if it lasts, else over the page's lower edge. So nothing moves under a finger that taps a ship.
 */
export const appStyles = css`
  :host { --answer: 10.9rem; --answer-narrow: 20.5rem; display: block; min-height: 100dvh; background: var(--hm-ground); }
  [hidden] { display: none !important; }
  main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) minmax(20rem, 26rem); padding: 0 1rem 1rem; height: calc(100dvh - 3.25rem); box-sizing: border-box; }
  .wide, .narrow { display: flex; flex-direction: column; gap: 0.7rem; min-height: 0; }
  .picture { position: relative; display: flex; flex: none; aspect-ratio: var(--ratio); min-height: 14rem; max-height: calc(100% - 4rem - var(--answer)); }
  hm-stage { flex: 1; }
  hm-answer { flex: none; height: var(--answer-narrow); }
  .with-picture hm-answer { flex: 1 1 0; min-height: 0; height: auto; }
  .narrow hm-map { aspect-ratio: 1; flex: none; max-height: 55%; }
  .wide hm-map { flex: 1; }
  hm-ships { flex: 1; overflow-y: auto; min-height: 8rem; padding-right: 0.2rem; }

  hm-notice { position: absolute; left: 50%; translate: -50% 0; bottom: 0.9rem; width: min(34rem, calc(100% - 1.8rem)); }

  /* Here the answer is narrower than the 36rem that its two columns want. */
  @media (max-width: 1039px) { :host { --answer: var(--answer-narrow); } }

  @media ${onUprightPhone} {
    main { display: flex; flex-direction: column; gap: 0.7rem; height: auto; padding: 0 0 max(1.5rem, env(safe-area-inset-bottom)); }
    .wide, .narrow { display: contents; }
    hm-answer, hm-ships, hm-map, hm-source-bar { margin: 0 0.8rem; }
    .picture { display: contents; }
    hm-stage { flex: none; aspect-ratio: var(--ratio); }
    hm-notice { position: sticky; left: auto; translate: none; width: auto; margin: 0 0.8rem; bottom: max(0.8rem, env(safe-area-inset-bottom)); z-index: 1; order: 6; }
    hm-notice[folds] { position: relative; bottom: auto; height: 0; margin: -0.7rem 0 0; order: 0; }
    hm-answer, .with-picture hm-answer { flex: none; height: var(--answer); }
    hm-map, .narrow hm-map, .wide hm-map { aspect-ratio: 1; flex: none; max-height: none; }
    hm-ships { overflow: visible; flex: none; }
    hm-answer { order: 1; }
    hm-source-bar { order: 2; }
    .with-picture hm-map { order: 3; }
    hm-source-bar.camera { order: 4; }
    hm-ships { order: 5; }
  }

  @media (min-width: 605px) and (max-width: 820px) and (min-height: 521px) { .with-picture { --answer: 10.9rem; } }

  @media (max-height: 520px) and (min-width: 560px) {
    main { grid-template-columns: minmax(0, 1.3fr) minmax(15rem, 1fr); grid-template-rows: auto auto auto; align-items: start; height: auto; }
    .wide, .narrow { display: contents; }
    .picture, .wide hm-map { grid-column: 1; grid-row: 1 / span 2; }
    .picture { min-height: 0; max-height: calc(100dvh - 3.5rem); }
    hm-answer, .with-picture hm-answer { grid-column: 2; grid-row: 1; height: var(--answer-narrow); }
    .narrow hm-map { grid-column: 2; grid-row: 2 / span 2; max-height: none; }
    hm-source-bar { grid-column: 1; grid-row: 3; }
    hm-ships { grid-column: 1 / -1; overflow: visible; }
  }
`;
