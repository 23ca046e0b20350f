import { localized } from '@lit/localize';
import { html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { phrase } from '../../texts/looks-texts.js';
import { language, translate } from '../locales/language.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import { shipName } from '../ui/ship-name.js';

/**
 * Asks whether ships that moved at once have kept their names, where each may be the other.
 * @fires hm-names - a person's answer
 */
@customElement('hm-exchanged')
@localized()
export class HmExchanged extends LitElement {
  static override styles = [controlStyles, panelStyles];

  @property({ attribute: false }) known: TableView | undefined;
  @state() private picked: readonly string[] = [];

  override render() {
    const { ships = [], state: table } = this.known ?? {};
    const open = ships.filter(({ ship }) => table?.mayBeExchanged?.includes(ship.id));
    if (open.length === 0) return nothing;
    const all = ships.map(({ ship }) => ship);
    const names = open.map(({ ship }) => shipName(ship, all));
    const answer = (exchanged: readonly [string, string] | undefined, words: string) =>
      html`<button class="do" @click=${() => this.#say(exchanged)}>${words}</button>`;
    const areSeveral = open.length > 2;
    const ids = open.map(({ ship }) => ship.id);
    const [one, other] = areSeveral ? ids.filter((id) => this.picked.includes(id)) : ids;
    const pick = (id: string, name: string) =>
      html`<button class="do" aria-pressed=${this.picked.includes(id)} @click=${() => this.#pick(id)}>${name}</button>`;
    return html`<section role="group" aria-label=${translate(phrase('are-names-right'))}>
      <p>${translate(phrase('moved-at-once', new Intl.ListFormat(language()).format(names)))} ${areSeveral ? translate(phrase('tap-two-exchanged')) : nothing}</p>
      ${areSeveral ? html`<div class="row">${ids.map((id, i) => pick(id, names[i]!))}</div>` : nothing}
      <div class="row">${answer(undefined, translate(phrase('names-are-right')))}${one !== undefined && other !== undefined ? answer([one, other], translate(phrase('exchange-them'))) : nothing}</div>
    </section>`;
  }

  #say(exchanged: readonly [string, string] | undefined): void {
    this.picked = [];
    emit(this, 'hm-names', { exchanged });
  }

  /** The last two that were tapped. */
  #pick(id: string): void {
    this.picked = this.picked.includes(id) ? this.picked.filter((one) => one !== id) : [...this.picked, id].slice(-2);
  }
}
