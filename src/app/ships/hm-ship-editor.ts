import { localized, msg, str } from '@lit/localize';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/input/input.js';
import '@awesome.me/webawesome/dist/components/radio/radio.js';
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { turnedOnSpot } from '../../geometry/pose.js';
import { SHIP_BASES, type ShipBase } from '../../pieces/base-size.js';
import type { Edit, MoveEdit } from '../../table/edits.js';
import { MAX_HUGE_MM, MIN_HUGE_MM } from '../../table/huge-ship.js';
import type { Player, Ship } from '../../table/table.js';
import type { TableState } from '../../table/track/track-state.js';
import { phrase } from '../../texts/rules-texts.js';
import { aboveAnswerStyles } from '../answer/above-answer.styles.js';
import { remeasuringOf } from '../answer/remeasuring-of.js';
import { translate } from '../locales/language.js';
import type { Remeasuring } from '../state/page-state.js';
import { controlStyles } from '../ui/control.styles.js';
import { intoView } from '../ui/focus.js';
import { icon } from '../ui/icon.js';
import { emit } from '../ui/page-events.js';
import { sizeWords } from '../ui/size-words.js';
import { styled } from '../ui/styled.js';

const QUARTERS = [0, 1, 2, 3] as const;
const TURN_RAD = (5 * Math.PI) / 180;

/**
 * Corrects one ship: name, player, size, heading, place; or says that it is not one.
 * @fires hm-edit - a correction
 * @fires hm-moving - the player begins or ends moving the ship on the map
 */
@customElement('hm-ship-editor')
@localized()
export class HmShipEditor extends LitElement {
  static override styles = [
    controlStyles,
    aboveAnswerStyles,
    css`
      :host { display: grid; gap: 0.8rem; padding: 0.2rem 0.8rem 0.9rem; }
      .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.8rem; }
      .actions { display: flex; flex-wrap: wrap; gap: 0.45rem; }
      .arrow { display: inline-block; font-size: 1.1rem; line-height: 1; }
      .hint { margin: 0; color: var(--hm-ink-2); font-size: 0.88rem; line-height: 1.4; }
      wa-radio-group::part(form-control-label), wa-input::part(label) { font-size: 0.82rem; color: var(--hm-ink-2); }
      @container (max-width: 330px) { .pair { grid-template-columns: 1fr; } }
    `,
  ];

  @property({ attribute: false }) ship!: Ship;
  @property({ attribute: false }) state!: TableState;
  @property({ type: Boolean }) moving = false;
  /** Progress of remeasuring; `null` where the source has no more pictures for that. */
  @property({ attribute: false }) remeasuring: Remeasuring | undefined | null;

  protected override firstUpdated(): void {
    intoView(this);
  }

