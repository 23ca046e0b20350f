import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { refusalOf } from '../../../game/choices.js';
import { ACTIONS, type BarAction, LINKED_ACTION } from '../../../game/model/action.js';
import type { GameEvent } from '../../../game/model/event.js';
import type { GameShip, GameState } from '../../../game/model/game-state.js';
import { inPlay } from '../../../game/model/lookup.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { gameStyles } from '../page/game.styles.js';
import { choiceButton } from '../state/game-choice.js';
import type { GameSession } from '../state/game-session.js';

type Act = Extract<GameEvent, { kind: 'act' }>;

/** The action bar of the ship that activates, what its bar links to the action it performed, and every other action for what cards grant. */
@customElement('hm-actions')
@localized()
export class HmActions extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      :host { display: grid; gap: 0.6rem; grid-template-columns: minmax(0, 1fr); }
      .bar { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr)); }
      .red .do:not([aria-disabled]) { color: var(--hm-red); }
      .purple .do:not([aria-disabled]) { color: var(--hm-purple); }
      span.red, span.purple { display: contents; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) ship!: GameShip;
  @property({ attribute: false }) play!: GameSession;

  override render() {
    const { step, skipsAction } = this.game.activation!;
    if (step === 'over') return skipsAction ? nothing : this.#linked();
    const bar = this.ship.actions?.length ? this.ship.actions.filter(isFirst) : undefined;
    const all = ACTIONS.map((action): BarAction => ({ action, color: 'white' }));
    return html`<h3>${msg('Perform an action')}</h3>
      <div class="bar">${(bar ?? all).flatMap((one) => this.#buttons(one))}</div>
      ${bar ? html`<details><summary class="quietly">${msg('An action that a card adds')}</summary><div class="bar">${all.flatMap((one) => this.#buttons(one))}</div></details>` : nothing}
      <details><summary class="quietly">${msg('As a red action')}</summary><div class="bar">${all.flatMap((one) => this.#buttons({ ...one, color: 'red' }))}</div></details>`;
  }

  /** The action that was performed last, and those that its bar links to it. */
  #linked() {
    const { links } = this.game.activation!;
    if (links.length === 0) return nothing;
    return html`<h3>${msg('Then, linked to its action')}</h3><div class="bar">${links.flatMap((one) => this.#buttons(one, LINKED_ACTION))}</div>`;
  }

  #buttons({ action, color }: BarAction, grantedBy?: string) {
    const act = (target?: string): Act => ({
      kind: 'act',
      ship: this.ship.id,
      action,
      ...(color === 'red' && { isRed: true }),
      ...(color === 'purple' && { isPurple: true }),
      ...(target !== undefined && { target }),
      ...(grantedBy && { grantedBy }),
    });
    const name = color === 'white' ? phrase(action) : phrase(`${color}-action`, phrase(action));
    if (action !== 'lock') return [this.#button(translate(name), act(), color)];
    return inPlay(this.game)
      .filter(({ owner }) => owner !== this.ship.owner)
      .map((other) => this.#button(translate(phrase('action-on', name, other.name)), act(other.id), color));
  }

  #button(label: string, event: Act, color: BarAction['color']) {
    const refusal = refusalOf(this.game, event);
    const price = color === 'purple' ? `${label}: ${msg('costs 1 force')}` : label;
    return html`<span class=${color}>${choiceButton({ label: price, event, ...(refusal && { refusal }) }, this.play)}</span>`;
  }
}

/** An action that stands twice on a bar, with different links, is one button. */
function isFirst({ action, color }: BarAction, index: number, bar: readonly BarAction[]): boolean {
  return bar.findIndex((one) => one.action === action && one.color === color) === index;
}
