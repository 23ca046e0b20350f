import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { BEARING_SIGNS, BEARINGS, type Difficulty, parseManeuver } from '../../../pieces/maneuver.js';
import { phrase } from '../../../texts/phrase.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { maneuverWords } from '../../ui/maneuver-words.js';

/** As a dial has them, from left to right: the basic ones, then those that turn about, then the rest. */
const IN_ORDER = Object.keys(BEARING_SIGNS);

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
@localized()
@customElement('hm-dial')
export class HmDial extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: block; overflow-x: auto; }
      table { border-spacing: 0.25rem; }
      th { font-weight: 600; color: var(--hm-ink-3); font-size: 0.85rem; padding-right: 0.3rem; }
      button { min-width: 2.5rem; min-height: 2.6rem; border-radius: 0.5rem; border: 1px solid var(--hm-line); background: var(--hm-raised); font-size: 1.15rem; }
      .colors { display: flex; gap: 0.25rem; padding: 0.25rem; }
      .colors button { padding: 0 0.8rem; font-size: 0.95rem; }
      .blue { color: var(--hm-blue); }
      .red { color: var(--hm-red); }
      button[aria-pressed='true'] { border-color: var(--hm-accent); box-shadow: inset 0 0 0 1px var(--hm-accent); }
      button.barred { border-style: dashed; opacity: 0.55; }
    `,
  ];

  /** Codes of the dial; undefined: not known. */
  @property({ attribute: false }) codes: readonly string[] | undefined;
  @property() chosen = '';
  /** Red maneuvers are shown as barred: the ship is stressed. */
  @property({ type: Boolean }) stressed = false;

  @state() private color: 'B' | 'W' | 'R' = 'W';

  override render() {
    const maneuvers = (this.codes ?? ANY.map((code) => code + this.color)).map((code) => ({ code, ...parseManeuver(code) }));
    const letters = IN_ORDER.flatMap((letter) =>
      BEARINGS.filter((one) => one.letter === letter && maneuvers.some(({ bearing }) => bearing === one)),
    );
    const speeds = [...new Set(maneuvers.map(({ speed }) => speed))].sort((a, b) => b - a);
    return html`${this.codes ? nothing : this.#colors()}<table role="group" aria-label=${msg('Dial')}>${speeds.map(
      (speed) =>
        html`<tr><th scope="row">${speed}</th>${letters.map(({ letter }) => {
          const found = maneuvers.find((one) => one.speed === speed && one.bearing.letter === letter);
          return found ? html`<td>${this.#button(found.code, found.difficulty, BEARING_SIGNS[letter]!)}</td>` : html`<td></td>`;
        })}</tr>`,
    )}</table>`;
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
    const set = () => this.dispatchEvent(new CustomEvent('hm-dial-set', { detail: { code } }));
    return html`<button class="${difficulty} ${isBarred ? 'barred' : ''}" data-code=${code} aria-pressed=${this.chosen === code}
      aria-label=${isBarred ? msg(str`${name}, the ship is stressed`) : name} title=${name} @click=${set}>${sign}</button>`;
  }
}
