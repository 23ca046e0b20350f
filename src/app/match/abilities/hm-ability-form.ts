import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type Ability, WINDOWS, type Window } from '../../../game/model/ability.js';
import { abilityWords } from '../../../game/model/ability-words.js';
import { ACTIONS } from '../../../game/model/action.js';
import type { GameState } from '../../../game/model/game-state.js';
import { inPlay, knownShip } from '../../../game/model/lookup.js';
import { TOKEN_KINDS } from '../../../game/model/tokens.js';
import { ARC_NAMES } from '../../../pieces/arc-names.js';
import { type FixedKey, type Phrase, phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { icon } from '../../ui/icon.js';
import { gameStyles } from '../page/game.styles.js';
import { entered, wholeEntered } from '../state/entered.js';
import type { GameSession } from '../state/game-session.js';
import { type AbilityDraft, abilityFrom, DOES, NEW_DRAFT } from './ability-draft.js';
import { forgetAbility, keepAbility, keptAbilities } from './stored-abilities.js';

/** Ranges that an ability may ask for; 4 is beyond range 3. */
const RANGES = [0, 1, 2, 3, 4];

/** Enters an ability in a few taps: whose, when, whom by range and arc, what. It is kept for other matches; card texts are not shipped. */
@customElement('hm-ability-form')
@localized()
export class HmAbilityForm extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .fields { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); }
      .listed { display: flex; align-items: center; gap: 0.5rem; padding: 0.4rem 0.4rem 0.4rem 0.7rem; border-radius: 0.7rem; background: var(--hm-raised); }
      .listed > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
      .ticks { display: flex; gap: 0.35rem; }
      .span { min-width: 13rem; }
    `,
  ];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  @state() private draft: AbilityDraft = NEW_DRAFT;
  @state() private keptNow = keptAbilities();

  override render() {
    const { abilities } = this.game;
    return html`<details class="panel"><summary>${msg(str`Abilities${abilities.length > 0 ? ` (${abilities.length})` : ''}`)}</summary><div class="stack">
      ${abilities.length > 0 ? html`<ul aria-label=${msg('Abilities of the match')}>${abilities.map((ability) => this.#listed(ability))}</ul>` : nothing}
      <h3>${msg('Enter an ability')}</h3>
      <div class="fields">${this.#whose()}${this.#when()}${this.#what()}${this.#whom()}</div>
      <p class="quietly">${translate(abilityWords(abilityFrom(this.draft, this.#ship(), 'new')))}</p>
      <button class="do first" @click=${this.#add}>${msg('Add it')}</button>
      ${this.keptNow.length > 0 ? html`<h3>${msg('Entered before, for the ship chosen above')}</h3><ul>${this.keptNow.map((ability) => this.#keptOne(ability))}</ul>` : nothing}
      ${this.#trigger()}
    </div></details>`;
  }

  #listed(ability: Ability) {
    const { id, name, ship } = ability;
    return html`<li class="listed"><span><b>${name}</b>, ${knownShip(this.game, ship).name}<span class="why quietly">${translate(abilityWords(ability))}</span></span>
      <button class="quiet" aria-label=${msg(str`Remove ${name} from the list`)} title=${msg('Remove it from the list')} @click=${() => this.play.do({ kind: 'remove ability', ability: id })}>${icon('trash')}</button></li>`;
  }

  #keptOne(ability: Ability) {
    const forget = () => {
      forgetAbility(ability);
      this.keptNow = keptAbilities();
    };
    return html`<li class="listed"><span><button class="do" @click=${() => this.#give(ability)}>${ability.name}</button> <span class="quietly">${translate(abilityWords(ability))}</span></span>
      <button class="quiet" aria-label=${msg(str`Forget ${ability.name}`)} title=${msg('Forget it')} @click=${forget}>${icon('xmark')}</button></li>`;
  }

  #whose() {
    return html`
      <label>${msg('Ship')} <select name="ship" @change=${(event: Event) => this.#say({ ship: entered(event) })}>${inPlay(this.game).map(({ id, name }) => html`<option value=${id} ?selected=${id === this.#ship()}>${name}</option>`)}</select></label>
      <label>${msg('Name')} <input name="name" maxlength="40" autocomplete="off" .value=${this.draft.name} @input=${(event: Event) => this.#say({ name: entered(event) })} /></label>
      ${this.#select('kind', phrase('form-kind'), ['ability', 'replacement'] as const, { ability: 'is-queued', replacement: 'replaces' })}
      ${this.#select('may', phrase('form-it'), ['may', 'must'] as const, { may: 'you-may', must: 'always' })}`;
  }

  #when() {
    const { kind, window } = this.draft;
    if (kind === 'replacement')
      return html`${this.#select('replaces', phrase('would-gain'), TOKEN_KINDS)}${this.#select('orReplaces', phrase('form-or'), ['', ...TOKEN_KINDS] as const, { '': 'nothing-else' })}`;
    return html`
      <label>${msg('When')} <select name="window" @change=${(event: Event) => this.#say({ window: entered(event) as Window })}>${WINDOWS.map((one) => html`<option value=${one} ?selected=${one === window}>${translate(phrase(one))}</option>`)}</select></label>
      ${window.startsWith('start of') ? nothing : this.#select('of', phrase('whose-doing'), ['self', 'friendly', 'enemy'] as const, { self: 'of-this-ship', friendly: 'of-friendly', enemy: 'of-enemy' })}
      ${window === 'after action' ? this.#select('afterAction', phrase('which-action'), ['', ...ACTIONS] as const, { '': 'any' }) : nothing}`;
  }

  #what() {
    const { does, count } = this.draft;
    const number = html`<label>${msg('How many')} <input name="count" type="number" min="1" max="9" inputmode="numeric" .value=${String(count)} @change=${(event: Event) => this.#say({ count: wholeEntered(event, 1) })} /></label>`;
    const what = this.#select(
      'does',
      phrase('form-effect'),
      DOES.filter((one) => this.draft.kind === 'replacement' || one !== 'hands on what it would gain'),
    );
    if (does === 'performs an action')
      return html`${what}${this.#select('action', phrase('form-action'), ACTIONS)}${this.#select('color', phrase('form-color'), ['white', 'red'] as const)}`;
    if (does === 'gains tokens' || does === 'removes tokens' || does === 'hands tokens on')
      return html`${what}${this.#select('token', phrase('form-token'), TOKEN_KINDS)}${number}`;
    if (does === 'suffers damage') return html`${what}${this.#select('damage', phrase('form-damage'), ['hit', 'crit'] as const)}${number}`;
    if (does === 'hands on what it would gain') return html`${what}${number}`;
    return what;
  }

  /** On whom: its own ship, or ships by range and arc, which the table is asked about. */
  #whom() {
    const { whom, ranges, does } = this.draft;
    if (does === 'a bonus attack') return nothing;
    const about = this.#select('whom', phrase('form-on'), ['self', 'friendly', 'enemy', 'any'] as const, {
      self: 'own-ship',
      friendly: 'a-friendly-ship',
      enemy: 'an-enemy-ship',
      any: 'any-ship',
    });
    if (whom === 'self') return about;
    const toggle = (range: number) =>
      this.#say({ ranges: ranges.includes(range) ? ranges.filter((one) => one !== range) : [...ranges, range].sort() });
    return html`${about}
      <label class="span" role="group" aria-label=${msg('At range')}>${msg('At range')} <span class="ticks">${RANGES.map((range) => html`<button class="do" name=${`range-${range}`} aria-pressed=${ranges.includes(range)} @click=${() => toggle(range)}>${range === 4 ? translate(phrase('beyond-3')) : range}</button>`)}</span></label>
      ${this.#select('measured', phrase('measured-as'), ['range', 'attack range'] as const, { range: 'range-without-arcs', 'attack range': 'range-in-arc' })}
      ${this.#select('each', phrase('how-many-ships'), ['one', 'each'] as const, { one: 'one-of-choice', each: 'each-of-them' })}
      ${this.#select('inOwnersArc', phrase('arc-ship'), ['', ...ARC_NAMES] as const, { '': 'any' })}
      ${this.#select('ownerInArc', phrase('if-ship-arc'), ['', ...ARC_NAMES] as const, { '': 'any' })}`;
  }

  #select<K extends keyof AbilityDraft>(
    field: K,
    label: Phrase,
    options: readonly (AbilityDraft[K] & string)[],
    words: Readonly<Record<string, FixedKey>> = {},
  ) {
    const change = (event: Event) => this.#say({ [field]: entered(event) });
    return html`<label>${translate(label)} <select name=${field} @change=${change}>${options.map((one) => html`<option value=${one} ?selected=${one === this.draft[field]}>${translate(phrase(words[one] ?? (one as FixedKey)))}</option>`)}</select></label>`;
  }

  /** Something that only people can see, such as a ship that was cloaked: whatever waits for it triggers. */
  #trigger() {
    const trigger = () => {
      const window = this.renderRoot.querySelector<HTMLSelectElement>('[name=trigger]')!.value as Window;
      this.play.do({ kind: 'trigger', window, ship: this.#ship() });
    };
    return html`<details><summary class="quietly">${msg('Trigger a window by hand, for the ship chosen above')}</summary><div class="row">
      <label>${msg('Window')} <select name="trigger">${WINDOWS.map((one) => html`<option value=${one}>${translate(phrase(one))}</option>`)}</select></label><button class="do" @click=${trigger}>${msg('Trigger')}</button></div></details>`;
  }

  #ship(): string {
    const ships = inPlay(this.game);
    return ships.find(({ id }) => id === this.draft.ship)?.id ?? ships[0]?.id ?? '';
  }

  #say(change: Partial<AbilityDraft>): void {
    this.draft = { ...this.draft, ...change };
  }

  readonly #add = () => {
    const ability = abilityFrom(this.draft, this.#ship(), 'new');
    keepAbility(ability);
    this.keptNow = keptAbilities();
    this.#give(ability);
  };

  #give(ability: Ability): void {
    const numbers = Array.from({ length: this.game.abilities.length + 1 }, (_, i) => `ability-${i + 1}`);
    const id = numbers.find((one) => !this.game.abilities.some((ability) => ability.id === one))!;
    if (this.play.do({ kind: 'add ability', ability: { ...ability, id, ship: this.#ship() } })) this.draft = { ...this.draft, name: '' };
  }
}
