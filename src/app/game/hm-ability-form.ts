import { html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type Ability, type Effect, type Target, WINDOWS, type Window } from '../../game/ability.js';
import { ACTIONS, type ActionName } from '../../game/action.js';
import type { GameState } from '../../game/game-state.js';
import { inPlay } from '../../game/lookup.js';
import { controlStyles } from '../view/control.styles.js';
import { gameStyles } from './game.styles.js';
import type { GameSession } from './game-session.js';
import { keepAbility, keptAbilities } from './kept-abilities.js';

const DOES = ['by hand', 'performs an action', 'gains a focus token', 'gains a stress token', 'bonus attack'] as const;
const WHOM = ['its own ship', 'a friendly ship', 'an enemy ship'] as const;
type Does = (typeof DOES)[number];
type Whom = (typeof WHOM)[number];

/** Enters an ability in a few taps: whose, when, what. It is kept for other matches; card texts are not shipped. */
@customElement('hm-ability-form')
export class HmAbilityForm extends LitElement {
  static override styles = [controlStyles, gameStyles];

  @property({ attribute: false }) game!: GameState;
  @property({ attribute: false }) play!: GameSession;
  @state() private does: Does = 'by hand';
  @state() private whom: Whom = 'its own ship';

  override render() {
    const kept = keptAbilities();
    return html`<details class="panel"><summary>Enter an ability</summary>
      <div class="stack">
      <div class="row">
        <label>Ship <select name="ship">${inPlay(this.game).map(({ id, name }) => html`<option value=${id}>${name}</option>`)}</select></label>
        <label>Name <input name="name" maxlength="40" autocomplete="off" /></label>
        <label>When <select name="window">${WINDOWS.map((window) => html`<option>${window}</option>`)}</select></label>
        <label>It <select name="does" @change=${(event: Event) => (this.does = entered(event) as Does)}>${DOES.map((does) => html`<option>${does}</option>`)}</select></label>
        ${
          this.does === 'performs an action'
            ? html`<label>Action <select name="action">${ACTIONS.map((action) => html`<option>${action}</option>`)}</select></label>
          <label>Color <select name="color"><option>white</option><option>red</option></select></label>`
            : nothing
        }
        ${this.does === 'bonus attack' ? nothing : html`<label>About <select name="whom" @change=${(event: Event) => (this.whom = entered(event) as Whom)}>${WHOM.map((whom) => html`<option>${whom}</option>`)}</select></label>`}
        ${this.whom === 'its own ship' || this.does === 'bonus attack' ? nothing : html`<label>At range up to <select name="range">${[0, 1, 2, 3].map((range) => html`<option ?selected=${range === 1}>${range}</option>`)}</select></label>`}
        <label>May <select name="may"><option value="may">you may</option><option value="must">always</option></select></label>
      </div>
      <button class="do" @click=${this.#add}>Add it</button>
      ${kept.length > 0 ? html`<h3>Entered before</h3><div class="row">${kept.map((ability) => html`<button class="do" @click=${() => this.#give(ability)}>${ability.name}</button>`)}</div>` : nothing}
      </div></details>`;
  }

  #field(name: string): string {
    return this.renderRoot.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)?.value ?? '';
  }

  readonly #add = () => {
    const { does, whom } = this;
    const name = this.#field('name').trim() || 'Ability';
    const isOwn = whom === 'its own ship' || does === 'bonus attack';
    const who = isOwn ? 'self' : 'target';
    const effects: Readonly<Record<Does, Effect>> = {
      'by hand': { does: 'by hand', text: name },
      'performs an action': {
        does: 'act',
        who,
        action: (this.#field('action') || 'focus') as ActionName,
        isRed: this.#field('color') === 'red',
      },
      'gains a focus token': { does: 'gain', who, token: 'focus', count: 1 },
      'gains a stress token': { does: 'gain', who, token: 'stress', count: 1 },
      'bonus attack': { does: 'by hand', text: 'bonus attack' },
    };
    const most = Number(this.#field('range') || 0);
    const target: Target = {
      whose: whom === 'an enemy ship' ? 'enemy' : 'friendly',
      ranges: Array.from({ length: most + 1 }, (_, range) => range),
    };
    const ability: Ability = {
      kind: 'ability',
      id: 'new',
      name,
      ship: this.#field('ship'),
      isOptional: this.#field('may') === 'may',
      window: this.#field('window') as Window,
      effects: [effects[does]],
      ...(does === 'bonus attack' && { grantsBonusAttack: true }),
      ...(!isOwn && { target }),
    };
    keepAbility(ability);
    this.#give(ability);
  };

  #give(ability: Ability): void {
    const id = `ability-${this.game.abilities.length + 1}`;
    this.play.do({ kind: 'add ability', ability: { ...ability, id, ship: this.#field('ship') } });
  }
}

function entered(event: Event): string {
  return (event.target as HTMLSelectElement).value;
}
