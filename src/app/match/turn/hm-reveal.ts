import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { isStressed } from '../../../game/model/difficulty.js';
import type { GameShip, GameState } from '../../../game/model/game-state.js';
import { flown } from '../../../game/table/flown.js';
import type { Explanation } from '../../../judge/maneuver/explain-move.js';
import { maneuverCode } from '../../../pieces/maneuver.js';
import type { Table } from '../../../table/table.js';
import { phrase } from '../../../texts/phrase.js';
import { decimal, translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { maneuverWords } from '../../ui/maneuver-words.js';
import { gameStyles } from '../page/game.styles.js';
import type { GameSession } from '../state/game-session.js';
import { confusedRow } from './confused-row.js';
import './hm-dial.js';

const DIFFICULTIES = ['blue', 'white', 'red'] as const;

/**
 * Turns over a dial that was set on the table: the maneuver that brought the ship to where it is seen now, in one tap, or the one that the
 * dial shows. A ship that was confused with another is exchanged with it first.
 * @fires hm-names - two ships were confused
 */
@customElement('hm-reveal')
@localized()
export class HmReveal extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      :host { display: grid; gap: 0.6rem; grid-template-columns: minmax(0, 1fr); }
    `,
  ];

  @property({ attribute: false }) ship!: GameShip;
  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  /** The present table as seen. */
  @property({ attribute: false }) table!: Table;

  override render() {
    const { ship } = this;
    const found = flown(this.game, ship.id, this.table);
    return html`${found.length > 0 ? nothing : confusedRow(this.game, this.table, this)}${found.length > 0 ? html`<h3>${msg('It has moved. This fits:')}</h3><div class="stack">${found.flatMap((one, i) => this.#flown(one, i === 0))}</div>` : nothing}
      <h3>${found.length > 0 ? msg('Or: what the dial shows') : msg('What the dial shows')}</h3>
      <hm-dial .codes=${ship.dial} ?stressed=${isStressed(ship.tokens)} @hm-dial-set=${({ detail }: CustomEvent<{ code: string }>) => this.play.do({ kind: 'reveal', code: detail.code })}></hm-dial>`;
  }

  /** Buttons for a maneuver that explains the move; where the dial is not known, one for each difficulty. */
  #flown(found: Explanation, isFirst: boolean) {
    const { maneuver, align, execution, offset } = found;
    const bumped = execution.execution === 'partial' ? `, ${msg('partially')}` : '';
    return (this.ship.dial ? [maneuver.difficulty] : DIFFICULTIES).map((difficulty) => {
      const code = maneuverCode({ ...maneuver, difficulty });
      const label = `${maneuverWords(code)}, ${translate(phrase(difficulty))}${align ? `, ${translate(phrase(align))}` : ''}${bumped}`;
      return html`<button class="do ${isFirst ? 'first' : ''}" data-code=${code} @click=${() => this.#take(code, align)}>${label}<span class="why">${msg(str`${decimal(offset.distanceMm, 1)} mm and ${decimal(Math.abs(offset.turnDeg), 1)}° from where it ends`)}</span></button>`;
    });
  }

  #take(code: string, align: Explanation['align']): void {
    if (this.play.do({ kind: 'reveal', code })) this.play.do({ kind: 'execute', ...(align && { align }), seen: this.table });
  }
}
