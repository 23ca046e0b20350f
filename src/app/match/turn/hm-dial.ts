import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { BEARING_SIGNS, BEARINGS, type Bearing, type Difficulty, type Maneuver, parseManeuver } from '../../../pieces/maneuver.js';
import { phrase } from '../../../texts/phrase.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { maneuverWords } from '../../ui/maneuver-words.js';

/** As a dial has them, from left to right: the basic ones, then those that turn about, then the rest. */
const IN_ORDER = Object.keys(BEARING_SIGNS);
/** A dial of more bearings than a phone is wide stands in parts: the basic ones, those that turn about or roll, the rest. */
const MAX_COLUMNS = 8;
const PARTS = [['T', 'B', 'F', 'N', 'Y'], ['E', 'L', 'K', 'P', 'R'], IN_ORDER.slice(10)];

/** All that a ship of unknown dial may set; its difficulty is chosen first. */
const ANY = BEARINGS.flatMap(({ letter, speeds }) => speeds.map((speed) => `${speed}${letter}`));
const COLORS = [
  ['B', 'blue'],
  ['W', 'white'],
  ['R', 'red'],
] as const;

/**
 * A ship's dial as a table: a row for each speed, a column for each bearing it has.
 * @fires hm-dial-set - the code of the maneuver that was pressed; whether the rules allow it is not asked here
 */
@customElement('hm-dial')
@localized()
export class HmDial extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: block; overflow-x: auto; }
      .parts { display: flex; flex-wrap: wrap; align-items: flex-start; column-gap: 0.8rem; }
      table { border-spacing: 0.25rem; }
      th { font-weight: 600; color: var(--hm-ink-3); font-size: 0.85rem; padding-right: 0.3rem; }
      button { min-width: 2.5rem; min-height: 2.6rem; border-radius: 0.5rem; border: 1px solid var(--hm-line); background: var(--hm-raised); font-size: 1.15rem; }
      .colors { display: flex; gap: 0.25rem; padding: 0.25rem; }
      .colors button { padding: 0 0.8rem; font-size: 0.95rem; }
      .blue { color: var(--hm-blue); }
      .red { color: var(--hm-red); }
      button[aria-pressed='true'] { border-color: var(--hm-accent); box-shadow: inset 0 0 0 1px var(--hm-accent); }
      button.barred { border-style: dashed; opacity: 0.55; }
      button.off { border-style: dashed; color: var(--hm-ink-3); }
      /* Eight bearings side by side on the smallest phone. */
      @media (max-width: 430px) {
        table { border-spacing: 0.15rem; }
        button { min-width: 2.1rem; }
      }
    `,
  ];

  /** Codes of the dial; undefined: not known. */
  @property({ attribute: false }) codes: readonly string[] | undefined;
  @property() chosen = '';
  /** Codes of a dial that is being entered: a press puts a maneuver on it, or takes it off. */
  @property({ attribute: false }) entered: readonly string[] | undefined;
  /** Red maneuvers are shown as barred: the ship is stressed. */
  @property({ type: Boolean }) stressed = false;

  @state() private color: 'B' | 'W' | 'R' = 'W';

  override render() {
    const maneuvers = (this.codes ?? ANY.map((code) => this.#entered(code) ?? code + this.color)).map((code) => ({
      code,
      ...parseManeuver(code),
    }));
    const letters = IN_ORDER.flatMap((letter) =>
      BEARINGS.filter((one) => one.letter === letter && maneuvers.some(({ bearing }) => bearing === one)),
    );
    const parts = letters.length > MAX_COLUMNS ? PARTS.map((part) => letters.filter(({ letter }) => part.includes(letter))) : [letters];
    return html`${this.codes ? nothing : this.#colors()}<div class="parts" role="group" aria-label=${msg('Dial')}>${parts.map((part) => this.#part(part, maneuvers))}</div>`;
  }

  #part(bearings: readonly Bearing[], maneuvers: readonly (Maneuver & { readonly code: string })[]) {
    const shown = maneuvers.filter(({ bearing }) => bearings.includes(bearing));
    const speeds = [...new Set(shown.map(({ speed }) => speed))].sort((a, b) => b - a);
    return html`<table>${speeds.map(
      (speed) =>
        html`<tr><th scope="row">${speed}</th>${bearings.map(({ letter }) => {
          const found = shown.find((one) => one.speed === speed && one.bearing.letter === letter);
          return found ? html`<td>${this.#button(found.code, found.difficulty, BEARING_SIGNS[letter]!)}</td>` : html`<td></td>`;
        })}</tr>`,
    )}</table>`;
  }

  /** The code on the dial that is being entered, of a maneuver without its difficulty. */
  #entered(maneuver: string): string | undefined {
    return this.entered?.find((code) => code.startsWith(maneuver));
  }

  /** The difficulty of a maneuver that no dial gives. */
  #colors() {
    return html`<div class="colors" role="group" aria-label=${msg('Difficulty')}>${COLORS.map(
      ([letter, name]) =>
        html`<button class=${name} aria-pressed=${this.color === letter} @click=${() => (this.color = letter)}>${translate(phrase(name))}</button>`,
    )}</div>`;
  }

  #button(code: string, difficulty: Difficulty, sign: string) {
    const name = `${maneuverWords(code)}, ${translate(phrase(difficulty))}`;
    const isBarred = this.stressed && difficulty === 'red';
    const isOff = this.entered !== undefined && !this.entered.includes(code);
    // On a dial that is being entered the color that is chosen is meant.
    const meant = this.entered ? code.slice(0, 2) + this.color : code;
    const set = () => this.dispatchEvent(new CustomEvent('hm-dial-set', { detail: { code: meant } }));
    return html`<button class="${isOff ? 'off' : difficulty} ${isBarred ? 'barred' : ''}" data-code=${code} aria-pressed=${this.entered ? !isOff : this.chosen === code}
      aria-label=${isBarred ? msg(str`${name}, the ship is stressed`) : name} title=${name} @click=${set}>${sign}</button>`;
  }
}
