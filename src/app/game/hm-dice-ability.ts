import { html, LitElement } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ATTACK_FACES, DEFENSE_FACES, type DiceKind, type Face, roll } from '../../game/dice.js';
import type { GameState } from '../../game/game-state.js';
import { controlStyles } from '../view/control.styles.js';
import { gameStyles } from './game.styles.js';
import type { GameSession } from './game-session.js';

/** What an ability does to dice, by hand: reroll the chosen ones, change one, or add one. Its name goes into the log. */
@customElement('hm-dice-ability')
export class HmDiceAbility extends LitElement {
  static override styles = [controlStyles, gameStyles];

  @property() kind: DiceKind = 'attack';
  @property() by: 'attacker' | 'defender' = 'attacker';
  /** Places of the dice that were chosen. */
  @property({ attribute: false }) picked: readonly number[] = [];
  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  @state() private name = '';
  @state() private face: Face | undefined;

  override render() {
    const { kind, picked } = this;
    const faces = [...new Set<Face>(kind === 'attack' ? ATTACK_FACES : DEFENSE_FACES)];
    const face = this.face && faces.includes(this.face) ? this.face : faces[0]!;
    const name = this.name || 'an ability';
    const one = picked.length === 1 ? picked[0]! : -1;
    return html`<details><summary class="quietly">An ability of the ${this.by} changes dice</summary>
      <div class="row">
        <label>Ability <input .value=${this.name} @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} /></label>
        <label>Face <select @change=${(event: Event) => (this.face = (event.target as HTMLSelectElement).value as Face)}>${faces.map((each) => html`<option ?selected=${each === face}>${each}</option>`)}</select></label>
      </div>
      <div class="row">
        <button class="do" aria-disabled=${picked.length === 0} @click=${() => this.#change({ with: 'ability', name, does: 'reroll', dice: picked, faces: roll(this.game.seed, kind, picked.length).faces, source: 'generator' })}>Reroll the ${picked.length || ''} chosen</button>
        <button class="do" aria-disabled=${one < 0} @click=${() => this.#change({ with: 'ability', name, does: 'set', die: one, face })}>Change the chosen one</button>
        <button class="do" @click=${() => this.#change({ with: 'ability', name, does: 'add', face })}>Add a die</button>
      </div></details>`;
  }

  #change(change: Extract<Parameters<GameSession['do']>[0], { kind: 'modify' }>['change']): void {
    this.play.do({ kind: 'modify', by: this.by, change });
  }
}