  override render() {
    const { ship } = this;
    return html`
      <wa-input size="s" label=${msg('Name')} placeholder=${msg('for example the pilot')} .value=${ship.name ?? ''} maxlength="40" autocomplete="off"
        @change=${(event: Event) => this.#edit({ kind: 'name', shipId: ship.id, name: (event.target as HTMLInputElement).value })}></wa-input>
      <div class="pair">
        <wa-radio-group size="s" label=${msg('Player')} orientation="horizontal" .value=${String(ship.owner ?? '')}
          @change=${(event: Event) => this.#edit({ kind: 'owner', shipId: ship.id, owner: playerOf((event.target as HTMLInputElement).value) })}>
          ${['1', '2', ''].map((value) => html`<wa-radio appearance="button" value=${value}>${value || '–'}</wa-radio>`)}
        </wa-radio-group>
        <wa-radio-group size="s" label=${msg('Base')} orientation="horizontal" .value=${ship.base}
          @change=${(event: Event) => this.#edit({ kind: 'size', shipId: ship.id, base: (event.target as HTMLInputElement).value as ShipBase })}>
          ${SHIP_BASES.map((size) => html`<wa-radio appearance="button" value=${size} aria-label=${sizeWords()[size]}>${sizeWords()[size][0]!.toUpperCase()}</wa-radio>`)}
        </wa-radio-group>
      </div>
      ${ship.base === 'huge' ? this.#huge() : nothing}
      ${ship.isFrontOpen ? this.#asking() : nothing}
      <div class="actions">
        ${ship.isFrontOpen ? nothing : html`<wa-button size="s" appearance="outlined" @click=${() => this.#edit({ kind: 'turn', shipId: ship.id, quarters: 2 })}>${icon('flip')}&nbsp;${msg('Turn round')}</wa-button>`}
        <wa-button size="s" appearance=${this.moving ? 'accent' : 'outlined'} aria-pressed=${this.moving} @click=${() => emit(this, 'hm-moving', { shipId: this.moving ? undefined : ship.id })}>${icon('move')}&nbsp;${this.moving ? msg('Done') : msg('Move')}</wa-button>
        ${this.#isSeen ? html`<wa-button size="s" appearance="outlined" data-tool="again" title=${translate(phrase('look-again-how'))} ?disabled=${this.remeasuring?.kind === 'measuring'} @click=${() => emit(this, 'hm-remeasure', { of: [ship.id] })}>${icon('refresh')}&nbsp;${translate(phrase('look-again'))}</wa-button>` : nothing}
        <wa-button size="s" appearance="outlined" variant="danger" @click=${() => this.#edit({ kind: 'delete', shipId: ship.id })}>${icon('trash')}&nbsp;${msg('Remove')}</wa-button>
      </div>
      ${remeasuringOf(this.remeasuring, [ship.id])}
      ${this.moving ? this.#turning() : ''}`;
  }

  /** Length of a huge base, which is that of its model: whoever has measured it enters it. */
  #huge() {
    const { id: shipId, base, lengthMm } = this.ship;
    const onLength = (event: Event) => {
      const field = event.target as HTMLInputElement;
      const entered = Number(field.value);
      const isOne = entered >= MIN_HUGE_MM && entered <= MAX_HUGE_MM;
      // An entry that is not a length is not kept, nor shown as if it were.
      if (!isOne) field.value = '';
      this.#edit({ kind: 'size', shipId, base, ...(isOne && { lengthMm: entered }) });
    };
    return html`<wa-input size="s" type="number" inputmode="decimal" min=${MIN_HUGE_MM} max=${MAX_HUGE_MM} label=${translate(phrase('huge-length', MIN_HUGE_MM, MAX_HUGE_MM))} .value=${lengthMm === undefined ? '' : String(lengthMm)} @change=${onLength}></wa-input>
      <p class="hint">${translate(phrase('huge-what-works'))}</p>`;
  }

  /** Whether a camera that gives more pictures has seen it. */
  get #isSeen(): boolean {
    return this.remeasuring !== null && this.state.camera !== undefined && this.state.tracks.some(({ id }) => id === this.ship.id);
  }

  #asking() {
    const { id: shipId, pose } = this.ship;
    return html`<p class="hint">${msg('Which way it faces could not be seen. On the map its front points:')}</p>
      <div class="actions">${QUARTERS.map((quarters) => {
        const deg = (Math.round((pose.headingRad * 180) / Math.PI) + 90 * quarters + 360) % 360;
        return html`<wa-button size="s" appearance="outlined" aria-label=${msg(str`Faces ${deg}°, clockwise from the far edge`)} @click=${() => this.#edit({ kind: 'turn', shipId, quarters, ...this.#seenAt() })}>
          <span class="arrow" ${styled({ rotate: `${deg}deg` })}>↑</span>
        </wa-button>`;
      })}</div>`;
  }

  #turning() {
    return html`<p class="hint">${msg('Drag it in the picture or on the map by its ring, turn it by the smaller one; or use the arrow keys (Shift for 10 mm) and [ ].')}</p>
      <div class="actions">
        <wa-button size="s" appearance="outlined" @click=${() => this.#turn(-1)}>${icon('undo')}&nbsp;${msg('5° left')}</wa-button>
        <wa-button size="s" appearance="outlined" @click=${() => this.#turn(1)}>${icon('redo')}&nbsp;${msg('5° right')}</wa-button>
      </div>`;
  }

  #turn(sense: 1 | -1): void {
    const { id: shipId, pose } = this.ship;
    this.#edit({ kind: 'move', shipId, pose: turnedOnSpot(pose, sense * TURN_RAD), gesture: 'turn', ...this.#seenAt() });
  }

  #seenAt(): Pick<MoveEdit, 'cameraPose'> {
    const track = this.state.camera && this.state.tracks.find(({ id }) => id === this.ship.id);
    return track ? { cameraPose: track.pose } : {};
  }

  #edit(edit: Edit): void {
    emit(this, 'hm-edit', { edit });
  }
}

function playerOf(value: string): Player | undefined {
  return value === '1' ? 1 : value === '2' ? 2 : undefined;
}
