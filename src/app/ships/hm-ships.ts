import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import { mayUndo } from '../../table/edits.js';
import { STATED_SHIP } from '../../table/ship-certainty.js';
import type { CorrectedShip } from '../../table/track/track-table.js';
import { phrase } from '../../texts/phrase.js';
import { aboveAnswerStyles } from '../answer/above-answer.styles.js';
import type { Remeasuring } from '../state/page-state.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { lazyPart } from '../ui/lazy-element.js';
import { emit, type PageEvents } from '../ui/page-events.js';
import { shipName } from '../ui/ship-name.js';
import { sizeWords } from '../ui/size-words.js';
import { unseenBadge } from './unseen-words.js';

/**
 * The ships found, each of which can be chosen for measuring and corrected.
 * @fires hm-choose - a ship was chosen
 * @fires hm-edit, hm-undo, hm-redo - a correction
 * @fires hm-placing - the player wants to add a ship (`at` undefined)
 */
@customElement('hm-ships')
@localized()
export class HmShips extends LitElement {
  static override styles = [
    controlStyles,
    aboveAnswerStyles,
    css`
      :host { display: block; }
      header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.25rem; min-height: 2.6rem; }
      h2 { margin: 0; font-size: 0.95rem; font-weight: 600; color: var(--hm-ink-2); }
      .count { color: var(--hm-ink-3); font-weight: 500; margin-left: 0.4rem; font-variant-numeric: tabular-nums; }
      header .end { margin-left: auto; display: flex; gap: 0.1rem; }
      ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; }
      li { border-radius: 0.7rem; background: var(--hm-panel); border: 1px solid transparent; }
      li.open { border-color: var(--hm-line); }
      li.chosen { border-color: color-mix(in srgb, var(--hm-accent) 55%, transparent); }
      .row { display: flex; align-items: center; padding-right: 0.2rem; }
      .choose { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 0.1rem 0.65rem; padding: 0.55rem 0 0.55rem 0.8rem; min-height: 2.75rem; text-align: left; border-radius: 0.6rem; }
      .dot { flex: none; width: 0.7rem; height: 0.7rem; border-radius: 50%; background: var(--owner, var(--hm-neutral)); }
      .owner-1 { --owner: var(--hm-player-1); }
      .owner-2 { --owner: var(--hm-player-2); }
      /* However long, it stays beside its dot. */
      .name { font-weight: 600; overflow-wrap: anywhere; min-width: 0; max-width: calc(100% - 1.4rem); }
      .about { color: var(--hm-ink-3); font-size: 0.86rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
      .badge { margin-left: auto; font-size: 0.76rem; font-weight: 600; padding: 0.12rem 0.5rem; border-radius: 1rem; background: var(--hm-raised); color: var(--hm-ink-2); white-space: nowrap; }
      .badge.doubt { color: var(--hm-doubt); }
      .badge.role { color: var(--hm-accent); }
      .empty { color: var(--hm-ink-3); margin: 0.3rem 0 0.6rem; line-height: 1.45; font-size: 0.92rem; }
      @media (max-width: 420px) { .about .more { display: none; } }
    `,
  ];

  @property({ attribute: false }) known: TableView | undefined;
  @property({ attribute: false }) movingId: string | undefined;
  @property({ type: Boolean }) placing = false;
  /** Whether the picture is being looked at for the first time. */
  @property({ type: Boolean }) busy = false;
  /** Whether more pictures of the table come by themselves. */
  @property({ type: Boolean }) isLive = false;
  /** Progress of remeasuring; `null` where the source has no more pictures for that. */
  @property({ attribute: false }) remeasuring: Remeasuring | undefined | null;
  @state() private openId: string | undefined;

