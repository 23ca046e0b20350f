import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { mainChoices } from '../../../game/choices.js';
import { isStressed } from '../../../game/model/difficulty.js';
import type { GameShip, GameState } from '../../../game/model/game-state.js';
import { isIonized } from '../../../game/model/ion.js';
import { inPlay, knownShip } from '../../../game/model/lookup.js';
import { tableInPlay } from '../../../game/model/table-in-play.js';
import { HOLD_FIRE } from '../../../game/model/tokens.js';
import { stillDue } from '../../../game/model/turn-order.js';
import { AILERONS_SHIPS } from '../../../game/steps/activation.js';
import { nameInMatch } from '../../../game/table/name-in-match.js';
import { whatChanged } from '../../../game/table/what-changed.js';
import { maneuverCode } from '../../../pieces/maneuver.js';
import type { Table } from '../../../table/table.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { gameStyles } from '../page/game.styles.js';
import { choiceButton } from '../state/game-choice.js';
import { type GameSession, isOf } from '../state/game-session.js';
import { confusedRow } from './confused-row.js';
import './hm-actions.js';
import './hm-dial.js';
import { maneuverWords } from '../../ui/maneuver-words.js';
import { turretRow } from './turret-row.js';
import './hm-reveal.js';
import './hm-ship-hand.js';

/**
 * The next task of the round: dials, the ship that activates, the ship that engages.
 * @fires hm-names - two ships were confused
 */
