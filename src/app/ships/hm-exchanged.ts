import { localized } from '@lit/localize';
import { html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { phrase } from '../../texts/looks-texts.js';
import { language, translate } from '../locales/language.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import { shipName } from '../ui/ship-name.js';

/**
 * Whether ships that moved at once have kept their names, where each may be where the other is.
 * @fires hm-names - what a person says
 */
@customElement('hm-exchanged')
@localized()
export class HmExchanged extends LitElement {
  static override styles = [controlStyles, panelStyles];

  @property({ attribute: false }) known: TableView | undefined;

  override render() {
    const { ships = [], state } = this.known ?? {};
    const open = ships.filter(({ ship }) => state?.mayBeExchanged?.includes(ship.id));
    if (open.length === 0) return nothing;
    const all = ships.map(({ ship }) => ship);
    const names = open.map(({ ship }) => shipName(ship, all));
    const answer = (exchanged: readonly [string, string] | undefined, words: string) =>
      html`<button class="do" @click=${() => emit(this, 'hm-names', { exchanged })}>${words}</button>`;
    const [one, other, ...more] = open.map(({ ship }) => ship.id);
    const pair = one !== undefined && other !== undefined && more.length === 0 ? ([one, other] as const) : undefined;
    return html`<section role="group" aria-label=${translate(phrase('are-names-right'))}>
      <p>${translate(phrase('moved-at-once', new Intl.ListFormat(language()).format(names)))} ${more.length > 0 ? translate(phrase('correct-under-ships')) : nothing}</p>
      <div class="row">${answer(undefined, translate(phrase('names-are-right')))}${pair ? answer(pair, translate(phrase('exchange-them'))) : nothing}</div>
    </section>`;
  }
}
