import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { mainChoices } from '../../../game/choices.js';
import type { DiceKind, Die, Face } from '../../../game/model/dice.js';
import type { DiceSource } from '../../../game/model/event.js';
import type { Attack, GameShip, GameState } from '../../../game/model/game-state.js';
import { attackOf, inPlay, knownShip, weaponOf } from '../../../game/model/lookup.js';
import { weaponTitle, weaponWords } from '../../../game/model/weapon.js';
import { targets, weaponRefusal } from '../../../game/steps/attack-declare.js';
import { diceDue, diceKindOf, diceOf, diceTerms, uncountedTokens } from '../../../game/steps/attack-dice.js';
import { figure, phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { TO } from '../../ui/ship-name.js';
import { gameStyles } from '../page/game.styles.js';
import { choiceButton } from '../state/game-choice.js';
import type { GameSession } from '../state/game-session.js';
import { turretRow } from '../turn/turret-row.js';
import { ATTACK_PARTS, STEP_WORDS } from './attack-steps.js';
import './hm-dice.js';
import './hm-dice-row.js';
import './hm-modify.js';
import './hm-odds.js';
import '../board/hm-survey.js';

/** An attack, step by step: what is allowed now, what is not and by which rule, the dice, and the odds. */
@customElement('hm-attack')
@localized()
export class HmAttack extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .steps { display: flex; flex-wrap: wrap; gap: 0.3rem 0.9rem; color: var(--hm-ink-3); font-size: 0.85rem; }
      .steps li { display: inline; }
      .steps [aria-current] { color: var(--hm-accent); font-weight: 700; }
      .headline { font-size: 1.35rem; font-weight: 700; letter-spacing: -0.02em; color: var(--hm-accent); }
      .terms { display: flex; flex-wrap: wrap; gap: 0.2rem 0.8rem; font-size: 0.9rem; color: var(--hm-ink-2); font-variant-numeric: tabular-nums; }
      .uncounted { color: var(--hm-doubt); }
      .damage { font-size: 1.2rem; font-weight: 700; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  @state() private range0 = '';
  #of = '';

  protected override willUpdate(): void {
    // An ability that lets one ship attack at range 0 says nothing of the next one's attack.
    const of = `${this.game.round} ${this.game.attacks.length} ${attackOf(this.game)?.attacker}`;
    if (of !== this.#of) this.range0 = '';
    this.#of = of;
  }

  override render() {
    const attack = attackOf(this.game);
    if (!attack) return nothing;
    const attacker = knownShip(this.game, attack.attacker);
    const defender = attack.defender ? knownShip(this.game, attack.defender) : undefined;
    return html`<section class="panel" aria-label=${msg('Attack')}>
      <h2>${attacker.name}${defender ? TO + defender.name : nothing}${attack.isBonus ? ` (${msg('bonus attack')})` : ''}</h2>
      <ol class="steps">${ATTACK_PARTS.map(({ title, steps }) => html`<li aria-current=${steps.includes(attack.step) ? 'step' : nothing}>${translate(title)}</li>`)}</ol>
      ${attack.facts && defender ? this.#facts(attack) : nothing}
      ${attack.step === 'choose weapon' || attack.step === 'declare defender' ? turretRow(attacker, this.play) : nothing}
      ${this.#uncounted()}
      ${attack.defender ? nothing : html`<hm-survey .game=${this.game} .attacker=${attacker}></hm-survey>`}
      <h3 data-step=${attack.step}>${translate(STEP_WORDS[attack.step])}</h3>
      ${this.#step(attack)}
      <hm-odds .game=${this.game}></hm-odds>
    </section>`;
  }

  /** Tokens that change dice by a text that the rules here do not have. */
  #uncounted() {
    const held = uncountedTokens(this.game).map(
      ({ name, kind, count }) => `${name}: ${translate(phrase('count-of', count, phrase(kind)))}`,
    );
    return held.length > 0
      ? html`<p class="uncounted">${msg(str`Not counted in the dice: ${held.join(', ')}. Add or remove dice by hand.`)}</p>`
      : nothing;
  }

  #facts({ facts, weapon, attacker, defender }: Attack) {
    const ruled = this.game.decisions.filter(({ question }) => question.from === attacker && 'to' in question && question.to === defender);
    const rulings = ruled.map(({ question, by }) => msg(str`${translate(phrase(question.about))} decided by ${by ?? msg('a judge')}`));
    const { range, arc, isObstructed, mm, isTouching } = facts!;
    const name = translate(weaponTitle(weaponOf(knownShip(this.game, attacker), weapon)!.name));
    return html`<p class="headline">${translate(phrase('range-3', isTouching ? 0 : range))}</p>
      <p class="quietly">${[name, translate(phrase('arc-of', phrase(arc))), translate(phrase('count-mm', figure(mm, 1))), isObstructed ? msg('obstructed by an obstacle') : msg('not obstructed'), ...rulings].join(', ')}</p>`;
  }

  #step(attack: Attack) {
    switch (attack.step) {
      case 'choose weapon':
        return this.#weapons(attack);
      case 'declare defender':
        return this.#defenders(attack);
      case 'roll attack':
      case 'roll defense':
        return this.#roll(attack);
      case 'defender modifies attack':
      case 'attacker modifies attack':
      case 'attacker modifies defense':
      case 'defender modifies defense':
        return this.#modify(attack);
      case 'after 3':
      case 'after 4':
        return html`${this.#results(attack)}${this.#choices()}${this.#bonus(attack)}`;
      default:
        return html`${this.#results(attack)}${this.#choices()}`;
    }
  }

  #choices() {
    return html`<div class="stack">${mainChoices(this.game).map((choice, i) => choiceButton(choice, this.play, i === 0))}</div>`;
  }

  /** Each weapon with its costs and its possible targets. */
  #weapons({ attacker: id }: Attack) {
    const attacker = knownShip(this.game, id);
    return html`<div class="stack">${mainChoices(this.game).map((choice) => {
      const weapon = choice.event.kind === 'choose weapon' ? weaponOf(attacker, choice.event.weapon) : undefined;
      const found = weapon ? targets(this.game, attacker, weapon) : [];
      const valid = found.filter(({ target }) => 'facts' in target).map(({ defender }) => knownShip(this.game, defender).name);
      const more = weapon
        ? `${translate(weaponWords(weapon))}${valid.length > 0 ? ` · ${msg(str`may attack ${valid.join(', ')}`)}` : ''}`
        : '';
      return choiceButton({ ...choice, more }, this.play);
    })}</div>`;
  }

  /** Every enemy ship with the table's answer about it. */
  #defenders({ attacker: id, weapon: weaponId }: Attack) {
    const attacker = knownShip(this.game, id);
    const weapon = weaponOf(attacker, weaponId)!;
    const range0By = this.range0 || undefined;
    return html`<div class="stack">
      ${targets(this.game, attacker, weapon, range0By).map(({ defender, target }) => {
        const { name } = knownShip(this.game, defender);
        const event = { kind: 'declare defender', defender, ...(range0By && { range0By }) } as const;
        if ('facts' in target) {
          const { range, isObstructed } = target.facts;
          return choiceButton(
            { label: `${name}: ${translate(phrase('range-n', range))}${isObstructed ? `, ${msg('obstructed')}` : ''}`, event },
            this.play,
          );
        }
        return choiceButton({ label: name, event, refusal: target }, this.play);
      })}
      <label>${msg('An ability lets it attack at range 0')}
        <input .value=${this.range0} placeholder=${msg('name of the ability')} @input=${(event: Event) => (this.range0 = (event.target as HTMLInputElement).value)} /></label>
      <button class="do" @click=${() => this.play.do({ kind: 'no attack' })}>${msg('No attack')}</button>
      ${this.#otherWeapons(attacker, weapon.id)}
    </div>`;
  }

  /** Until the costs are paid, another weapon may be chosen. */
  #otherWeapons(attacker: GameShip, chosen: string) {
    const others = attacker.weapons.filter(({ id }) => id !== chosen);
    return others.map((weapon) => {
      const refusal = weaponRefusal(this.game, attacker, weapon);
      const event = { kind: 'choose weapon', weapon: weapon.id } as const;
      return choiceButton({ label: weaponTitle(weapon.name), event, ...(refusal && { refusal }) }, this.play);
    });
  }

  #roll(attack: Attack) {
    const kind = diceKindOf(attack);
    const there = diceOf(attack, kind);
    const due = diceDue(this.game, kind) - there.length;
    const adjust = (by: number) => this.play.do({ kind: 'adjust dice', dice: kind, by, reason: 'by hand' });
    return html`
      ${kind === 'defense' ? diceRow(attack.attackDice, 'attack') : nothing}
      <p class="terms">${diceTerms(this.game, kind).map(({ by, reason, rule }) => html`<span data-rule=${rule}>${by > 0 ? '+' : ''}${by} ${translate(reason === 'by hand' ? phrase('by hand') : reason)}</span>`)}</p>
      ${
        there.length > 0
          ? diceRow(there, kind)
          : html`<div class="row">
        <button class="do" @click=${() => adjust(1)}>${msg('One die more')}</button><button class="do" @click=${() => adjust(-1)}>${msg('One die fewer')}</button></div>`
      }
      <hm-dice .kind=${kind} .due=${due} splittable .game=${this.game}
        @hm-dice=${(event: CustomEvent<{ faces: readonly Face[]; source: DiceSource; tooFewDice: boolean }>) => this.#rolled(event.detail)}></hm-dice>`;
  }

  #rolled({
    faces,
    source,
    tooFewDice,
  }: {
    readonly faces: readonly Face[];
    readonly source: DiceSource;
    readonly tooFewDice: boolean;
  }): void {
    this.play.do({ kind: 'roll', faces, source, ...(tooFewDice && { tooFewDice }) });
  }

  #modify(attack: Attack) {
    return html`${diceKindOf(attack) === 'defense' ? diceRow(attack.attackDice, 'attack') : nothing}
      <hm-modify .game=${this.game} .play=${this.play}></hm-modify>`;
  }

  /** A bonus attack that no ability on the list grants: by hand, in its own window. */
  #bonus({ attacker, defender, step }: Attack) {
    const { owner } = knownShip(this.game, step === 'after 3' ? defender! : attacker);
    const ships = inPlay(this.game).filter((ship) => ship.owner === owner);
    return html`<details><summary class="quietly">${msg('A card grants a bonus attack')}</summary><div class="row">${ships.map(
      ({ id, name }) =>
        html`<button class="do" @click=${() => this.play.do({ kind: 'attack', attacker: id, isBonus: true })}>${msg(str`${name} attacks again`)}</button>`,
    )}</div></details>`;
  }

  #results({ attackDice, defenseDice, uncancelled, damage, step }: Attack) {
    if (step === 'choose weapon' || step === 'pay costs') return nothing;
    const dealt = damage.map(({ kind, on }) => translate(phrase(`damage-on-${on}`, phrase(kind)))).join(', ');
    return html`${diceRow(attackDice, 'attack')}${diceRow(defenseDice, 'defense')}
      ${uncancelled ? html`<p class="damage" role="status">${resultWords(uncancelled, damage)}${dealt ? html`<span class="why">${msg(str`Dealt: ${dealt}`)}</span>` : nothing}</p>` : nothing}`;
  }
}

/** Results left after neutralizing, and once dealt, the number of each. */
function resultWords({ hits, crits }: NonNullable<Attack['uncancelled']>, damage: Attack['damage']): string {
  const dealt = (kind: 'hit' | 'crit') => damage.filter((one) => one.kind === kind).length;
  if (damage.length > 0) return msg(str`${dealt('hit')} hit, ${dealt('crit')} crit damage`);
  return hits + crits === 0 ? msg('The attack misses') : msg(str`${hits} hit, ${crits} crit left`);
}

function diceRow(dice: readonly Die[], kind: DiceKind) {
  return html`<hm-dice-row .kind=${kind} .dice=${dice}></hm-dice-row>`;
}
