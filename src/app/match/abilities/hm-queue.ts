import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { mainChoices } from '../../../game/choices.js';
import type { GameState, QueueEntry } from '../../../game/model/game-state.js';
import { attackOf, knownShip } from '../../../game/model/lookup.js';
import { abilityOf, isPointless } from '../../../game/queue/queue.js';
import { phrase } from '../../../texts/phrase.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { icon } from '../../ui/icon.js';
import { gameStyles } from '../page/game.styles.js';
import { choiceButton } from '../state/game-choice.js';
import type { GameSession } from '../state/game-session.js';

/**
 * The ability queue, front first: resolve or skip the front, and order entries that its player may still order. Without a session: only to
 * look at.
 */
@customElement('hm-queue')
@localized()
export class HmQueue extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .entries li { display: flex; align-items: center; gap: 0.6rem; padding: 0.35rem 0.4rem 0.35rem 0.8rem; min-height: 2.75rem; border-radius: 0.7rem; background: var(--hm-raised); border: 1px solid transparent; }
      .entries li:first-child { border-color: var(--hm-accent); }
      .name { font-weight: 600; }
      .whose { color: var(--hm-ink-3); font-size: 0.86rem; }
      .end { margin-left: auto; display: flex; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play: GameSession | undefined;

  override render() {
    const { queue, replacing } = this.game;
    const isActive = queue.length > (attackOf(this.game)?.queueBelow ?? 0) || replacing.length > 0;
    return html`<section class="panel" aria-label=${msg('Ability queue')}>
      <h2>${msg('Ability queue')}</h2>
      ${replacing.map(({ ship, token, count }) => html`<p role="status">${msg(str`${knownShip(this.game, ship).name} would gain ${count} ${translate(phrase(token))}: a replacement effect, at once.`)}</p>`)}
      ${queue.length === 0 ? html`<p class="quietly">${msg('Empty.')}</p>` : html`<ol class="entries">${queue.map((entry, i) => this.#entry(entry, i))}</ol>`}
      ${isActive && this.play && !this.game.changedTable ? html`<div class="stack">${mainChoices(this.game).map((choice, i) => choiceButton(choice, this.play!, i === 0))}</div>` : nothing}
    </section>`;
  }

  #entry(entry: QueueEntry, index: number) {
    const ability = abilityOf(this.game, entry);
    const owner = knownShip(this.game, ability.ship);
    const isIdle = isPointless(this.game, entry);
    return html`<li><span class="dot owner-${entry.player}"></span>
      <span><span class="name">${ability.name}</span> <span class="whose">${owner.name}${isIdle ? `, ${msg('without effect now')}` : ''}</span></span>
      <span class="end">${this.#mover(entry, index, -1)}${this.#mover(entry, index, 1)}</span></li>`;
  }

  /** Up or down, where its player still chooses the order (QUE-03). */
  #mover(entry: QueueEntry, index: number, step: 1 | -1) {
    const { queue } = this.game;
    const other = queue[index + step];
    if (!this.play || !other || entry.isSettled || other.batch !== entry.batch || other.player !== entry.player) return nothing;
    const move = () => {
      const keys = queue.filter(({ batch, player }) => batch === entry.batch && player === entry.player).map(({ key }) => key);
      const at = keys.indexOf(entry.key);
      keys[at] = other.key;
      keys[at + step] = entry.key;
      this.play!.do({ kind: 'order', keys });
    };
    const label = `${abilityOf(this.game, entry).name} ${step < 0 ? msg('earlier') : msg('later')}`;
    return html`<button class="quiet" aria-label=${label} title=${label} @click=${move}>${icon(step < 0 ? 'chevron-up' : 'chevron-down')}</button>`;
  }
}
