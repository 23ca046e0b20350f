import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { refusalOf } from '../../../game/choices.js';
import { ATTACK_FACES, DEFENSE_FACES, type DiceKind, type Face, roll } from '../../../game/model/dice.js';
import type { DiceChange, DiceSource } from '../../../game/model/event.js';
import type { Attack, GameState } from '../../../game/model/game-state.js';
import { attackOf, knownShip } from '../../../game/model/lookup.js';
import { diceKindOf, diceOf } from '../../../game/steps/attack-dice.js';
import { modifierOf } from '../../../game/steps/attack-modify.js';
import { type Phrase, phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { gameStyles } from '../page/game.styles.js';
import { entered } from '../state/entered.js';
import { choiceButton } from '../state/game-choice.js';
import type { GameSession } from '../state/game-session.js';
import './hm-dice.js';
import './hm-dice-row.js';

/** Whose reroll is under way: its dice are still to be rolled, or tapped in. */
type Rerolling = { readonly with: 'lock' } | { readonly with: 'ability'; readonly name: string };

/**
 * A step in which dice are modified: the dice to choose from, the tokens that may be spent on them, and changes by abilities. Forbidden
 * choices say why; a die that was rerolled is not offered again.
 */
@customElement('hm-modify')
@localized()
export class HmModify extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      :host { display: grid; gap: 0.7rem; grid-template-columns: minmax(0, 1fr); }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  @state() private picked: readonly number[] = [];
  @state() private rerolling: Rerolling | undefined;
  @state() private name = '';
  @state() private face: Face | undefined;

  override render() {
    const attack = attackOf(this.game)!;
    const kind = diceKindOf(attack);
    const dice = diceOf(attack, kind);
    const picked = this.#pickedOf(attack);
    return html`
      <hm-dice-row .kind=${kind} .dice=${dice} .picked=${picked} open @hm-pick=${(event: CustomEvent<{ picked: readonly number[] }>) => (this.picked = event.detail.picked)}></hm-dice-row>
      ${this.rerolling ? this.#reroll(kind, picked) : this.#ways(attack, kind, picked)}`;
  }

  /** Dice that were chosen and are still there. */
  #pickedOf(attack: Attack): readonly number[] {
    const dice = diceOf(attack, diceKindOf(attack));
    return this.picked.filter((i) => i < dice.length);
  }

  /** The dice of a reroll: rolled by the page, or on the table and tapped in. */
  #reroll(kind: DiceKind, picked: readonly number[]) {
    const cancel = () => (this.rerolling = undefined);
    return html`<h3>${msg(str`Reroll, dice: ${picked.length} (${this.rerolling!.with === 'lock' ? translate(phrase('lock')) : (this.rerolling as { name: string }).name})`)}</h3>
      <hm-dice .kind=${kind} .due=${picked.length} .game=${this.game} @hm-dice=${(event: CustomEvent<{ faces: readonly Face[]; source: DiceSource }>) => this.#rerolled(picked, event.detail)}></hm-dice>
      <button class="do" @click=${cancel}>${msg('No reroll')}</button>`;
  }

  #ways(attack: Attack, kind: DiceKind, picked: readonly number[]) {
    const by = modifierOf(attack);
    const isOwn = (by === 'attacker') === (kind === 'attack');
    return html`${isOwn ? this.#spending(attack, kind, picked) : nothing}
      ${choiceButton({ label: phrase('done-modifying'), event: { kind: 'done' } }, this.play, true)}
      ${this.#ability(by, kind, picked)}`;
  }

  /** Spending on one's own dice: the ship's tokens, and the lock. */
  #spending(attack: Attack, kind: DiceKind, picked: readonly number[]) {
    const by = modifierOf(attack);
    const { tokens, locks } = knownShip(this.game, by === 'attacker' ? attack.attacker : attack.defender!);
    const dice = diceOf(attack, kind);
    const focused = picked.filter((i) => dice[i]!.face === 'focus');
    const first = (face: (one: Face) => boolean) => dice.findIndex((die) => face(die.face));
    const die =
      picked[0] ??
      Math.max(
        0,
        first((face) => face === 'focus' || face === 'blank'),
      );
    const single =
      focused.length > 0
        ? focused
        : [
            Math.max(
              0,
              first((face) => face === 'focus'),
            ),
          ];
    const ways: readonly (readonly [number, Phrase, DiceChange])[] = [
      [tokens.focus, phrase('spend-focus-all-focus'), { with: 'focus' }],
      [tokens.calculate, phrase('spend-calculate-die', single[0]! + 1), { with: 'calculate', die: single[0]! }],
      [
        tokens.force,
        phrase('spend-force-3', single.length, phrase('list', ...single.map((i) => phrase('die-of', i + 1)))),
        { with: 'force', dice: single },
      ],
      ...(kind === 'defense' ? [[tokens.evade, phrase('spend-evade-die', die + 1), { with: 'evade', die }] as const] : []),
    ];
    const there = ways.filter(([count]) => count > 0);
    const hasLock = kind === 'attack' && locks.includes(attack.defender!);
    const nothingThere = there.length === 0 && !hasLock;
    return html`${nothingThere ? html`<p class="quietly">${by === 'attacker' ? msg('The attacker has no token to spend on these dice.') : msg('The defender has no token to spend on these dice.')}</p>` : nothing}
      ${there.map(([, label, change]) => this.#way(label, change))}
      ${hasLock ? this.#rerollButton(phrase('lock-reroll'), picked, { with: 'lock' }) : nothing}`;
  }

  #way(label: Phrase, change: DiceChange) {
    const event = { kind: 'modify', by: modifierOf(attackOf(this.game)!), change } as const;
    const refusal = refusalOf(this.game, event);
    return choiceButton({ label, event, ...(refusal && { refusal }) }, this.play);
  }

  /** Asks the rules with dice of the generator: a die that was rerolled, or is not there, is refused before anything is rolled. */
  #rerollButton(label: Phrase, picked: readonly number[], way: Rerolling) {
    if (picked.length === 0)
      return html`<button class="do" aria-disabled="true">${translate(label)} <span class="why">${msg('Tap the dice to reroll first.')}</span></button>`;
    const kind = diceKindOf(attackOf(this.game)!);
    const trial = this.#rerollChange(way, picked, roll(this.game.seed, kind, picked.length).faces, 'generator');
    const refusal = refusalOf(this.game, { kind: 'modify', by: modifierOf(attackOf(this.game)!), change: trial });
    const text = msg(str`${translate(label)} the ${picked.length} chosen`);
    if (refusal)
      return choiceButton(
        { label: text, event: { kind: 'modify', by: modifierOf(attackOf(this.game)!), change: trial }, refusal },
        this.play,
      );
    return html`<button class="do" @click=${() => (this.rerolling = way)}>${text}</button>`;
  }

  #rerollChange(way: Rerolling, dice: readonly number[], faces: readonly Face[], source: DiceSource): DiceChange {
    return way.with === 'lock'
      ? { with: 'lock', dice, faces, source }
      : { with: 'ability', name: way.name, does: 'reroll', dice, faces, source };
  }

  #rerolled(dice: readonly number[], { faces, source }: { readonly faces: readonly Face[]; readonly source: DiceSource }): void {
    const change = this.#rerollChange(this.rerolling!, dice, faces, source);
    this.rerolling = undefined;
    this.picked = [];
    this.play.do({ kind: 'modify', by: modifierOf(attackOf(this.game)!), change });
  }

  /** Changes of dice by an ability, by hand: its name goes into the log. */
  #ability(by: 'attacker' | 'defender', kind: DiceKind, picked: readonly number[]) {
    const faces = [...new Set<Face>(kind === 'attack' ? ATTACK_FACES : DEFENSE_FACES)];
    const face = this.face && faces.includes(this.face) ? this.face : faces[0]!;
    const name = this.name.trim() || translate(phrase('an-ability'));
    return html`<details><summary class="quietly">${by === 'attacker' ? msg('An ability of the attacker changes dice') : msg('An ability of the defender changes dice')}</summary><div class="stack">
      <div class="row">
        <label>${msg('Ability')} <input name="dice-ability" maxlength="40" autocomplete="off" .value=${this.name} @input=${(event: Event) => (this.name = entered(event))} /></label>
        <label>${msg('Face')} <select name="dice-face" @change=${(event: Event) => (this.face = entered(event) as Face)}>${faces.map((each) => html`<option value=${each} ?selected=${each === face}>${translate(phrase(each))}</option>`)}</select></label>
      </div>
      ${this.#rerollButton(phrase('reroll'), picked, { with: 'ability', name })}
      ${picked.length === 1 ? this.#way(phrase('change-die', picked[0]! + 1, phrase(face)), { with: 'ability', name, does: 'set', die: picked[0]!, face }) : html`<button class="do" aria-disabled="true">${msg('Change a die')} <span class="why">${msg('Tap one die first.')}</span></button>`}
      ${this.#way(phrase('add-result', phrase(face)), { with: 'ability', name, does: 'add', face })}</div></details>`;
  }
}
