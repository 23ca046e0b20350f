import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { GameShip, GameState } from '../../../game/model/game-state.js';
import { inPlay } from '../../../game/model/lookup.js';
import { backOf } from '../../../scene/ask/what-moved.js';
import type { Table } from '../../../table/table.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { gameStyles } from '../page/game.styles.js';
import type { GameSession } from '../state/game-session.js';

/** Ships that stand where the log does not have them: nothing about them is judged until somebody says what happened. */
@customElement('hm-astray')
@localized()
export class HmAstray extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .panel { border-color: var(--hm-doubt); }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  /** The present table as seen. */
  @property({ attribute: false }) table!: Table;

  override render() {
    const astray = inPlay(this.game).filter((ship) => ship.astray);
    if (astray.length === 0) return nothing;
    return html`<section class="panel" role="alert"><h2>${msg('Table and log disagree')}</h2>${astray.map((ship) => this.#ship(ship))}</section>`;
  }

  #ship({ id, name, astray }: GameShip) {
    const { expected, distanceMm, turnDeg } = astray!;
    const now = this.table.ships.find((ship) => ship.id === id);
    const way = now ? translate(backOf({ pose: expected, covariance: now.covariance }, now).text) : '';
    const right = (reason: string) => this.play.do({ kind: 'stands right', ship: id, reason });
    return html`<div class="stack" data-ship=${id}>
      <p>${msg(str`${name} is ${distanceMm.toFixed(0)} mm and ${Math.abs(turnDeg).toFixed(0)}° from where the log says. Nothing is judged for it until you say what happened.`)}</p>
      <button class="do" @click=${() => right('moved by an effect')}>${msg('An effect moved it: its place is right')}</button>
      <button class="do" @click=${() => right('players agree')}>${msg('We agree that its place is right')}</button>
      <p class="quietly">${msg('Or put it back; it is noticed by itself.')} ${way}</p>
      ${this.play.flownLast === id ? html`<button class="do" data-way="back" @click=${() => this.play.do({ kind: 'undo' })}>${msg('Another maneuver was meant: take it back')}</button>` : nothing}
    </div>`;
  }
}
