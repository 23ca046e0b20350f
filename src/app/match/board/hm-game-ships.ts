import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { notices } from '../../../game/log/referee.js';
import type { GameShip, GameState } from '../../../game/model/game-state.js';
import { revealedCode } from '../../../game/model/lookup.js';
import { TOKEN_KINDS } from '../../../game/model/tokens.js';
import { type Phrase, phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { icon } from '../../ui/icon.js';
import { matchWords } from '../../ui/maneuver-words.js';
import { gameStyles } from '../page/game.styles.js';
import type { GameSession } from '../state/game-session.js';
import '../turn/hm-ship-hand.js';

/** The ships of the match: hull, shields, tokens, and what the referee has to say. With a session tokens and damage are set by hand. */
@customElement('hm-game-ships')
@localized()
export class HmGameShips extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .ship { border-radius: 0.7rem; background: var(--hm-panel); border: 1px solid var(--hm-line); padding: 0.6rem 0.8rem; display: grid; gap: 0.35rem; }
      .removed { opacity: 0.5; }
      .head { display: flex; align-items: center; }
      .head .line { flex: 1; min-width: 0; }
      .line { display: flex; gap: 0.3rem 0.9rem; align-items: center; flex-wrap: wrap; font-variant-numeric: tabular-nums; }
      .name { font-weight: 600; }
      .tokens { color: var(--hm-ink-2); font-size: 0.9rem; }
      .stress { color: var(--hm-red); }
      .watch { color: var(--hm-doubt); font-size: 0.9rem; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play: GameSession | undefined;
  @state() private openId = '';

  override render() {
    const said = notices(this.game);
    return html`<ul aria-label=${msg('Ships of the match')}>${this.game.ships.map(
      (ship) => html`<li class="ship ${ship.isRemoved ? 'removed' : ''}" data-ship=${ship.id}>
      <div class="head"><div class="line"><span class="dot owner-${ship.owner}"></span><span class="name">${ship.name}</span>
        <span class="quietly">${msg(str`initiative ${ship.initiative}`)}</span><span class="quietly">${translate(status(ship))}</span></div>
        ${this.play && !ship.isRemoved ? html`<button class="quiet" aria-expanded=${this.openId === ship.id} aria-label=${msg(str`Tokens of ${ship.name}`)} @click=${() => (this.openId = this.openId === ship.id ? '' : ship.id)}>${icon('pencil')}</button>` : nothing}</div>
      ${this.#tokens(ship)}
      ${said.filter((notice) => notice.ship === ship.id).map(({ text }) => html`<p class="watch">${translate(text)}</p>`)}
      ${this.openId === ship.id && this.play ? html`<hm-ship-hand .ship=${ship} .game=${this.game} .play=${this.play}></hm-ship-hand>` : nothing}
    </li>`,
    )}</ul>`;
  }

  #tokens(ship: GameShip) {
    const { tokens, locks, charges, weapons } = ship;
    const revealed = revealedCode(ship);
    const there = TOKEN_KINDS.filter((kind) => tokens[kind] > 0).map(
      (kind) => html`<span class=${kind === 'stress' ? 'stress' : ''}>${tokens[kind]} ${translate(phrase(kind))}</span>`,
    );
    const nameOf = (id: string) => this.game.ships.find((ship) => ship.id === id)?.name ?? id;
    const more = [
      ...locks.map((id) => phrase('lock-on', nameOf(id))),
      ...weapons.filter(({ id, costs }) => charges[id] || costs.charges).map(({ id, name }) => phrase('charges-2', name, charges[id] ?? 0)),
      ...(revealed === undefined ? [] : [phrase('revealed', revealed)]),
    ];
    if (there.length + more.length === 0) return nothing;
    return html`<div class="line tokens">${there}${more.map((text) => html`<span>${matchWords(text)}</span>`)}</div>`;
  }
}

function status({ hull, shields, crits, isDestroyed, hasFled, isRemoved }: GameShip): Phrase {
  if (isRemoved) return phrase(hasFled ? 'status-fled' : 'status-removed');
  if (isDestroyed) return phrase('status-destroyed');
  return phrase('list', phrase('hull-and-shields', hull, shields), ...(crits ? [phrase('crits-faceup', crits)] : []));
}
