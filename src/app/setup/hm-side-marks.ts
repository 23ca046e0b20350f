import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Pixel } from '../../geometry/point.js';
import type { Quarters } from '../../table/edits.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { styled } from '../ui/styled.js';
import type { SetupDraft } from './setup-draft.js';

const SIDES: readonly Quarters[] = [0, 1, 2, 3];

/**
 * The mat's four sides over the picture: player 1's drawn blue, player 2's orange; a tap on another says that player 1 sits there.
 * @fires hm-setup - the side that was tapped
 */
@customElement('hm-side-marks')
@localized()
export class HmSideMarks extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { position: absolute; inset: 0; pointer-events: none; }
      svg { position: absolute; inset: 0; width: 100%; height: 100%; }
      line { stroke: var(--hm-ink-2); stroke-width: 2; stroke-dasharray: 5 5; }
      line.player-1 { stroke: var(--hm-player-1); stroke-width: 5; stroke-dasharray: none; }
      line.player-2 { stroke: var(--hm-player-2); stroke-width: 5; stroke-dasharray: none; }
      button { position: absolute; translate: -50% -50%; pointer-events: auto; min-height: 2.75rem; padding: 0 0.9rem; border-radius: 2rem; background: color-mix(in srgb, var(--hm-panel) 90%, transparent); border: 1px solid var(--hm-line); font-size: 0.85rem; white-space: nowrap; }
      button.player-1 { border-color: var(--hm-player-1); color: var(--hm-player-1); }
      button.player-2 { border-color: var(--hm-player-2); color: var(--hm-player-2); }
    `,
  ];

  @property({ attribute: false }) draft!: SetupDraft;
  @property({ type: Number }) widthPx = 0;
  @property({ type: Number }) heightPx = 0;

  override render() {
    const edges = SIDES.flatMap((side) => {
      const [from, to] = [this.draft.corners[side], this.draft.corners[(side + 1) % 4]];
      return from && to ? [{ side, from, to }] : [];
    });
    return html`<svg viewBox="0 0 ${this.widthPx} ${this.heightPx}" preserveAspectRatio="none" aria-hidden="true">
        ${edges.map(({ side, from, to }) => svg`<line class=${this.#owner(side)} vector-effect="non-scaling-stroke" x1=${from.u} y1=${from.v} x2=${to.u} y2=${to.v}></line>`)}
      </svg>
      ${edges.map(({ side, from, to }) => this.#button(side, { u: (from.u + to.u) / 2, v: (from.v + to.v) / 2 }))}`;
  }

  #button(side: Quarters, { u, v }: Pixel) {
    const owner = this.#owner(side);
    const text = owner === 'player-1' ? msg('Player 1') : owner === 'player-2' ? msg('Player 2') : msg('Player 1 here?');
    // Inside of the picture, also where the mat's side is its edge.
    const share = (value: number, length: number) => `${100 * Math.min(0.9, Math.max(0.1, (value + 0.5) / length))}%`;
    const place = { left: share(u, this.widthPx), top: share(v, this.heightPx) };
    return html`<button class=${owner ?? nothing} ${styled(place)} @click=${() => emit(this, 'hm-setup', { kind: 'side', sidesOn: side })}>${text}</button>`;
  }

  #owner(side: Quarters): 'player-1' | 'player-2' | undefined {
    if (side === this.draft.sidesOn) return 'player-1';
    return side === (this.draft.sidesOn + 2) % 4 ? 'player-2' : undefined;
  }
}