@customElement('hm-game-turn')
@localized()
export class HmGameTurn extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .set { display: flex; flex-wrap: wrap; align-items: center; gap: 0.1rem 0.6rem; width: 100%; overflow-wrap: anywhere; }
      .set span { min-width: 0; }
      .held { color: var(--hm-doubt); }
      .effect > summary { color: var(--hm-doubt); }
      .code { margin-left: auto; font-weight: 700; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  /** The present table as seen. */
  @property({ attribute: false }) table!: Table;
  @state() private openId = '';
  @state() private align: 'left' | 'middle' | 'right' = 'middle';
  #of = '';

  protected override willUpdate(): void {
    const of = `${this.game.round} ${this.game.activation?.ship}`;
    if (of !== this.#of) this.align = 'middle';
    this.#of = of;
  }

  override render() {
    const { phase, activation, engagement } = this.game;
    const engaged = engagement.ship;
    if (phase === 'planning') return this.#planning();
    if (activation) return this.#activation(knownShip(this.game, activation.ship));
    if (engaged !== undefined) return this.#engagement(knownShip(this.game, engaged));
    return html`<section class="panel"><h2>${this.#between()}</h2>${this.#choices()}${this.#order()}</section>`;
  }

  /** What is next between two turns; nobody is left where the last ship that was due was removed. */
  #between(): string {
    const { phase } = this.game;
    const isOver = stillDue(this.game).length === 0;
    if (phase === 'activation') return isOver ? msg('All ships have activated') : msg('Who activates next');
    if (phase === 'engagement') return isOver ? msg('All ships have engaged') : msg('Who engages next');
    return msg('End Phase');
  }

  /** The engaging ship; once its attack has begun, that is shown elsewhere. */
  #engagement(ship: GameShip) {
    return html`<section class="panel"><h2>${msg(str`${ship.name} engages`)}</h2>${this.#heldFire(ship)}${turretRow(ship, this.play)}${this.#choices()}${this.#order()}</section>`;
  }

  /** Why a ship that has somebody to attack does not begin by itself. */
  #heldFire({ tokens }: GameShip) {
    const held = HOLD_FIRE.filter((kind) => tokens[kind] > 0).map((kind) => translate(phrase('count-of', tokens[kind], phrase(kind))));
    return held.length > 0
      ? html`<p class="held">${msg(str`It has ${held.join(', ')}: by the text of that token and the ship’s cards, say whether it attacks.`)}</p>`
      : nothing;
  }

  /** Everybody who is still due, by initiative. */
  #order() {
    const due = stillDue(this.game);
    if (due.length < 2) return nothing;
    return html`<p class="quietly">${msg(str`In order: ${due.map(({ name, initiative, isDestroyed }) => `${name} (${initiative}${isDestroyed ? `, ${msg('destroyed')}` : ''})`).join(', ')}`)}</p>`;
  }

  /** The next choices; actions stand on their bar instead. */
  #choices(hasBar = false) {
    const shown = mainChoices(this.game).filter(({ event }) => !(hasBar && event.kind === 'act'));
    return html`<div class="stack">${shown.map((choice, i) => choiceButton(choice, this.play, i === 0 && !hasBar))}</div>`;
  }

  #planning() {
    return html`<section class="panel"><h2>${msg('Dials')}</h2>
      <p>${msg('Set your dials on the table, face down: they stay secret. You enter what a dial shows when its ship activates.')}</p>${this.#choices()}
      <details><summary class="quietly">${msg('Enter dials here instead')}</summary><ul>${inPlay(this.game).map(
        (ship) => html`<li data-ship=${ship.id}>
        <button class="do set" aria-expanded=${this.openId === ship.id} @click=${() => (this.openId = this.openId === ship.id ? '' : ship.id)}>
          <span class="dot owner-${ship.owner}"></span>${ship.name}${isStressed(ship.tokens) ? html`<span class="rule">${msg('stressed')}</span>` : nothing}
          <span class="code">${isIonized(this.game, ship) ? msg('ionized: no dial') : ship.set && maneuverWords(ship.set.code)}</span></button>
        ${
          this.openId === ship.id
            ? html`<hm-dial .codes=${ship.dial} .chosen=${ship.set?.code ?? ''} ?stressed=${isStressed(ship.tokens)}
          @hm-dial-set=${(event: CustomEvent<{ code: string }>) => this.#set(ship, event.detail.code)}></hm-dial>`
            : nothing
        }
      </li>`,
      )}</ul></details></section>`;
  }

  #set(ship: GameShip, code: string): void {
    if (this.play.do({ kind: 'set dial', ship: ship.id, code })) this.openId = '';
  }

  #activation(ship: GameShip) {
    const { step, maneuver, skipsAction, wentOver } = this.game.activation!;
    return html`<section class="panel"><h2>${msg(str`${ship.name} activates`)}</h2>
      ${maneuver ? html`<p>${msg('Maneuver:')} <b>${maneuverWords(maneuverCode(maneuver))}</b>, ${translate(phrase(maneuver.difficulty))}<span class="why quietly">${translate(phrase(maneuver.bearing.family))}, ${translate(phrase(maneuver.bearing.motion))}${this.game.activation!.isIonized ? `; ${msg('the ship is ionized and has no dial')}` : ''}</span></p>` : nothing}
      ${wentOver.length > 0 ? this.#effect(ship, wentOver) : nothing}
      ${step === 'reveal' && AILERONS_SHIPS.includes(ship.xws ?? '') ? this.#ailerons() : nothing}
      ${step === 'execute' && maneuver ? this.#execute(maneuver.bearing.finish === 'rolled') : nothing}
      ${(step === 'action' && !skipsAction) || step === 'over' ? html`<hm-actions .game=${this.game} .ship=${ship} .play=${this.play}></hm-actions>` : nothing}
      ${step === 'reveal' && !ship.set ? html`<hm-reveal .ship=${ship} .game=${this.game} .table=${this.table} .play=${this.play}></hm-reveal>` : nothing}
      ${step === 'action' || step === 'over' ? turretRow(ship, this.play) : nothing}
      ${step === 'execute' ? nothing : this.#choices(step === 'action' && !skipsAction)}
    </section>`;
  }

  /** What an obstacle does people roll and enter. */
  #effect(ship: GameShip, over: readonly string[]) {
    const names = over.map((id) => translate(nameInMatch(this.game, id))).join(', ');
    return html`<details class="effect"><summary>${msg(str`Effect of what it went over: ${names}`)}</summary>
      <hm-ship-hand .ship=${ship} .game=${this.game} .play=${this.play}></hm-ship-hand></details>`;
  }

  #ailerons() {
    return html`<div class="row">${['1BW', '1FW', '1NW'].map((code) => html`<button class="do" @click=${() => this.play.do({ kind: 'ailerons', code })}>${msg(str`Ailerons: ${maneuverWords(code)}`)}</button>`)}</div>`;
  }

  #execute(isRolled: boolean) {
    const align = isRolled ? { align: this.align } : {};
    const { game, table: seen } = this;
    const isSeen = isOf(game, seen);
    const isMoved = isSeen && whatChanged(game.table, tableInPlay(game, seen).table).includes(game.activation!.ship);
    const confused = isSeen ? confusedRow(game, seen, this) : nothing;
    const isFirst = confused === nothing;
    const place = html`<button class="do ${isFirst && !isMoved ? 'first' : ''}" @click=${() => this.play.do({ kind: 'execute', ...align })}>${msg('Place it by the rules')}</button>`;
    const take = html`<button class="do ${isFirst && isMoved ? 'first' : ''}" aria-disabled=${!isSeen} @click=${() => this.play.do({ kind: 'execute', ...align, seen })}>${msg('It was moved on the table: use what the camera sees')}</button>`;
    return html`
      ${isRolled ? html`<label>${msg('Placed')} <select @change=${(event: Event) => (this.align = (event.target as HTMLSelectElement).value as 'left')}>${(['left', 'middle', 'right'] as const).map((each) => html`<option value=${each} ?selected=${each === this.align}>${translate(phrase(each))}</option>`)}</select></label>` : nothing}
      ${confused}${isMoved ? [take, place] : [place, take]}
      ${mainChoices(game).flatMap((choice) => (choice.event.kind === 'replace maneuver' ? [choiceButton(choice, this.play)] : []))}
      <div class="row">
        <button class="do" @click=${() => this.play.do({ kind: 'change difficulty', by: 1, reason: 'by hand' })}>${msg('Harder')}</button>
        <button class="do" @click=${() => this.play.do({ kind: 'change difficulty', by: -1, reason: 'by hand' })}>${msg('Easier')}</button>
      </div>
      <details><summary class="quietly">${msg('Another maneuver instead')}</summary>
        <hm-dial @hm-dial-set=${(event: CustomEvent<{ code: string }>) => this.play.do({ kind: 'replace maneuver', code: event.detail.code, reason: 'by hand' })}></hm-dial></details>`;
  }
}
