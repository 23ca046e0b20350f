import { localized, msg, str } from '@lit/localize';
import { html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type EdgeSide, nameInMatch, type RulerTarget, ruledBetween } from '../../scene/ask/ruler-targets.js';
import { obstacleName } from '../../scene/words/headline.js';
import { phrase } from '../../texts/tools-texts.js';
import { answerWords, translate } from '../locales/language.js';
import type { TableView } from '../state/table-session.js';
import { edgeSigmaMm } from '../state/tool.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import { shipName } from '../ui/ship-name.js';

const EDGES: readonly EdgeSide[] = ['near', 'far', 'left', 'right'];

/**
 * The range of anything to anything: two taps in the picture or on the map, or two choices from the lists.
 * @fires hm-tool - other things
 */
@customElement('hm-ruler')
@localized()
export class HmRuler extends LitElement {
  static override styles = [controlStyles, panelStyles];

  @property({ attribute: false }) known!: TableView;
  @property({ attribute: false }) things: readonly RulerTarget[] = [];
  /** Whether the table may be another one by now: nothing about it is certain. */
  @property({ type: Boolean }) stale = false;

  override render() {
    const { table } = this.known;
    const [from, to] = this.things;
    const ruled = from && to ? ruledBetween(table, from, to, edgeSigmaMm(this.known), answerWords()) : undefined;
    const isCertain = ruled?.isCertain === true && !this.stale;
    const areBothPoints = from?.kind === 'point' && to?.kind === 'point';
    return html`
      ${
        ruled
          ? html`<p class="big ${isCertain ? 'sure' : 'doubtful'}" role="status">${ruled.range}</p>
            <p>${areBothPoints ? msg('Between the two points') : msg(str`${translate(ruled.names[0])} to ${translate(ruled.names[1])}`)}: ${ruled.length}${isCertain ? ` · ${msg('certain')}` : ''}${ruled.whole ? `; ${translate(ruled.whole)}` : nothing}</p>
            ${ruled.arcs ? html`<p class=${ruled.arcs.isCertain && !this.stale ? 'sure' : 'doubtful'}>${ruled.arcs.text}</p>` : nothing}`
          : html`<p role="status">${from ? msg(str`From ${translate(nameInMatch(from, table, answerWords()))}: tap what to measure to.`) : msg('Tap what to measure from: a ship, an obstacle, an edge, or any point of the mat.')}</p>`
      }
      <div class="row">${this.#list(msg('From'), 0)}${this.#list(msg('to'), 1)}</div>`;
  }

  #list(label: string, place: 0 | 1) {
    const { ships, obstacles, devices } = this.known.table;
    const thing = this.things[place];
    const value = thing === undefined ? '' : thing.kind === 'thing' ? thing.id : thing.kind === 'edge' ? `edge ${thing.side}` : 'point';
    const option = (id: string, name: string) => html`<option value=${id} ?selected=${id === value}>${name}</option>`;
    return html`<label>${label} <select @change=${(event: Event) => this.#choose(place, (event.target as HTMLSelectElement).value)}>
      <option value="" ?selected=${value === ''}>–</option>
      ${value === 'point' ? option('point', translate(phrase('the-point'))) : nothing}
      ${ships.map((ship) => option(ship.id, shipName(ship, ships)))}
      ${obstacles.map((one) => option(one.id, obstacleName(one, answerWords(), obstacles)))}
      ${devices.map(({ id, kind }) => option(id, kind))}
      ${(this.known.table.isEdgeUnknown ? [] : EDGES).map((side) => option(`edge ${side}`, translate(phrase(`ruled-edge-${side}`))))}
    </select></label>`;
  }

  #choose(place: 0 | 1, value: string): void {
    const side = EDGES.find((one) => value === `edge ${one}`);
    const thing: RulerTarget | undefined =
      value === '' || value === 'point' ? undefined : side ? { kind: 'edge', side } : { kind: 'thing', id: value };
    const other = this.things[1 - place];
    const both = place === 0 ? [thing, other] : [other, thing];
    emit(this, 'hm-tool', { tool: { kind: 'ruler', things: both.flatMap((one) => one ?? []) } });
  }
}
