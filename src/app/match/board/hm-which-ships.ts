import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Ship, Table } from '../../../table/table.js';
import { foundShips, turnOfNamed, withRemoved } from '../../../table/views/same-ships.js';
import { controlStyles } from '../../ui/control.styles.js';
import { emit } from '../../ui/page-events.js';
import { shipName } from '../../ui/ship-name.js';
import { sizeWords } from '../../ui/size-words.js';
import { gameStyles } from '../page/game.styles.js';
import { entered } from '../state/entered.js';

/**
 * Asks which of the ships that are seen are those of a match that goes on, where their places do not show it.
 * @fires hm-same-ships - a person's answer
 */
@customElement('hm-which-ships')
@localized()
export class HmWhichShips extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .panel { border-color: var(--hm-doubt); }
      label { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.6rem; align-items: center; color: var(--hm-ink); }
      label span { overflow-wrap: anywhere; }
      select { width: 100%; }
    `,
  ];

  /** The table of the match, with its ships only. */
  @property({ attribute: false }) known!: Table;
  /** The table that is seen. */
  @property({ attribute: false }) seen!: Table;
  /** Ships that are out of the match, and were to be taken off the table. */
  @property({ attribute: false }) removed: readonly Ship[] = [];
  /** Ids of seen ships, or none, by those of the match, as a person picked them. */
  @state() private picked: ReadonlyMap<string, string> = new Map();

  override render() {
    const { known, seen } = this;
    const found = foundShips(known, seen);
    if (!found || seen.ships.length === 0)
      return html`<section class="panel" role="status"><p>${msg('The match goes on by its log. It is compared with the table once its ships are seen, and the edge of the mat.')}</p></section>`;
    const ids = this.#ids(found.ids);
    const unseen = known.ships.length - ids.size;
    return html`<section class="panel" role="group" aria-labelledby="which"><h2 id="which">${msg('Which ship is which?')}</h2>
      <p>${msg('Not all ships stand where the log of the match has them. Say which is which: until then the match goes on by its log alone.')}</p>
      <ul class="which">${known.ships.map((ship) => html`<li>${this.#row(ship, ids)}</li>`)}</ul>
      ${unseen > 0 && ids.size > 0 ? html`<p class="quietly">${msg('A ship that is not seen stays where the log has it.')}</p>` : nothing}
      <button class="do first" aria-disabled=${ids.size === 0} @click=${() => this.#say(ids)}>${msg('These are the ships of the match')}</button></section>`;
  }

  #row(ship: Ship, ids: ReadonlyMap<string, string>) {
    const { ships } = this.seen;
    const now = [...ids].find(([, id]) => id === ship.id)?.[0] ?? '';
    const likely = [...ships].sort((a, b) => Number(b.base === ship.base) - Number(a.base === ship.base));
    return html`<label data-ship=${ship.id}><span><i class="dot owner-${ship.owner ?? 1}"></i> ${shipName(ship, this.known.ships)}</span>
      <select .value=${live(now)} @change=${(event: Event) => this.#pick(ship.id, entered(event))}><option value="" ?selected=${now === ''}>${msg('not seen')}</option>
        ${likely.map((one) => html`<option value=${one.id} ?selected=${one.id === now}>${shipName(one, ships)} (${msg(str`${sizeWords()[one.base]} base`)})</option>`)}</select></label>`;
  }

  /** The ids of the match by those that are seen: as picked, otherwise as proposed. */
  #ids(proposed: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const isThere = (seenId: string) => this.seen.ships.some(({ id }) => id === seenId);
    const said = [...this.picked].filter(([, seenId]) => isThere(seenId)).map(([id, seenId]) => [seenId, id] as const);
    const taken = new Map(said);
    return new Map([...[...proposed].filter(([seenId, id]) => !taken.has(seenId) && !this.picked.has(id)), ...said]);
  }

  /** A base is one ship. */
  #pick(id: string, seenId: string): void {
    const others = [...this.picked].map(([one, its]) => [one, its === seenId ? '' : its] as const);
    this.picked = new Map([...others, [id, seenId]]);
  }

  #say(ids: ReadonlyMap<string, string>): void {
    if (ids.size === 0) return;
    const { known, seen, removed } = this;
    const same = { quarters: turnOfNamed(known, seen, ids), ids };
    emit(this, 'hm-same-ships', { known, same: withRemoved(same, seen, removed) });
  }
}
