import { css } from 'lit';
import { onUprightPhone } from '../ui/app.styles.js';

/** The answer's card: the deciding lines large, the odds of open ones, then the rest; on an upright phone the rest is opened by a tap. */
export const answerStyles = css`
  :host { display: block; container-type: size; }
  @media ${onUprightPhone} { :host { container-type: inline-size; } }
  .card { box-sizing: border-box; height: 100%; overflow-y: auto; align-content: start; display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: max-content; gap: 0.5rem; padding: 0.75rem 1.1rem; border-radius: var(--hm-radius); background: var(--hm-panel); border: 1px solid var(--hm-line); }
  .card.sure { border-color: color-mix(in srgb, var(--hm-accent) 45%, var(--hm-line)); }
  .card.open { border-color: color-mix(in srgb, var(--hm-doubt) 55%, var(--hm-line)); }
  .card:not(:has(header)) { align-content: safe center; }
  header { display: flex; align-items: center; flex-wrap: wrap; gap: 0.2rem 0.5rem; min-height: 2.1rem; color: var(--hm-ink-2); font-size: 0.92rem; }
  .ship { display: inline-flex; align-items: center; gap: 0.4rem; min-width: 0; max-width: 100%; font-weight: 600; color: var(--hm-ink); }
  .ship span { overflow-wrap: anywhere; min-width: 0; }
  .dot { flex: none; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: var(--owner, var(--hm-neutral)); }
  .owner-1 { --owner: var(--hm-player-1); }
  .owner-2 { --owner: var(--hm-player-2); }
  header .end { flex: none; margin-left: auto; display: flex; gap: 0.15rem; }
  .freeze, .again { grid-auto-flow: column; gap: 0.35rem; padding: 0 0.5rem; }
  @container (max-width: 28rem) { .freeze span, .again span { display: none; } }
  .ring { flex: none; width: 1.25rem; height: 1.25rem; align-self: center; vertical-align: -0.25rem; fill: none; stroke: var(--hm-line); stroke-width: 3; transform: rotate(-90deg); }
  .ring .filled { stroke: var(--hm-accent); stroke-dasharray: var(--share) 1; transition: stroke-dasharray 0.8s linear; }
  .headline { margin: 0; font-size: clamp(1.9rem, 10cqi, 2.9rem); line-height: 1.02; font-weight: 700; letter-spacing: -0.025em; color: var(--hm-ink); overflow-wrap: anywhere; }
  .sure .headline { color: var(--hm-accent); }
  .headline.doubtful, .lines .doubtful { color: var(--hm-doubt); }
  .lines { margin: 0; display: flex; flex-wrap: wrap; gap: 0.1rem 0.55rem; font-size: 1.25rem; line-height: 1.2; font-weight: 600; letter-spacing: -0.01em; }
  .lines span + span::before { content: '·'; margin-right: 0.55rem; color: var(--hm-ink-3); }
  .sure .lines { color: var(--hm-accent); }
  .odds { margin: 0.1rem 0 0; padding: 0; list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr)); gap: 0.3rem; font-size: 0.95rem; font-variant-numeric: tabular-nums; }
  .odds li { position: relative; display: flex; justify-content: space-between; gap: 0.4rem; padding: 0.18rem 0.5rem; border-radius: 0.4rem; background: var(--hm-raised); overflow: hidden; }
  .odds li::before { content: ''; position: absolute; inset: 0 auto 0 0; width: var(--share); background: color-mix(in srgb, var(--hm-doubt) 34%, transparent); }
  .odds span, .odds b { position: relative; }
  .odds b { white-space: nowrap; }
  .odds .apart { grid-column-start: 1; }
  @media (forced-colors: active) {
    .odds li { outline: 1px solid CanvasText; outline-offset: -1px; }
    .odds li::before { forced-color-adjust: none; top: auto; height: 4px; background: Highlight; }
  }
  .detail { margin: 0; font-size: 1.06rem; color: var(--hm-ink); font-variant-numeric: tabular-nums; }
  .more { display: none; }
  dl { display: grid; grid-template-columns: fit-content(45%) minmax(0, 1fr); gap: 0.32rem 0.9rem; margin: 0.35rem 0 0; padding-top: 0.7rem; border-top: 1px solid var(--hm-line); font-size: 0.95rem; }
  dt { color: var(--hm-ink-2); }
  dd { margin: 0; font-variant-numeric: tabular-nums; }
  dd.yes { color: var(--hm-accent); }
  dd.no { color: var(--hm-ink); }
  dd.doubtful { color: var(--hm-doubt); }
  .main { display: grid; gap: 0.4rem; align-content: start; }
  @container (min-width: 36rem) {
    .card:has(dl) { grid-template-columns: minmax(15rem, 44%) minmax(0, 1fr); column-gap: 1.6rem; align-items: start; }
    header { grid-column: 1 / -1; }
    .main { grid-row: 2 / span 2; }
    .card:has(dl) .tools { grid-column: 2 / -1; grid-row: 3; padding-left: 1.6rem; }
    dl { grid-column: 2; grid-row: 2; margin: 0; padding: 0.2rem 0 0 1.6rem; border-top: 0; border-left: 1px solid var(--hm-line); align-self: stretch; align-content: start; }
    .headline { font-size: clamp(1.9rem, 4.6cqi, 2.9rem); }
    .lines { font-size: clamp(1.05rem, 2.15cqi, 1.25rem); }
    .notes { grid-column: 1 / -1; grid-row: 5; }
    /* All that can be asked stands above the fold: one line each. */
    .card:has(dl) { row-gap: 0.3rem; padding-block: 0.5rem; }
    .card:has(dl) .tools { margin-top: 0; }
    .card:has(dl) .tool { min-height: max(1.8rem, 24px); padding: 0 0.6rem; font-size: 0.82rem; }
  }
  @container (min-width: 50rem) {
    .card:has(dl):has(.notes) { grid-template-columns: minmax(14rem, 36%) minmax(0, 1fr) minmax(0, min(17rem, 26%)); }
    dl ~ .notes { grid-column: 3; grid-row: 2; padding-top: 0.2rem; }
  }
  /* Letters are large for the room: what decides comes first, and is read whole. */
  @container (max-height: 10.5rem) {
    .card { gap: 0.2rem; padding: 0.3rem 0.8rem; }
    header { min-height: 1.6rem; font-size: 0.85rem; }
    header button.quiet { min-width: 1.6rem; min-height: 1.6rem; }
    .main { gap: 0.15rem; }
    .headline { font-size: 1.45rem; line-height: 1.05; }
    .lines { font-size: 0.95rem; }
    .detail { font-size: 0.95rem; line-height: 1.2; }
  }
  .tools { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.35rem; margin-top: 0.25rem; }
  .tool { min-height: 2rem; padding: 0 0.75rem; border-radius: 1rem; border: 1px solid var(--hm-line); background: var(--hm-raised); font-size: 0.88rem; color: var(--hm-ink); }
  /* A finger also hits what is around them: the card stays low. */
  @media (pointer: coarse) {
    .tool, .more { position: relative; }
    .tool::after, .more::after { content: ''; position: absolute; inset: -0.5rem 0; }
  }
  .arcs { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem; font-size: 0.88rem; color: var(--hm-doubt); }
  .arcs .tool[aria-pressed='true'] { border-color: var(--hm-accent); color: var(--hm-accent); }
  .notes { margin: 0.2rem 0 0; padding: 0; list-style: none; color: var(--hm-ink-2); font-size: 0.88rem; display: grid; gap: 0.2rem; align-content: start; }
  .notes li { display: flex; gap: 0.45rem; align-items: baseline; }
  .ask { margin: 0; font-size: 1.25rem; font-weight: 600; letter-spacing: -0.01em; }
  .how { margin: 0; color: var(--hm-ink-2); line-height: 1.45; }

  @media ${onUprightPhone} {
    .card { height: auto; max-height: 18rem; gap: 0.2rem; padding: 0.2rem 1rem max(0.6rem, env(safe-area-inset-bottom)); border-radius: var(--hm-radius) var(--hm-radius) 0 0; border-width: 1px 0 0; box-shadow: 0 -0.4rem 1.2rem rgb(0 0 0 / 0.45); }
    .card.whole { max-height: max(18rem, 60dvh); }
    .card:not(.whole):has(dl) .tools, .card:not(.whole):has(dl) .arcs { display: none; }
    .main { display: flex; flex-wrap: wrap; align-items: center; gap: 0.15rem 0.6rem; }
    .headline { font-size: 1.6rem; line-height: 1.15; }
    .lines { font-size: 1rem; flex: 0 1 auto; min-width: 0; }
    .odds { order: 3; flex: 1 1 auto; margin: 0; display: flex; flex-wrap: wrap; font-size: 0.82rem; }
    .odds li { flex: 1 0 auto; }
    .detail { order: 1; font-size: 1rem; }
    hm-remeasuring { order: 4; flex: 1 0 100%; }
    .ask { font-size: 1.1rem; }
    .how { font-size: 0.92rem; line-height: 1.35; }
    .more { order: 2; display: inline-flex; align-items: center; gap: 0.4rem; min-height: max(1.9rem, 24px); margin-left: auto; color: var(--hm-ink-2); font-size: 0.9rem; }
    .card:not(.whole) dl { display: none; }
    /* The closed bar is thin: one note, in two lines at most. */
    @container (max-width: 16rem) {
      header { font-size: 0.85rem; gap: 0 0.3rem; min-height: 1.6rem; }
      header button.quiet { min-width: 1.6rem; min-height: 1.6rem; }
      .main { gap: 0 0.3rem; }
      .headline { font-size: 1.3rem; }
      .lines { font-size: 0.85rem; }
      .detail { font-size: 0.9rem; line-height: 1.2; }
      .card:not(.whole):has(dl) .notes { display: none; }
      .card:not(.whole):has(dl) .odds { display: none; }
      .card:not(.whole) .detail { order: 0; }
    }
    .card:not(.whole):has(dl) .notes li + li { display: none; }
    .card:not(.whole):has(dl) .notes span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
  }
`;
