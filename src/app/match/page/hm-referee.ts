import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { notices } from '../../../game/log/referee.js';
import type { GameState } from '../../../game/model/game-state.js';
import { playersWithoutShips } from '../../../game/model/lookup.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { emit } from '../../ui/page-events.js';
import { gameStyles } from './game.styles.js';

/** Remarks of a referee now: anything forgotten, anything worth a look, and a player without ships. Empty when there is nothing. */
@customElement('hm-referee')
@localized()
export class HmReferee extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .panel { border-color: color-mix(in srgb, var(--hm-doubt) 40%, var(--hm-line)); gap: 0.4rem; }
      li { color: var(--hm-doubt); font-size: 0.92rem; line-height: 1.4; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;

  override render() {
    return html`${this.#over()}${this.#watch()}`;
  }

  /** The question whether the match ends with that, which its players decide. */
  #over() {
    const out = playersWithoutShips(this.game);
    if (out.length === 0) return nothing;
    return html`<section class="panel" role="status">${out.map((player) => html`<h3>${translate(phrase('no-ships-left', player))}</h3>`)}
      <p>${translate(phrase('match-over-when-said'))}</p>
      <button class="do" @click=${() => emit(this, 'hm-match-page', { page: 'log' })}>${msg('Score sheet')}</button></section>`;
  }

  #watch() {
    const said = notices(this.game);
    if (said.length === 0) return nothing;
    return html`<section class="panel" aria-label=${msg("Referee's watch")}><h3>${msg('Referee’s watch')}</h3>
      <ul>${said.map(({ code, text }) => html`<li data-code=${code}>${translate(text)}</li>`)}</ul></section>`;
  }
}
