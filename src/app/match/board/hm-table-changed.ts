import { localized, msg, str } from '@lit/localize';
import { html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { mainChoices } from '../../../game/choices.js';
import type { GameState } from '../../../game/model/game-state.js';
import { isRefusal } from '../../../game/model/refusal.js';
import { reduce } from '../../../game/reduce.js';
import { nameInMatch } from '../../../game/table/name-in-match.js';
import { THE_MAT, whatChanged } from '../../../game/table/what-changed.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { gameStyles } from '../page/game.styles.js';
import { choiceButton } from '../state/game-choice.js';
import type { GameSession } from '../state/game-session.js';

/** The table changed in the middle of an attack: the changes, and the consequences of either table. Somebody says which one counts. */
@customElement('hm-table-changed')
@localized()
export class HmTableChanged extends LitElement {
  static override styles = [controlStyles, gameStyles];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;

  override render() {
    const { table, changedTable } = this.game;
    if (!changedTable) return html``;
    const ids = whatChanged(table, changedTable);
    const changed = ids.filter((id) => id !== THE_MAT).map((id) => translate(nameInMatch(this.game, id, changedTable)));
    const { widthMm, depthMm } = changedTable;
    const sentences = [
      ...(ids.includes(THE_MAT) ? [msg(str`The mat is ${widthMm.toFixed(0)} × ${depthMm.toFixed(0)} mm now.`)] : []),
      ...(changed.length > 0 ? [msg(str`${changed.join(', ')} moved, came or went.`)] : []),
    ];
    const what = sentences.join(' ') || msg('The attack is measured differently now.');
    return html`<section class="panel" role="alert"><h2>${msg('The table changed in the middle of the attack')}</h2>
      <p class="quietly">${msg(str`${what} Which table counts?`)}</p>
      <div class="stack">${mainChoices(this.game).map((choice) => choiceButton({ ...choice, more: this.#means(choice.event) }, this.play))}</div></section>`;
  }

  #means(event: Parameters<typeof reduce>[1]): string {
    const next = reduce(this.game, event);
    if (isRefusal(next)) return '';
    return next.notes.map(translate).join('; ') || msg('The attack goes on as measured.');
  }
}
