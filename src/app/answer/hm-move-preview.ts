import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { SHIP_KINDS } from '../../game/facts/ship-facts.js';
import { repositionsOf } from '../../judge/maneuver/reposition.js';
import { type BaseSize, isSquare } from '../../pieces/base-size.js';
import { BASIC_DIAL } from '../../scene/ask/dials.js';
import { type Attempt, DROPPED, fromGhost, repositionName } from '../../scene/ask/move-preview.js';
import { answerOf } from '../../scene/words/answer.js';
import type { Ship } from '../../table/table.js';
import { phrase } from '../../texts/tools-texts.js';
import { answerWords, translate } from '../locales/language.js';
import '../match/turn/hm-dial.js';
import type { TableView } from '../state/table-session.js';
import { tried } from '../state/tool-overlay.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import { shipName } from '../ui/ship-name.js';

const PAGES = [
  ['maneuver', phrase('try-maneuver')],
  ['reposition', phrase('try-reposition')],
  ['device', phrase('try-device')],
] as const;
const ALIGNS = ['left', 'middle', 'right'] as const;
const WAYS = [
  ['straight', 1, 'straight'],
  ['straight', 2, 'straight'],
  ['bank', 1, 'left'],
  ['bank', 1, 'right'],
  ['turn', 1, 'left'],
  ['turn', 1, 'right'],
] as const;

function wayWords([template, speed, side]: (typeof WAYS)[number]) {
  return phrase(template === 'straight' ? 'piece-straight' : `${template}-${side}`, speed);
}

/**
 * A possible move of a ship, as a ghost on the table: a maneuver or its whole dial, a barrel roll, boost or decloak, a device.
 * @fires hm-tool - another attempt
 */
