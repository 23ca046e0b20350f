import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Need, Weapon, WeaponArc } from '../../../game/model/weapon.js';
import { ARC_NAMES } from '../../../pieces/arc-names.js';
import { type Phrase, phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { icon } from '../../ui/icon.js';
import { gameStyles } from '../page/game.styles.js';
import { entered, wholeEntered } from '../state/entered.js';

const ARCS: readonly WeaponArc[] = [...ARC_NAMES, 'single turret', 'double turret'];
const NEEDS: readonly Need[] = ['lock', 'focus', 'calculate'];
const RANGES = [0, 1, 2, 3];

/** A weapon with the charges on its card. */
export interface EnteredWeapon {
  readonly weapon: Weapon;
  readonly charges: number;
}

/**
 * A weapon by hand: dice, arc, and of a special one its ranges, ordnance icon, requirement and costs.
 * @fires hm-weapon - it was changed; no detail: it is taken away
 */
@customElement('hm-weapon-form')
@localized()
export class HmWeaponForm extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      fieldset { margin: 0; border: 1px solid var(--hm-line); border-radius: 0.7rem; padding: 0.6rem 0.7rem; display: grid; gap: 0.5rem; min-width: 0; }
      .fields { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 7rem), 1fr)); }
      .ticks { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; }
      .ticks label { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 2.75rem; color: var(--hm-ink); }
      .ticks input { width: 1.3rem; min-height: 1.3rem; }
      .top { display: flex; align-items: end; gap: 0.5rem; }
      .top label { flex: 1; }
    `,
  ];

  @property({ attribute: false }) entry!: EnteredWeapon;

  override render() {
    const { weapon } = this.entry;
    const isSpecial = weapon.kind === 'special';
    return html`<fieldset>
      <div class="top"><label>${msg('Weapon')} <input name="weapon-name" maxlength="40" .value=${weapon.name} @change=${(event: Event) => this.#weapon({ name: entered(event) || 'Weapon' })} /></label>
        <button class="quiet" aria-label=${msg(str`Take ${weapon.name} away`)} title=${msg('Take it away')} @click=${() => this.#emitWeapon(undefined)}>${icon('trash')}</button></div>
      <div class="fields">
        <label>${msg('Kind')} <select name="weapon-kind" @change=${(event: Event) => this.#kind(entered(event) as Weapon['kind'])}>${(['primary', 'special'] as const).map((kind) => html`<option value=${kind} ?selected=${kind === weapon.kind}>${translate(phrase(kind))}</option>`)}</select></label>
        <label>${msg('Arc')} <select name="weapon-arc" @change=${(event: Event) => this.#weapon({ arc: entered(event) as WeaponArc })}>${ARCS.map((arc) => html`<option value=${arc} ?selected=${arc === weapon.arc}>${translate(phrase(arc))}</option>`)}</select></label>
        <label>${msg('Attack value')} <input name="weapon-value" type="number" min="0" max="9" inputmode="numeric" .value=${String(weapon.value)} @change=${(event: Event) => this.#weapon({ value: wholeEntered(event) })} /></label>
        ${isSpecial ? this.#special() : ''}
      </div>
      ${isSpecial ? this.#ticks() : ''}
    </fieldset>`;
  }

  #special() {
    const { weapon, charges } = this.entry;
    const range = (name: 'minRange' | 'maxRange', label: string) =>
      html`<label>${label} <select name=${name} @change=${(event: Event) => this.#weapon({ [name]: Number(entered(event)) })}>${RANGES.map((one) => html`<option ?selected=${one === weapon[name]}>${one}</option>`)}</select></label>`;
    return html`${range('minRange', msg('From range'))}${range('maxRange', msg('To range'))}
      <label>${msg('Charges on its card')} <input name="weapon-charges" type="number" min="0" max="9" inputmode="numeric" .value=${String(charges)} @change=${(event: Event) => this.#charges(wholeEntered(event))} /></label>`;
  }

  #ticks() {
    const { weapon } = this.entry;
    const { costs, needs, isOrdnance } = weapon;
    const tick = (name: string, text: Phrase, isOn: boolean, change: (isOn: boolean) => void) =>
      html`<label><input type="checkbox" name=${name} .checked=${isOn} @change=${(event: Event) => change((event.target as HTMLInputElement).checked)} /> ${translate(text)}</label>`;
    const { charges: _, lock: __, ...rest } = costs;
    const cost = (charge: boolean, lock: boolean) =>
      this.#weapon({ costs: { ...rest, ...(charge && { charges: costs.charges || 1 }), ...(lock && { lock: true }) } });
    return html`<div class="ticks">
      ${tick('ordnance', phrase('ordnance-icon'), isOrdnance, (isOn) => this.#weapon({ isOrdnance: isOn }))}
      ${tick('costs-charge', phrase('costs-a-charge'), Boolean(costs.charges), (isOn) => cost(isOn, costs.lock === true))}
      ${tick('costs-lock', phrase('spends-the-lock'), costs.lock === true, (isOn) => cost(Boolean(costs.charges), isOn))}
      ${NEEDS.map((need) => tick(`needs-${need}`, phrase('requires', phrase(need)), needs.includes(need), (isOn) => this.#weapon({ needs: isOn ? [...needs, need] : needs.filter((one) => one !== need) })))}
    </div>`;
  }

  /** A primary weapon has attack range 1 to 3 and no cost (ATK-05). */
  #kind(kind: Weapon['kind']): void {
    const { weapon } = this.entry;
    if (kind === 'special') this.#weapon({ kind });
    else this.#emitWeapon({ charges: 0, weapon: { ...weapon, kind, minRange: 1, maxRange: 3, isOrdnance: false, costs: {}, needs: [] } });
  }

  #weapon(change: Partial<Weapon>): void {
    this.#emitWeapon({ ...this.entry, weapon: { ...this.entry.weapon, ...change } });
  }

  /** Sets the charges of a card; an attack with it costs one, until somebody says otherwise. */
  #charges(charges: number): void {
    const { weapon } = this.entry;
    const costs = charges > 0 && this.entry.charges === 0 ? { ...weapon.costs, charges: 1 } : weapon.costs;
    this.#emitWeapon({ charges, weapon: { ...weapon, costs } });
  }

  #emitWeapon(detail: EnteredWeapon | undefined): void {
    this.dispatchEvent(new CustomEvent('hm-weapon', { detail }));
  }
}
