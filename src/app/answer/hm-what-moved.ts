import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { backOf, movedSince } from '../../scene/ask/what-moved.js';
import type { Guidance } from '../../scene/words/moved-words.js';
import { dateLocale, translate } from '../locales/language.js';
import { type Snapshot, setRightSince } from '../state/table-history.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import { shipName } from '../ui/ship-name.js';

/**
 * The tables that stood still, with a slider: what moved since one of them, by which maneuver, and how to put a ship back.
 * @fires hm-tool - another moment, or the ship that is put back
 */
@customElement('hm-what-moved')
@localized()
export class HmWhatMoved extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      .slider { display: flex; align-items: center; gap: 0.7rem; }
      .slider input { flex: 1; }
      li { display: grid; gap: 0.2rem; padding: 0.5rem 0; border-top: 1px solid var(--hm-line); }
      li .row { justify-content: space-between; }
      .guide { font-size: 1.25rem; font-weight: 700; letter-spacing: -0.01em; }
    `,
  ];

  @property({ attribute: false }) known!: TableView;
  @property({ attribute: false }) snapshots: readonly Snapshot[] = [];
  @property({ type: Number }) at = 0;
  @property() shipId: string | undefined;
  /** Whether the table may be another one by now: nothing about it is certain. */
  @property({ type: Boolean }) stale = false;

  override render() {
    const before = this.snapshots[this.at];
    if (!before)
      return html`<p role="status">${msg('No table at rest yet. As soon as nothing moves for a moment, the table is kept here.')}</p>`;
    return html`${this.#slider(before)}${this.shipId === undefined ? this.#moved(before) : this.#back(before, this.shipId)}`;
  }

  #slider({ atMs }: Snapshot) {
    const last = this.snapshots.length - 1;
    const when = new Date(atMs).toLocaleTimeString(dateLocale(), { timeStyle: 'medium' });
    return html`<div class="slider"><input type="range" min="0" max=${Math.max(1, last)} step="1" .value=${String(this.at)} ?disabled=${last === 0}
        aria-label=${msg('Table at rest')} aria-valuetext=${msg(str`${this.at + 1} of ${last + 1} · ${when}`)} @input=${(event: Event) => this.#go(Number((event.target as HTMLInputElement).value))} />
      <span>${msg(str`${this.at + 1} of ${last + 1} · ${when}`)}</span></div>`;
  }

  #moved(before: Snapshot) {
    const { ships, others } = movedSince(setRightSince(before, this.known), this.known.table);
    if (ships.length + others.length === 0) return html`<p role="status">${msg('Nothing has moved since then.')}</p>`;
    return html`<ul>${ships.map(
      ({ id, name, moved, isPlausible }) => html`<li data-ship=${id}><span class="row"><b>${translate(name)}</b>
          <button class="do" @click=${() => emit(this, 'hm-tool', { tool: { kind: 'check', at: this.at, shipId: id } })}>${msg('Put it back')}</button></span>
        <span class=${isPlausible && !this.stale ? '' : 'doubtful'}>${translate(moved)}</span></li>`,
    )}</ul>
    ${others.length ? html`<p class="doubtful">${msg(str`Came or went: ${others.map((name) => translate(name)).join(', ')}.`)}</p>` : nothing}`;
  }

  /** The rest of the way back, live while the ship is moved. */
  #back({ table }: Snapshot, shipId: string) {
    const old = table.ships.find(({ id }) => id === shipId);
    const now = this.known.table.ships.find(({ id }) => id === shipId);
    const guide: Guidance | undefined = old && now && backOf(old, now);
    return html`<p>${msg(str`Put ${now ? shipName(now, this.known.table.ships) : shipId} back where the ghost is. Directions are as its pilot sees them.`)}</p>
      <p class="guide ${guide?.state === 'back' && !this.stale ? 'sure' : 'doubtful'}" role="status">${guide ? translate(guide.text) : msg('It was not there then.')}</p>
      <div class="row"><button class="do" @click=${() => emit(this, 'hm-tool', { tool: { kind: 'check', at: this.at } })}>${msg('All that moved')}</button></div>`;
  }

  #go(at: number): void {
    emit(this, 'hm-tool', { tool: { kind: 'check', at, ...(this.shipId === undefined ? {} : { shipId: this.shipId }) } });
  }
}
