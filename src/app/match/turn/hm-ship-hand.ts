import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ACTIONS, type ActionName } from '../../../game/model/action.js';
import type { ShipEntry } from '../../../game/model/event.js';
import type { GameShip, GameState } from '../../../game/model/game-state.js';
import { inPlay } from '../../../game/model/lookup.js';
import { TOKEN_KINDS, type TokenKind } from '../../../game/model/tokens.js';
import { phrase } from '../../../texts/phrase.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { icon } from '../../ui/icon.js';
import { gameStyles } from '../page/game.styles.js';
import { entered, wholeEntered } from '../state/entered.js';
import type { GameSession } from '../state/game-session.js';
import { turretRow } from './turret-row.js';
import '../roster/hm-ship-form.js';

const BY_HAND = { reason: 'by hand' } as const;

/**
 * Actions of players on the pieces of one ship: tokens, locks, charges, damage, turret, an action that is granted, and a new description.
 */
@customElement('hm-ship-hand')
@localized()
export class HmShipHand extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      :host { display: grid; gap: 0.7rem; grid-template-columns: minmax(0, 1fr); }
      .pieces { display: grid; gap: 0.1rem 1.2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.5rem), 1fr)); }
      .pieces > span { display: flex; align-items: center; justify-content: space-between; font-variant-numeric: tabular-nums; }
      .pieces .ends { display: flex; align-items: center; }
      .pieces b { min-width: 1.6rem; text-align: center; }
      .none { color: var(--hm-ink-3); font-weight: 400; }
      .counts { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 6rem), 1fr)); }
    `,
  ];

  @property({ attribute: false }) ship!: GameShip;
  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  @state() private action: ActionName = 'focus';
  @state() private grantedBy = '';

  override render() {
    return html`${this.#tokens()}${this.#locks()}${this.#damage()}${this.#granted()}${this.#check()}
      <details><summary class="quietly">${msg('Describe the ship by hand')}</summary>
        <hm-ship-form .entry=${entryOf(this.ship)} action=${msg('Use this description')} @hm-entry=${(event: CustomEvent<{ entry: ShipEntry }>) => this.play.do({ kind: 'describe ship', ship: event.detail.entry })}></hm-ship-form></details>`;
  }

  /** Tokens and charges: one more, one fewer. */
  #tokens() {
    const { id, name, tokens, charges, weapons } = this.ship;
    const token = (kind: TokenKind, by: number) => this.play.do({ kind: 'tokens', ship: id, token: kind, by, ...BY_HAND });
    const charge = (weapon: string, by: number) => this.play.do({ kind: 'charges', ship: id, weapon, by, ...BY_HAND });
    return html`<div class="pieces" role="group" aria-label=${msg(str`Tokens beside ${name}`)}>
      ${TOKEN_KINDS.map((kind) => this.#counter(translate(phrase(kind)), tokens[kind], (by) => token(kind, by)))}
      ${weapons.filter(({ id: weapon }) => charges[weapon] !== undefined).map((weapon) => this.#counter(msg(str`charges, ${weapon.name}`), charges[weapon.id]!, (by) => charge(weapon.id, by)))}</div>`;
  }

  #counter(what: string, count: number, change: (by: number) => void) {
    const { name } = this.ship;
    return html`<span>${what}<span class="ends">
      <button class="quiet" aria-label=${msg(str`Remove ${what} from ${name}`)} aria-disabled=${count === 0} @click=${() => count > 0 && change(-1)}>${icon('minus')}</button>
      <b class=${count === 0 ? 'none' : ''}>${count}</b>
      <button class="quiet" aria-label=${msg(str`Give ${what} to ${name}`)} @click=${() => change(1)}>${icon('plus')}</button></span></span>`;
  }

  #locks() {
    const { id, locks, owner } = this.ship;
    const change = (target: string, isHeld: boolean) => this.play.do({ kind: 'lock', ship: id, target, isHeld, ...BY_HAND });
    const others = inPlay(this.game).filter((other) => other.id !== id && (other.owner !== owner || locks.includes(other.id)));
    return html`<div class="row" role="group" aria-label=${msg('Locks')}><span class="quietly">${msg('Lock on')}</span>${others.map(
      (other) =>
        html`<button class="do" aria-pressed=${locks.includes(other.id)} @click=${() => change(other.id, !locks.includes(other.id))}>${other.name}</button>`,
    )}</div>`;
  }

  #damage() {
    const { id } = this.ship;
    const suffer = (damage: 'hit' | 'crit') => this.play.do({ kind: 'suffer', ship: id, damage, count: 1, ...BY_HAND });
    const flee = () => this.play.do({ kind: 'flee', ship: id });
    return html`<div class="row"><button class="do" @click=${() => suffer('hit')}>${msg('Suffer a hit')}</button><button class="do" @click=${() => suffer('crit')}>${msg('Suffer a crit')}</button><button class="do" @click=${flee}>${msg('It left the table')}</button>
      ${turretRow(this.ship, this.play)}</div>`;
  }

  /** An action outside of the ship's own step; the ability that grants it is named. */
  #granted() {
    const act = (isRed: boolean) =>
      this.play.do({
        kind: 'act',
        ship: this.ship.id,
        action: this.action,
        grantedBy: this.grantedBy.trim() || 'an ability',
        ...(isRed && { isRed }),
      });
    return html`<details><summary class="quietly">${msg('An ability grants an action')}</summary><div class="row">
      <label>${msg('Ability')} <input name="granted-by" maxlength="40" autocomplete="off" .value=${this.grantedBy} @input=${(event: Event) => (this.grantedBy = entered(event))} /></label>
      <label>${msg('Action')} <select name="granted-action" @change=${(event: Event) => (this.action = entered(event) as ActionName)}>${ACTIONS.map((one) => html`<option value=${one} ?selected=${one === this.action}>${translate(phrase(one))}</option>`)}</select></label>
      <button class="do" @click=${() => act(false)}>${msg('Perform it')}</button><button class="do" @click=${() => act(true)}>${msg('As a red action')}</button></div></details>`;
  }

  /** Count of the tokens beside the ship: the referee reports any that are missing, or too many. */
  #check() {
    const { id, name, counted, tokens } = this.ship;
    const count = (token: TokenKind, event: Event) =>
      entered(event) !== '' && this.play.do({ kind: 'count tokens', ship: id, token, count: wholeEntered(event) });
    const shown = TOKEN_KINDS.filter((kind) => kind === 'stress' || tokens[kind] > 0 || counted[kind] !== undefined);
    return html`<details><summary class="quietly">${msg('Check what is beside it')}</summary><div class="counts">${shown.map(
      (kind) =>
        html`<label>${translate(phrase(kind))} <input type="number" min="0" max="30" inputmode="numeric" aria-label=${msg(str`${translate(phrase(kind))} beside ${name}`)} .value=${String(counted[kind] ?? '')} @change=${(event: Event) => count(kind, event)} /></label>`,
    )}</div></details>`;
  }
}

/** A ship of the match as an entry, to be corrected by hand. */
function entryOf({
  id,
  owner,
  name,
  initiative,
  agility,
  hull,
  shields,
  weapons,
  turret,
  charges,
  xws,
  points,
  dial,
  actions,
}: GameShip): ShipEntry {
  const known = {
    ...(xws !== undefined && { xws }),
    ...(points !== undefined && { points }),
    ...(dial && { dial }),
    ...(actions && { actions }),
  };
  return { id, owner, name, initiative, agility, hull, shields, weapons, turret, charges, ...known };
}
