import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { surveyOf } from '../../scene/ask/all-ranges.js';
import type { Freshness } from '../../scene/words/freshness.js';
import { phrase } from '../../texts/phrase.js';
import type { FrameSource } from '../capture/frame-source.js';
import { answerWords } from '../locales/language.js';
import type { Snapshot } from '../state/table-history.js';
import type { TableView } from '../state/table-session.js';
import type { Tool } from '../state/tool.js';
import { controlStyles } from '../ui/control.styles.js';
import { takeFocusFromBar } from '../ui/focus.js';
import { emit } from '../ui/page-events.js';
import { shipName } from '../ui/ship-name.js';
import './hm-what-is-there.js';
import './hm-what-moved.js';
import './hm-closeup.js';
import './hm-ranges.js';
import './hm-ruler.js';
import './hm-move-preview.js';
import { icon } from '../ui/icon.js';
import { lazyPart } from '../ui/lazy-element.js';
import { panelStyles } from '../ui/panel.styles.js';
import { agedNote } from './stale-note.js';

/**
 * Questions other than the range of two ships, in the answer's place.
 * @fires hm-tool - no tool any more
 */
@customElement('hm-tools')
@localized()
export class HmTools extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      :host { display: block; }
    `,
  ];

  @property({ attribute: false }) tool!: Tool;
  @property({ attribute: false }) known!: TableView;
  @property({ attribute: false }) snapshots: readonly Snapshot[] = [];
  @property({ attribute: false }) source: FrameSource | undefined;
  @property({ type: Boolean }) mirrored = false;
  /** Whether statements may be out of date. */
  @property({ type: Boolean }) stale = false;
  /** Their age, while that is watched. */
  @property({ attribute: false }) freshness: Freshness | undefined;
  @state() private spoken = '';
  #titled = '';

  override render() {
    return html`<section aria-label=${this.#title()}>
      <header><h2 tabindex="-1">${this.#title()}</h2><button class="quiet" aria-label=${msg('Back to the answer')} title=${msg('Back to the answer')} @click=${() => emit(this, 'hm-tool', { tool: undefined })}>${icon('xmark')}</button></header>
      ${this.stale ? html`<p class="doubtful stale-note" role="status">${agedNote(this.freshness)}</p>` : ''}
      ${this.#panel()}
    </section><p class="visually-hidden" role="status">${this.spoken}</p>`;
  }

  protected override firstUpdated(): void {
    takeFocusFromBar(this, this.renderRoot.querySelector('h2'));
  }

  /** Announces another tool once it stands there: what a region has at its beginning is not announced. */
  protected override updated(): void {
    const title = this.#title();
    if (title === this.#titled) return;
    this.#titled = title;
    requestAnimationFrame(() => {
      this.spoken = [title, ...this.#survey()].join('. ');
    });
  }

  #survey(): readonly string[] {
    const { tool, known, stale } = this;
    if (tool.kind !== 'survey' || stale) return [];
    const rows = surveyOf(known.table, known.report, tool.shipId, answerWords());
    return rows
      .filter(({ kind }) => kind === 'ship')
      .map(({ name, range, arcs, obstruction }) => [name, range, arcs, obstruction].filter(Boolean).join(', '));
  }

  #title(): string {
    const { tool } = this;
    if (tool.kind === 'survey') return msg(str`All ranges of ${this.#name(tool.shipId)}`);
    if (tool.kind === 'there') return msg('What is here?');
    if (tool.kind === 'try') return msg(str`Try with ${this.#name(tool.shipId)}`);
    if (tool.kind === 'ruler') return msg('Range of anything');
    if (tool.kind === 'prove') return msg('Prove it on my table');
    return tool.kind === 'closeup' ? msg('A closer look') : msg('What moved?');
  }

  #name(id: string): string {
    const { ships } = this.known.table;
    const ship = ships.find((one) => one.id === id);
    return ship ? shipName(ship, ships) : id;
  }

  #panel() {
    const { tool, known, stale } = this;
    switch (tool.kind) {
      case 'survey':
        return html`<hm-ranges ?stale=${stale} .known=${known} .shipId=${tool.shipId}></hm-ranges>`;
      case 'ruler':
        return html`<hm-ruler ?stale=${stale} .known=${known} .things=${tool.things}></hm-ruler>`;
      case 'closeup':
        return html`<hm-closeup ?stale=${stale} .known=${known} .source=${this.source} ?mirrored=${this.mirrored}></hm-closeup>`;
      case 'try':
        return html`<hm-move-preview ?stale=${stale} .known=${known} .shipId=${tool.shipId} .attempt=${tool.attempt} .toId=${tool.toId}></hm-move-preview>`;
      case 'prove':
        return html`${lazyPart(() => import('../setup/hm-prove.js'), phrase('proves-measurement'))}<hm-prove ?stale=${stale} .known=${known}></hm-prove>`;
      case 'there':
        return html`<hm-what-is-there .known=${known} .tool=${tool}></hm-what-is-there>`;
      case 'check':
        return html`<hm-what-moved ?stale=${stale} .known=${known} .snapshots=${this.snapshots} .at=${tool.at} .shipId=${tool.shipId}></hm-what-moved>`;
    }
  }
}
