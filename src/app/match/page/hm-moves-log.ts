import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { eventsThatCount } from '../../../game/log/history.js';
import { type MovesOfPlayer, movesByPlayer, moveWords, NOTED_BEYOND, type SeenMove, seenMoves } from '../../../game/log/seen-moves.js';
import { decimal, translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { maneuverWords } from '../../ui/maneuver-words.js';
import { entered } from '../state/entered.js';
import type { Playing } from '../state/game-session.js';
import { gameStyles } from './game.styles.js';

/** Every move that was seen against the maneuver that was executed, for a judge who opens it: tolerances, means, and no verdict. */
@customElement('hm-moves-log')
@localized()
export class HmMovesLog extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      input { width: 5rem; }
      li { line-height: 1.4; font-variant-numeric: tabular-nums; }
    `,
  ];

  @property({ attribute: false }) now!: Playing;
  @state() private isOpen = false;
  @state() private mm: number = NOTED_BEYOND.mm;

  override render() {
    return html`<details class="panel" @toggle=${(event: Event) => (this.isOpen = (event.target as HTMLDetailsElement).open)}>
      <summary>${msg('For a judge: how ships were moved')}</summary>${this.isOpen ? this.#moves() : ''}</details>`;
  }

  #moves() {
    const moves = seenMoves(eventsThatCount(this.now.history), { ...NOTED_BEYOND, mm: this.mm });
    const noted = moves.filter(({ isNoted }) => isNoted);
    return html`<p class="quietly">${msg('Where a camera saw a ship after its maneuver, and where that maneuver ends. Careful hands differ by 1 to 3 mm. It says nothing about anybody’s intent.')}</p>
      <label>${msg('List differences above, mm')} <input type="number" min="1" max="50" step="0.5" inputmode="decimal" .value=${String(this.mm)} @change=${(event: Event) => (this.mm = Math.min(50, Math.max(1, Number(entered(event)) || NOTED_BEYOND.mm)))} /></label>
      <ul>${movesByPlayer(moves).map((one) => html`<li>${playerWords(one)}</li>`)}</ul>
      ${moves.length === 0 ? html`<p>${msg('No camera has seen a move yet.')}</p>` : noted.length === 0 ? html`<p>${msg('Nothing to list.')}</p>` : list(noted)}
      ${moves.length > noted.length ? html`<details><summary class="quietly">${msg(str`All moves: ${moves.length}`)}</summary>${list(moves)}</details>` : ''}`;
  }
}

const list = (moves: readonly SeenMove[]) =>
  html`<ul>${moves.map((move) => html`<li>${msg(str`Round ${move.round}`)}, ${move.name}: ${maneuverWords(move.code)}${move.isPartial ? `, ${msg('partially')}` : ''}, ${translate(moveWords(move))}${move.fits === undefined ? '' : `, ${msg(str`what fits is ${maneuverWords(move.fits)}`)}`}</li>`)}</ul>`;

function playerWords({ owner, moves, noted, meanForwardMm, sigmaMm }: MovesOfPlayer): string {
  const along = decimal(Math.abs(meanForwardMm), 1);
  const sigma = decimal(sigmaMm, 1);
  return meanForwardMm >= 0
    ? msg(str`Player ${owner}, moves seen: ${moves}; on average ${along} ± ${sigma} mm beyond the template; listed: ${noted}`)
    : msg(str`Player ${owner}, moves seen: ${moves}; on average ${along} ± ${sigma} mm short of the template; listed: ${noted}`);
}
