import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { GameShip, GameState } from '../../game/game-state.js';
import { notices } from '../../game/referee.js';
import { TOKEN_KINDS, type TokenKind } from '../../game/tokens.js';
import type { Pointing } from '../../game/weapon.js';
import { controlStyles } from '../view/control.styles.js';
import { icon } from '../view/icon.js';
import { gameStyles } from './game.styles.js';
import type { GameSession } from './game-session.js';

const POINTINGS: readonly Pointing[] = ['front', 'right', 'rear', 'left'];

/** The ships of the match: hull, shields, tokens, and what the referee has to say. With a session tokens and damage are set by hand. */
@customElement('hm-game-ships')
export class HmGameShips extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .ship { border-radius: 0.7rem; background: var(--hm-panel); border: 1px solid var(--hm-line); padding: 0.6rem 0.8rem; display: grid; gap: 0.35rem; }
      .removed { opacity: 0.5; }
      .line { display: flex; gap: 0.3rem 0.9rem; align-items: center; flex-wrap: wrap; font-variant-numeric: tabular-nums; }
      .name { font-weight: 600; }
      .tokens { color: var(--hm-ink-2); font-size: 0.9rem; }
      .stress { color: #ff7b7b; }
      .watch { color: var(--hm-doubt); font-size: 0.9rem; }
      .hand { display: grid; gap: 0.4rem; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); }
      .hand > span { display: flex; align-items: center; justify-content: space-between; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play: GameSession | undefined;
  @state() private openId = '';

  override render() {
    const said = notices(this.game);
    return html`<ul aria-label="Ships of the match">${this.game.ships.map(
      (ship) => html`<li class="ship ${ship.isRemoved ? 'removed' : ''}" data-ship=${ship.id}>
      <div class="line"><span class="dot owner-${ship.owner}"></span><span class="name">${ship.name}</span>
        <span class="quietly">initiative ${ship.initiative}</span><span class="quietly">${status(ship)}</span>
        ${this.play && !ship.isRemoved ? html`<button class="quiet" aria-expanded=${this.openId === ship.id} aria-label=${`Tokens of ${ship.name}`} @click=${() => (this.openId = this.openId === ship.id ? '' : ship.id)}>${icon('pencil')}</button>` : nothing}</div>
      ${tokensOf(ship)}
      ${said.filter((notice) => notice.ship === ship.id).map(({ text }) => html`<p class="watch">${text}</p>`)}
      ${this.openId === ship.id ? this.#hand(ship) : nothing}
    </li>`,
    )}</ul>`;
  }

  #hand({ id, name, tokens, turret, weapons }: GameShip) {
    const change = (token: TokenKind, by: number) => this.play?.do({ kind: 'tokens', ship: id, token, by, reason: 'by hand' });
    const suffer = (damage: 'hit' | 'crit') => this.play?.do({ kind: 'suffer', ship: id, damage, count: 1, reason: 'by hand' });
    const hasTurret = weapons.some(({ arc }) => arc.endsWith('turret'));
    return html`<div class="hand">${TOKEN_KINDS.map(
      (token) => html`<span>${token} ${tokens[token]}
        <span><button class="quiet" aria-label=${`Remove ${token} from ${name}`} @click=${() => change(token, -1)}>${icon('minus')}</button>
        <button class="quiet" aria-label=${`Give ${token} to ${name}`} @click=${() => change(token, 1)}>${icon('plus')}</button></span></span>`,
    )}</div>
      <div class="row"><button class="do" @click=${() => suffer('hit')}>Suffer a hit</button><button class="do" @click=${() => suffer('crit')}>Suffer a crit</button>
        ${
          hasTurret
            ? html`<label>Turret <select @change=${(event: Event) => this.play?.do({ kind: 'point turret', ship: id, turret: (event.target as HTMLSelectElement).value as Pointing })}>
          ${POINTINGS.map((to) => html`<option ?selected=${to === turret}>${to}</option>`)}</select></label>`
            : nothing
        }</div>`;
  }
}

function status({ hull, shields, crits, isDestroyed, isRemoved }: GameShip): string {
  if (isRemoved) return 'removed';
  if (isDestroyed) return 'destroyed, still to engage';
  return `hull ${hull}, shields ${shields}${crits ? `, ${crits} faceup` : ''}`;
}

function tokensOf({ tokens, locks, charges, set }: GameShip) {
  const there = TOKEN_KINDS.filter((kind) => tokens[kind] > 0).map(
    (kind) => html`<span class=${kind === 'stress' ? 'stress' : ''}>${tokens[kind]} ${kind}</span>`,
  );
  const more = [
    ...(locks.length > 0 ? [`lock on ${locks.join(', ')}`] : []),
    ...Object.entries(charges).map(([weapon, left]) => `${weapon}: ${left}`),
    ...(set?.isRevealed ? [`revealed ${set.code}`] : []),
  ];
  return there.length + more.length > 0
    ? html`<div class="line tokens">${there}${more.map((text) => html`<span>${text}</span>`)}</div>`
    : nothing;
}
