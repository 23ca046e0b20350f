import { msg } from '@lit/localize';
import { html, nothing } from 'lit';
import type { GameShip } from '../../../game/model/game-state.js';
import { hasTurret, POINTINGS, type Pointing } from '../../../game/model/weapon.js';
import { phrase } from '../../../texts/phrase.js';
import { translate } from '../../locales/language.js';
import { entered } from '../state/entered.js';
import type { GameSession } from '../state/game-session.js';

/** The direction of a ship's turret, to be entered; empty for a ship without one. No camera sees it. */
export function turretRow({ id, turret, weapons }: GameShip, play: GameSession) {
  if (!weapons.some(hasTurret)) return nothing;
  const point = (event: Event) => play.do({ kind: 'point turret', ship: id, turret: entered(event) as Pointing });
  return html`<label>${msg('Turret points')} <select name="turret" @change=${point}>${POINTINGS.map((to) => html`<option value=${to} .selected=${to === turret}>${translate(phrase(to))}</option>`)}</select></label>`;
}
