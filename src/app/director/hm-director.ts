import { msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type OpenTable, openTable } from '../../relay/client/subscriber.js';
import { isTableName } from '../../relay/wire/topics.js';
import { ageText } from '../../scene/words/freshness.js';
import { phrase } from '../../texts/phrase.js';
import { nowMs } from '../capture/frame-source.js';
import { deskStyles } from '../console/desk.styles.js';
import { answerWords, decimal, translate } from '../locales/language.js';
import { controlStyles } from '../ui/control.styles.js';
import { saveBytes } from '../ui/save-file.js';
import { byUrgency, newRow, resultsCsv, rowState, type TableRow } from './table-row.js';

/** All tables of an event side by side: players, calls for a judge, and results. */
@customElement('hm-director')
export class HmDirector extends LitElement {
  static override styles = [
    controlStyles,
    deskStyles,
    css`
      /* Fifty tables on one screen of 1920 × 1080. */
      :host { max-width: none; }
      main { display: block; margin: 0; }
      ul { list-style: none; padding: 0; margin: 0.8rem 0 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr)); gap: 0.6rem; }
      li { background: var(--hm-panel); border-radius: var(--hm-radius); padding: 0.5rem 0.8rem; border-left: 4px solid var(--hm-line); }
      li.live { border-left-color: var(--hm-accent); }
      li.called { border-left-color: var(--hm-red); background: var(--hm-alarm); }
      li p { margin: 0.2rem 0 0; color: var(--hm-ink-2); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
      .csv { margin-left: auto; }
    `,
  ];

  @property({ attribute: false }) tables: readonly string[] = [];
  @property() token = '';
  @property() relay = '';
  @state() private rows: readonly TableRow[] = [];
  #links = new Map<string, OpenTable>();
  #tick: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const names = this.tables.filter(isTableName);
    this.rows = names.map(newRow);
    this.#links = new Map(names.map((table) => [table, this.#open(table)]));
    this.#tick = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
    for (const link of this.#links.values()) void link.close();
  }

  override render() {
    const wrong = this.tables.filter((table) => !isTableName(table));
    const calls = this.rows.filter(({ call }) => call).length;
    return html`<header><h1>${msg('Director')}</h1><span>${msg(str`Tables: ${this.rows.length}, calls for a judge: ${calls}`)}</span>
        <button class="do csv" @click=${this.#save}>${msg('Results as CSV')}</button></header>
      ${this.token ? nothing : html`<p class="problem" role="alert">${msg('This address has no token: open the director’s link that npm start, or hashmark broker, printed.')}</p>`}
      ${wrong.length > 0 ? html`<p class="problem" role="alert">${msg(str`${wrong.join(', ')} cannot be the name of a table. Correct ?tables= in the address.`)}</p>` : nothing}
      <main><ul>${byUrgency(this.rows).map((row) => this.#row(row))}</ul></main>`;
  }

  #row(row: TableRow) {
    const { text, isGood } = rowState(row);
    const { names, score } = row.show?.panel ?? {};
    const called = row.call && row.calledHereAtMs !== undefined ? nowMs() - row.calledHereAtMs : undefined;
    return html`<li data-table=${row.table} class="${row.call ? 'called' : isGood ? 'live' : ''}"><b>${row.table}</b> <span class=${isGood ? 'good' : 'problem'}>${text}</span>
      ${row.call ? html`<p role="alert">${msg(str`Judge called ${ageText(called ?? 0, answerWords())}`)}${row.call.reason ? `: ${row.call.reason}` : ''} <button class="do" @click=${() => this.#links.get(row.table)?.say('call', undefined)}>${msg('Mark as done')}</button></p>` : nothing}
      ${row.match ? html`<p>${msg(str`Round ${row.match.round}`)}, ${translate(phrase(row.match.phase))}</p>` : nothing}
      ${names || score ? html`<p>${names?.[0] || msg(str`Player ${1}`)} ${score?.[0] ?? ''} : ${score?.[1] ?? ''} ${names?.[1] || msg(str`Player ${2}`)}</p>` : nothing}
      <p>${msg(str`${row.ships} ships`)}${row.status?.camera?.sigmaMm === undefined ? '' : ` · ±${decimal(row.status.camera.sigmaMm, 1)} mm`}</p></li>`;
  }

  #open(table: string): OpenTable {
    const change = (part: Partial<TableRow>): void => {
      this.rows = this.rows.map((row) => (row.table === table ? { ...row, ...part } : row));
    };
    return openTable({
      ...{ url: this.relay, table, token: this.token, role: 'director', withoutReports: true },
      onState: ({ scene }) => change({ ships: scene.ships.length }),
      onStatus: (status) => change({ status }),
      onMatch: (match) => change({ match }),
      onShow: (show) => change({ show }),
      onCall: (call) => change({ call, calledHereAtMs: call && nowMs() }),
    });
  }

  readonly #save = (): void => saveBytes(resultsCsv(this.rows), 'text/csv', 'results.csv');
}