@customElement('hm-move-preview')
@localized()
export class HmMovePreview extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      /* What comes of it stays in sight while the dial is scrolled. */
      [role='status'] { position: sticky; top: -0.6rem; z-index: 1; padding: 0.3rem 0; background: var(--hm-panel); }
      hm-dial { max-height: 17rem; overflow: auto; }
    `,
  ];

  @property({ attribute: false }) known!: TableView;
  @property() shipId = '';
  @property({ attribute: false }) attempt!: Attempt;
  /** The thing to which the range is measured from its end. */
  @property() toId: string | undefined;
  /** Whether the table may be another one by now: nothing about it is certain. */
  @property({ type: Boolean }) stale = false;
  /** Place in SHIP_KINDS of the kind that the ship is said to be; undefined: any maneuver may be on its dial. */
  @state() private shipKind: number | undefined;

  override render() {
    const ship = this.known.table.ships.find(({ id }) => id === this.shipId);
    if (!ship) return nothing;
    const { attempt } = this;
    const { words = [] } = tried(this.known, this.shipId, attempt) ?? {};
    return html`
      <div class="row" role="group" aria-label=${msg('What to try')}>${PAGES.map(([kind, title]) => html`<button class="do" aria-pressed=${attempt.kind === kind} @click=${() => this.#page(kind)}>${translate(title)}</button>`)}</div>
      <div role="status"><ul>${words.map(({ text, isCertain }) => html`<li class=${isCertain && !this.stale ? '' : 'doubtful'}>${translate(text)}</li>`)}</ul></div>
      ${this.#fromThere()}
      ${!isSquare(ship) ? nothing : attempt.kind === 'maneuver' ? this.#maneuver(ship, attempt) : attempt.kind === 'reposition' ? this.#reposition(ship, attempt) : this.#device(attempt)}`;
  }

  /** The answer measured from its end. */
  #fromThere() {
    const { ghost } = tried(this.known, this.shipId, this.attempt) ?? {};
    if (!ghost) return nothing;
    const measured = this.toId === undefined ? undefined : fromGhost(this.known.table, ghost, this.toId);
    if (!measured) return html`<p class="hint">${msg('Tap another ship to measure from there.')}</p>`;
    const { pair, table } = measured;
    const { lines, detail } = answerOf(pair, table, answerWords());
    const name = (id: string) => shipName(table.ships.find((ship) => ship.id === id)!, table.ships);
    return html`<div class="there" role="status"><b>${msg(str`From where ${name(ghost.id)} would end to ${name(pair.to)}`)}</b>
      <p>${lines.map(({ text, isCertain }, i) => html`${i > 0 ? ' · ' : ''}<span class=${isCertain && !this.stale ? '' : 'doubtful'}>${text}</span>`)} · ${detail}</p></div>`;
  }

  #maneuver({ base }: Ship, attempt: Attempt & { readonly kind: 'maneuver' }) {
    const kinds = SHIP_KINDS.flatMap(({ size, name, faction }, i) => (size.toLowerCase() === base ? [{ i, name, faction }] : []));
    const isRolled = attempt.code !== undefined && /[ER]/.test(attempt.code[1]!);
    const onKind = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      this.shipKind = value === '' ? undefined : Number(value);
      this.#try({ kind: 'maneuver', dial: this.#dial() });
    };
    return html`<div class="row">
        <button class="do" aria-pressed=${attempt.code === undefined} @click=${() => this.#try({ kind: 'maneuver', dial: this.#dial() })}>${msg('Whole dial')}</button>
        <label>${msg('Dial of')} <select @change=${onKind}><option value="">${msg('any ship')}</option>${kinds.map(({ i, name, faction }) => html`<option value=${i} ?selected=${i === this.shipKind}>${name} (${faction})</option>`)}</select></label>
        ${isRolled ? html`<span class="row" role="group" aria-label=${msg('Placed')}>${ALIGNS.map((align) => html`<button class="do" aria-pressed=${(attempt.align ?? 'middle') === align} @click=${() => this.#try({ ...attempt, align })}>${translate(phrase(align))}</button>`)}</span>` : nothing}
      </div>
      <hm-dial .codes=${this.shipKind === undefined ? undefined : this.#dial()} .chosen=${attempt.code ?? ''}
        @hm-dial-set=${(event: CustomEvent<{ code: string }>) => this.#try({ kind: 'maneuver', dial: this.#dial(), code: event.detail.code })}></hm-dial>`;
  }

  #reposition({ base }: { readonly base: BaseSize }, attempt: Attempt & { readonly kind: 'reposition' }) {
    const rows = repositionsOf(base);
    const canSlide = rows[attempt.row]!.exit !== 'front';
    const onSlide = (event: Event) => this.#try({ ...attempt, slide: Number((event.target as HTMLInputElement).value) });
    return html`<div class="row">${rows.map((row, i) => html`<button class="do" aria-pressed=${attempt.row === i} @click=${() => this.#try({ kind: 'reposition', row: i })}>${translate(repositionName(row))}</button>`)}</div>
      ${
        canSlide
          ? html`<div class="row"><label>${translate(phrase('at-back'))} <input type="range" min="-1" max="1" step="0.1" .value=${String(attempt.slide ?? 0)} @input=${onSlide} aria-label=${msg('Placement, from the rear to the front of the template’s end')} /> ${msg('front')}</label>
            <button class="do" aria-pressed=${attempt.slide === undefined} @click=${() => this.#try({ kind: 'reposition', row: attempt.row })}>${msg('All three')}</button></div>
            <p class="hint">${msg('The rules place the hashmark at the back, the middle or the front of the template’s end.')}</p>`
          : nothing
      }`;
  }

  #device(attempt: Attempt & { readonly kind: 'device' }) {
    const onDevice = (event: Event) => this.#try({ ...attempt, device: (event.target as HTMLSelectElement).value });
    const isWay = ([template, speed, side]: (typeof WAYS)[number]) =>
      attempt.template === template && attempt.speed === speed && attempt.side === side;
    return html`<div class="row">
        <label>${msg('Device')} <select @change=${onDevice}>${DROPPED.map(({ xws, name }) => html`<option value=${xws} ?selected=${xws === attempt.device}>${name}</option>`)}</select></label>
        ${(['drop', 'launch'] as const).map((way) => html`<button class="do" aria-pressed=${attempt.way === way} @click=${() => this.#try({ ...attempt, way })}>${way === 'drop' ? msg('Drop') : msg('Launch')}</button>`)}
      </div>
      <div class="row" role="group" aria-label=${msg('Template')}>${WAYS.map((way) => html`<button class="do" aria-pressed=${isWay(way)} @click=${() => this.#try({ ...attempt, template: way[0], speed: way[1], side: way[2] })}>${translate(wayWords(way))}</button>`)}</div>`;
  }

  #page(kind: Attempt['kind']): void {
    if (kind === 'maneuver') this.#try({ kind, dial: this.#dial() });
    else if (kind === 'reposition') this.#try({ kind, row: 0 });
    else this.#try({ kind, device: DROPPED[0]!.xws, way: 'drop', template: 'straight', speed: 1, side: 'straight' });
  }

  #dial(): readonly string[] {
    return this.shipKind === undefined ? BASIC_DIAL : SHIP_KINDS[this.shipKind]!.dial;
  }

  #try(attempt: Attempt): void {
    emit(this, 'hm-tool', { tool: { kind: 'try', shipId: this.shipId, attempt, ...(this.toId !== undefined && { toId: this.toId }) } });
  }
}
