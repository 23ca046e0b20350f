import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { primaryWeapon } from '../../../game/facts/ship-facts.js';
import { type BarAction, barActionWords, parseBarAction } from '../../../game/model/action.js';
import { entryProblem } from '../../../game/model/entry-problem.js';
import type { ShipEntry } from '../../../game/model/event.js';
import { POINTINGS, type Pointing, type Weapon } from '../../../game/model/weapon.js';
import type { Player } from '../../../table/table.js';
import { phrase } from '../../../texts/rules-texts.js';
import { problemWords, translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { shipName } from '../../ui/ship-name.js';
import { gameStyles } from '../page/game.styles.js';
import { entered, playerOptions, wholeEntered } from '../state/entered.js';
import '../turn/hm-dial.js';
import './hm-weapon-form.js';
import type { EnteredWeapon } from './hm-weapon-form.js';

const NUMBERS = ['initiative', 'agility', 'hull', 'shields'] as const;

/**
 * A ship described by hand, which need not be on any list: its numbers, dial, action bar and weapons.
 * @fires hm-entry - the ship as entered; faults are shown instead
 */
@customElement('hm-ship-form')
@localized()
export class HmShipForm extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .form { display: grid; gap: 0.6rem; grid-template-columns: minmax(0, 1fr); }
      .fields { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 7rem), 1fr)); }
      .wrong { color: var(--hm-doubt); }
    `,
  ];

  /** Only different content counts as a change: entries stay while the match continues around the form. */
  @property({ attribute: false, hasChanged: (now: unknown, old: unknown) => JSON.stringify(now) !== JSON.stringify(old) })
  entry!: ShipEntry;
  @property() action = phrase('use-this');
  @state() private draft!: ShipEntry;
  @state() private bar = '';
  @state() private wrong = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('entry')) return;
    this.draft = this.entry;
    this.bar = (this.entry.actions ?? []).map(barActionWords).join(', ');
    this.wrong = '';
  }

  override render() {
    const { draft } = this;
    const { dial = [] } = draft;
    return html`<div class="form">
      <div class="fields">
        <label>${msg('Name')} <input name="name" maxlength="40" autocomplete="off" .value=${draft.name} @input=${(event: Event) => this.#change({ name: entered(event) })} /></label>
        <label>${msg('Player')} <select name="owner" @change=${(event: Event) => this.#change({ owner: Number(entered(event)) as Player })}>${playerOptions(draft.owner)}</select></label>
        ${NUMBERS.map((name) => html`<label>${titled(translate(phrase(name)))} <input name=${name} type="number" min="0" max="30" inputmode="numeric" .value=${String(draft[name])} @change=${(event: Event) => this.#change({ [name]: wholeEntered(event, 0, draft[name]) })} /></label>`)}
        <label>${msg('Turret points')} <select name="turret" @change=${(event: Event) => this.#change({ turret: entered(event) as Pointing })}>${POINTINGS.map((to) => html`<option value=${to} ?selected=${to === (draft.turret ?? 'front')}>${translate(phrase(to))}</option>`)}</select></label>
      </div>
      <details><summary>${translate(dial.length > 0 ? phrase('dial-of-maneuvers', dial.length) : phrase('dial-any-maneuver'))}</summary>
        <p class="quietly">${translate(phrase('dial-how-entered'))}</p>
        <hm-dial .entered=${dial} @hm-dial-set=${({ detail }: CustomEvent<{ code: string }>) => this.#change({ dial: pressed(dial, detail.code) })}></hm-dial></details>
      <label>${msg('Actions: such as focus, lock, red boost, barrel roll > red lock; empty: any')}
        <input name="actions" autocomplete="off" .value=${this.bar} @input=${(event: Event) => (this.bar = entered(event))} /></label>
      ${draft.weapons.map((weapon, i) => html`<hm-weapon-form .entry=${{ weapon, charges: draft.charges?.[weapon.id] ?? 0 }} @hm-weapon=${(event: CustomEvent<EnteredWeapon | undefined>) => this.#weapon(i, event.detail)}></hm-weapon-form>`)}
      <div class="row">
        <button class="do" @click=${() => this.#add('primary')}>${msg('Add a primary weapon')}</button>
        <button class="do" @click=${() => this.#add('special')}>${msg('Add a special weapon')}</button>
      </div>
      ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
      <button class="do first" @click=${this.#use}>${this.action}</button>
    </div>`;
  }

  #change(change: Partial<ShipEntry>): void {
    this.draft = { ...this.draft, ...change };
  }

  #weapon(index: number, entry: EnteredWeapon | undefined): void {
    const { id } = this.draft.weapons[index]!;
    const weapons = this.draft.weapons.flatMap((weapon, i) => (i !== index ? [weapon] : entry ? [entry.weapon] : []));
    const { [id]: _, ...others } = this.draft.charges ?? {};
    this.#change({ weapons, charges: entry && entry.charges > 0 ? { ...others, [id]: entry.charges } : others });
  }

  #add(kind: Weapon['kind']): void {
    const { weapons } = this.draft;
    const numbers = Array.from({ length: weapons.length + 1 }, (_, i) => `${kind}-${i + 1}`);
    const id = numbers.find((one) => !weapons.some((weapon) => weapon.id === one))!;
    const bare = kind === 'primary' ? 'Primary' : 'Special weapon';
    const names = ['', ...numbers.map((_, i) => ` ${i + 2}`)].map((number) => bare + number);
    const weapon = {
      ...primaryWeapon(
        'front',
        3,
        id,
        names.find((one) => !weapons.some(({ name }) => name === one)),
      ),
      kind,
    };
    this.#change({ weapons: [...weapons, weapon] });
  }

  readonly #use = () => {
    const { dial = [], actions: _, ...rest } = this.draft;
    let actions: readonly BarAction[];
    try {
      actions = this.bar
        .split(',')
        .map((text) => text.trim().toLowerCase())
        .filter(Boolean)
        .map(parseBarAction);
    } catch (error) {
      this.wrong = (error as Error).message;
      return;
    }
    const name = rest.name.trim() || shipName({ id: rest.id }, []);
    const entry: ShipEntry = { ...rest, name, ...(dial.length > 0 && { dial }), ...(actions.length > 0 && { actions }) };
    const problem = entryProblem(entry);
    this.wrong = problem ? problemWords(problem) : '';
    if (!problem) this.dispatchEvent(new CustomEvent('hm-entry', { detail: { entry } }));
  };
}

/** A dial once a maneuver was pressed: it is on it, in another color than before, or off it. */
function pressed(dial: readonly string[], code: string): readonly string[] {
  const others = dial.filter((one) => one.slice(0, 2) !== code.slice(0, 2));
  return dial.includes(code) ? others : [...others, code];
}

const titled = (words: string): string => words[0]!.toUpperCase() + words.slice(1);
