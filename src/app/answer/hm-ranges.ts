import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type SurveyRow, surveyOf } from '../../scene/ask/all-ranges.js';
import { answerWords } from '../locales/language.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';

/**
 * All ranges, arcs and obstructions of one ship at once.
 * @fires hm-choose - one of the ships, to be asked alone
 */
@customElement('hm-ranges')
@localized()
export class HmRanges extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      :host { container-type: inline-size; }
      @container (min-width: 20rem) { td:last-child { white-space: nowrap; } }
      /* With large letters on a phone the four columns have no room beside each other. */
      @container (max-width: 17rem) {
        tr, th, td { display: block; }
        tr { border-top: 1px solid var(--hm-line); padding: 0.3rem 0; }
        th, td { border-top: 0; padding: 0.05rem 0; overflow-wrap: anywhere; }
      }
    `,
  ];

  @property({ attribute: false }) known!: TableView;
  @property() shipId = '';
  /** Whether the table may be another one by now: nothing about it is certain. */
  @property({ type: Boolean }) stale = false;

  override render() {
    const rows = surveyOf(this.known.table, this.known.report, this.shipId, answerWords());
    const ships = rows.filter(({ kind }) => kind === 'ship');
    const objects = rows.filter(({ kind }) => kind !== 'ship');
    return html`
      ${ships.length ? html`<table class="ships"><caption class="visually-hidden">${msg('Ships, those in an arc first')}</caption>${ships.map((row) => this.#row(row))}</table>` : html`<p>${this.known.table.ships.length > 1 ? msg('Choose this ship to have it measured.') : msg('There is no other ship.')}</p>`}
      ${objects.length ? html`<table class="objects"><caption class="visually-hidden">${msg('Obstacles and devices')}</caption>${objects.map((row) => this.#row(row))}</table>` : nothing}`;
  }

  #row({ id, kind, name, range, arcs, obstruction, length, isCertain, isSaidInArc }: SurveyRow) {
    const state = isCertain && !this.stale ? (isSaidInArc ? 'sure' : '') : 'doubtful';
    return html`<tr data-id=${id}>
      <th scope="row">${kind === 'ship' ? html`<button class="quiet" @click=${() => emit(this, 'hm-choose', { shipId: id })}>${name}</button>` : name}</th>
      <td class=${state}>${range}</td><td class=${state}>${[arcs, obstruction].filter(Boolean).join(', ')}</td><td>${length}</td></tr>`;
  }
}