  /** Closes an open ship that belongs to the table shown before. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('known');
    if (before && before.begun !== this.known?.begun) this.openId = undefined;
  }

  override render() {
    const { ships = [], history } = this.known ?? {};
    return html`
      <header>
        <h2>${msg('Ships')} <span class="count">${ships.length || ''}</span></h2>
        <span class="end">
          <button class="quiet" aria-disabled=${!history || !mayUndo(history)} @click=${() => emit(this, 'hm-undo')} aria-label=${msg('Undo the last correction')} title=${msg('Undo (Ctrl Z)')}>${icon('undo')}</button>
          <button class="quiet" aria-disabled=${!history?.undone.length} @click=${() => emit(this, 'hm-redo')} aria-label=${msg('Redo the correction')} title=${msg('Redo (Ctrl Shift Z)')}>${icon('redo')}</button>
          <button class="quiet" aria-pressed=${this.placing} @click=${() => emit(this, 'hm-placing', { at: undefined })} aria-label=${msg('Add a ship')} title=${msg('Add a ship')}>${icon('plus')}</button>
        </span>
      </header>
      ${this.placing ? html`<p class="empty" role="status">${msg('Tap the map where the ship stands, or press Enter to put it in the middle.')}</p>` : nothing}
      ${ships.length ? nothing : html`<p class="empty">${this.#noShips()}</p>`}
      <p class="visually-hidden" role="status">${ships.length ? (ships.length === 1 ? msg('1 ship found') : msg(str`${ships.length} ships found`)) : ''}</p>
      <ul @hm-edit=${this.#edited}>${repeat(
        ships,
        ({ ship }) => ship.id,
        (shown) => this.#row(shown),
      )}</ul>`;
  }

  #noShips(): string {
    if (this.busy) return msg('Looking for ships…');
    if (this.isLive) return msg('No ships are found. They appear here as soon as the camera sees them.');
    return msg('No ships are found. Add one with the plus sign.');
  }

  /** The editor of a ship that is removed goes with it: the focus moves to the button that undoes it. */
  readonly #edited = ({ detail }: CustomEvent<PageEvents['hm-edit']>) => {
    if (detail.edit.kind === 'delete') this.renderRoot.querySelector<HTMLButtonElement>('header button')?.focus();
  };

  #row(shown: CorrectedShip) {
    const { ship } = shown;
    const { chosen } = this.known!;
    const isOpen = this.openId === ship.id;
    const name = shipName(ship, this.known!.table.ships);
    return html`<li class=${classMap({ open: isOpen, chosen: chosen.includes(ship.id), [`owner-${ship.owner ?? 'none'}`]: true })}>
      <div class="row">
        <button class="choose" aria-pressed=${chosen.includes(ship.id)} @click=${() => emit(this, 'hm-choose', { shipId: ship.id })}>
          <i class="dot"></i><span class="name">${name}</span>
          <span class="about">${sizeWords()[ship.base]}<span class="more">${ship.isFrontOpen ? nothing : ` · ${headingText(ship.pose.headingRad)}`}</span></span>
          ${badge(this.known!, shown)}
        </button>
        <button class="quiet" aria-expanded=${isOpen} aria-label=${msg(str`Correct ${name}`)} title=${msg('Correct')} @click=${() => (this.openId = isOpen ? undefined : ship.id)}>${icon(isOpen ? 'chevron-up' : 'pencil')}</button>
      </div>
      ${isOpen ? html`${lazyPart(() => import('./hm-ship-editor.js'), phrase('ship-editor'))}<hm-ship-editor .ship=${ship} .state=${this.known!.state} .remeasuring=${this.remeasuring} ?moving=${this.movingId === ship.id}></hm-ship-editor>` : nothing}
    </li>`;
  }
}

function badge(known: TableView, shown: CorrectedShip) {
  const { ship, isSeen, isPlacedByHand, isPlacedByRules } = shown;
  const { chosen } = known;
  if (chosen[0] === ship.id) return html`<span class="badge role">${msg('measures')}</span>`;
  if (chosen[1] === ship.id) return html`<span class="badge role">${msg('target')}</span>`;
  if (known.report.offMat?.includes(ship.id)) return html`<span class="badge doubt">${msg('off the mat')}</span>`;
  if (!isSeen) return html`<span class="badge">${unseenBadge(known, shown)}</span>`;
  if (isPlacedByHand) return html`<span class="badge">${isPlacedByRules ? msg('by the rules') : msg('by hand')}</span>`;
  if (ship.isFrontOpen) return html`<span class="badge doubt">${msg('front?')}</span>`;
  const probability = ship.detectionProbability;
  return probability !== undefined && probability < STATED_SHIP
    ? html`<span class="badge doubt">${msg(str`a ship? ${Math.round(probability * 100)} %`)}</span>`
    : nothing;
}

function headingText(headingRad: number): string {
  return `${(Math.round((headingRad * 180) / Math.PI) + 360) % 360}°`;
}
