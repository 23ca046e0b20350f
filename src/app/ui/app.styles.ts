import { css } from 'lit';

/** On a phone held upright all stands one below the other. */
export const onUprightPhone = css`(max-width: 559px), (max-width: 820px) and (min-height: 521px)`;

/**
 * Layout of the page: picture and answer left, map and list right; on a phone held upright one below the other, held sideways side by side.
 * Picture and map have their places by the window alone: the answer has its room before it comes, and scrolls in it where it is longer; on an
 * upright phone it stays at the screen's lower edge while the rest is scrolled. A notice lies over the picture. So nothing moves under a finger
 * that taps a ship, and the answer is in sight after every choice. An upright phone shows one of picture and map, the picture cropped to the mat, as high as
 * leaves room for the closed answer.
 */
export const appStyles = css`
  /* With large letters the answer has a share of the window, and what decides is said in it in smaller ones: the picture stays two fifths of the height. */
  :host { --answer: min(15.4rem, max(30dvh, 230px)); --answer-narrow: min(20.5rem, max(40dvh, 328px)); display: block; min-height: 100dvh; background: var(--hm-ground); }
  [hidden] { display: none !important; }
  main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) minmax(min(20rem, 36%), min(26rem, 40%)); padding: 0 1rem 1rem; height: calc(100dvh - 3.25rem); box-sizing: border-box; }
  .wide, .narrow { display: flex; flex-direction: column; gap: 0.7rem; min-height: 0; }
  .picture { position: relative; display: flex; flex: none; aspect-ratio: var(--ratio); min-height: min(14rem, 40.5dvh); max-height: calc(100% - 4rem - var(--answer)); }
  hm-stage { flex: 1; }
  /* Its room is there before it comes. */
  hm-source-bar { flex: none; min-height: 2.6rem; }
  hm-answer { flex: none; height: var(--answer-narrow); }
  .with-picture hm-answer { flex: 1 1 0; min-height: min(var(--answer), 80dvh); height: auto; }
  hm-tools, hm-setup, hm-match-mode { flex: 1 1 0; min-height: 0; }
  hm-look { display: none; }
  .narrow hm-map { aspect-ratio: 1; flex: none; max-height: 55%; }
  .wide hm-map { flex: 1; }
  /* The pixels that decide have the map's room: they are worth more than its drawing. */
  .with-picture.with-closeup .narrow hm-map { display: none; }
  .lists { flex: 1; overflow-y: auto; min-height: 8rem; padding-right: 0.2rem; }

  hm-setup-chip { position: absolute; left: 0.5rem; top: 0.5rem; max-width: calc(100% - 7rem); z-index: 1; }
  hm-notice { position: absolute; left: 50%; translate: -50% 0; bottom: 0.9rem; width: min(34rem, calc(100% - 1.8rem)); }

  .scene-only hm-notice, hm-notice[slot] { position: static; translate: none; width: auto; }

  /* Here the answer is narrower than the 36rem that its two columns want. */
  @media (max-width: 1039px) { :host { --answer: var(--answer-narrow); } }

  @media ${onUprightPhone} {
    main { --view: min(max(100vw, 150vw / var(--ratio)), 100dvh - 3.25rem - 3rem - 8.5rem); display: flex; flex-direction: column; gap: 0.7rem; height: auto; min-height: calc(100dvh - 3.25rem); padding: 0; }
    /* Who marks something in the picture sees all of it, and what is asked below. */
    .marking { --view: min(100vw / var(--ratio), 100dvh - 3.25rem - 18rem); }
    .wide, .narrow { display: contents; }
    hm-frozen, .lists, hm-map, hm-source-bar, .scene-only hm-notice { margin: 0 0.8rem; }
    .picture { flex: none; aspect-ratio: auto; height: var(--view); min-height: 8rem; max-height: none; }
    hm-notice[folds] { left: 0; right: 0; translate: none; width: auto; bottom: 0; height: 0; }
    hm-map, .narrow hm-map, .wide hm-map { aspect-ratio: 1; flex: none; max-height: none; }
    .lists { overflow: visible; flex: 1 0 auto; order: 5; }
    .with-tool hm-answer, .marking hm-answer { display: none; }
    hm-answer, hm-tools, hm-setup, hm-match-mode, .with-picture hm-answer { position: sticky; bottom: 0; z-index: 2; order: 9; flex: none; height: auto; min-height: 0; margin: 0; }
    hm-setup { max-height: 62dvh; }
    hm-look { display: block; order: 1; margin: 0 0.8rem; }
    hm-source-bar, .with-picture hm-frozen { order: 2; }
    .with-picture hm-map { height: max(8rem, var(--view)); aspect-ratio: auto; }
    .with-picture:not(.shows-map) hm-map { display: none; }
    /* A notice lies over the map as it does over the picture. */
    .shows-map .picture { height: 0; min-height: 0; order: 1; z-index: 1; margin-top: -0.7rem; }
    .shows-map .picture > :not(hm-notice) { display: none; }
    hm-source-bar.camera { order: 4; }
  }

  @media (max-height: 520px) and (min-width: 560px) {
    main { grid-template-columns: minmax(0, 1.3fr) minmax(15rem, 1fr); grid-auto-rows: auto; align-items: start; height: auto; }
    .wide, .narrow { display: contents; }
    .picture, .wide hm-map { grid-column: 1; grid-row: 1 / span 4; position: sticky; top: 0.25rem; }
    .picture { min-height: 0; max-height: calc(100dvh - 0.5rem); }
    .wide hm-map { height: calc(100dvh - 4.25rem); }
    .with-tool hm-answer, .marking hm-answer { display: none; }
    hm-answer, hm-tools, hm-setup, hm-match-mode, .with-picture hm-answer { grid-column: 2; grid-row: 1; position: sticky; top: 0; z-index: 2; height: min(var(--answer-narrow), 58dvh); min-height: 0; }
    hm-tools, hm-setup, hm-match-mode { height: calc(100dvh - 4.25rem); }
    /* What is asked of who marks something in the picture stands beside it. */
    .marking .picture { z-index: 3; }
    .narrow hm-map { grid-column: 2; grid-row: 2; max-height: none; }
    .lists { grid-column: 2; overflow: visible; }
    hm-source-bar { grid-column: 2; }
  }
`;
