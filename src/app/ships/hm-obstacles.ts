import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import { turnedOnSpot } from '../../geometry/pose.js';
import { OBSTACLES } from '../../pieces/obstacles.js';
import { obstacleName } from '../../scene/words/headline.js';
import { isObstacleEdit } from '../../table/edits.js';
import { isKindKnown } from '../../table/obstacle-kind.js';
import type { Obstacle } from '../../table/table.js';
import { isGone } from '../../table/track/track-obstacles.js';
import { isOfObstacle } from '../../table/unmeasured-reason.js';
import { aboveAnswerStyles } from '../answer/above-answer.styles.js';
import { answerWords } from '../locales/language.js';
import { obstacleAt, obstaclePose, tokenAt } from '../state/movable.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { intoView } from '../ui/focus.js';
import { icon } from '../ui/icon.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';

const kindWords = () => ({ asteroid: msg('asteroid'), debris: msg('debris'), gas: msg('gas') });
const TURN_RAD = (5 * Math.PI) / 180;

/**
 * The obstacles found: token and place of each, or that there is no such thing; and one more.
 * @fires hm-edit - a correction
 * @fires hm-moving - an obstacle is moved by hand, or no more
 * @fires hm-add-obstacle - one more is wanted
 */
@customElement('hm-obstacles')
@localized()
export class HmObstacles extends LitElement {
  static override styles = [
    controlStyles,
    aboveAnswerStyles,
    panelStyles,
    css`
      :host { display: block; }
      header { gap: 0.25rem; }
      h2 { font-size: 0.95rem; font-weight: 600; color: var(--hm-ink-2); }
      .count { color: var(--hm-ink-3); font-weight: 500; margin-left: 0.4rem; }
      li { border-radius: 0.7rem; background: var(--hm-panel); }
      .line { display: flex; align-items: center; gap: 0.6rem; min-height: 2.75rem; padding: 0 0.2rem 0 0.8rem; }
      .line .quiet { margin-left: auto; }
      .name { font-weight: 600; overflow-wrap: anywhere; }
      .editor { display: grid; gap: 0.6rem; padding: 0 0.8rem 0.8rem; }
    `,
  ];

  @property({ attribute: false }) known: TableView | undefined;
  @property({ attribute: false }) movingId: string | undefined;
  @state() private openId: string | undefined;

  /** Closes an open obstacle that belongs to the table shown before. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('known');
    if (before && before.begun !== this.known?.begun) this.openId = undefined;
  }

  override render() {
    const { obstacles = [], areObstaclesOpen, areObstaclesSaid, unmeasurable = [] } = this.known?.table ?? {};
    const mayBeMore = areObstaclesOpen || (!areObstaclesSaid && unmeasurable.some(isOfObstacle));
    return html`<header><h2>${msg('Obstacles')} <span class="count">${obstacles.length || ''}</span></h2>
        <button class="quiet" aria-label=${msg('Add an obstacle')} title=${msg('Add an obstacle')} @click=${() => emit(this, 'hm-add-obstacle')}>${icon('plus')}</button></header>
      <ul>${repeat(
        obstacles,
        ({ id }) => id,
        (one) => this.#row(one),
      )}</ul>
      ${mayBeMore ? html`<button class="do" @click=${() => emit(this, 'hm-edit', { edit: { kind: 'all obstacles' } })}>${obstacles.length ? msg('These are all') : msg('No obstacles in play')}</button>` : nothing}`;
  }

  #row(one: Obstacle) {
    const isOpen = this.openId === one.id || this.movingId === one.id;
    const name = obstacleName(one, answerWords(), this.known!.table.obstacles);
    const isByHand = this.known!.history.done.some((edit) => isObstacleEdit(edit) && edit.obstacleId === one.id);
    return html`<li data-obstacle=${one.id}>
      <div class="line"><span class="name">${name}</span><span class="hint">${[isKindKnown(one) && kindWords()[one.kind], isByHand ? msg('by hand') : isGone(one, this.known!.state) && msg('not seen any more')].filter(Boolean).join(', ')}</span>
        <button class="quiet" aria-expanded=${isOpen} aria-label=${msg(str`Correct ${name}`)} title=${msg('Correct')} @click=${() => (this.openId = isOpen ? undefined : one.id)}>${icon(isOpen ? 'chevron-up' : 'pencil')}</button></div>
      ${isOpen ? this.#editor(one) : nothing}</li>`;
  }

  #editor(one: Obstacle) {
    const { token } = one;
    const isMoving = this.movingId === one.id;
    const onToken = (event: Event) => this.#name(one, (event.target as HTMLSelectElement).value, token?.mirrored ?? false);
    const turn = (sense: 1 | -1) => this.#place(one, obstacleAt(one, turnedOnSpot(obstaclePose(one), sense * TURN_RAD)));
    return html`<div class="editor" ${ref(intoView)}>
      <label>${msg('Token')} <select @change=${onToken}>
        <option value="" ?selected=${!token}>${msg('as seen')}</option>
        ${OBSTACLES.map(({ xws, name }) => html`<option value=${xws} ?selected=${xws === token?.xws}>${name}</option>`)}</select></label>
      <div class="row">
        <button class="do" aria-pressed=${isMoving} @click=${() => emit(this, 'hm-moving', { shipId: isMoving ? undefined : one.id })}>${isMoving ? msg('Done') : msg('Move and turn')}</button>
        <button class="do" @click=${() => turn(-1)}>${msg('5° left')}</button><button class="do" @click=${() => turn(1)}>${msg('5° right')}</button>
        ${token ? html`<button class="do" aria-pressed=${token.mirrored} @click=${() => this.#name(one, token.xws, !token.mirrored)}>${msg('Other side up')}</button>` : nothing}
        <button class="do" @click=${() => this.#place(one, undefined)}>${msg('No obstacle here')}</button>
      </div></div>`;
  }

  #name(one: Obstacle, xws: string, mirrored: boolean): void {
    if (xws !== '') this.#place(one, tokenAt(one.id, xws, obstaclePose(one), mirrored));
    else {
      const { token: _, ...asSeen } = one;
      this.#place(one, asSeen);
    }
  }

  #place({ id: obstacleId }: Obstacle, placed: Obstacle | undefined): void {
    if (!placed && this.movingId === obstacleId) emit(this, 'hm-moving', { shipId: undefined });
    emit(this, 'hm-edit', { edit: { kind: 'obstacle', obstacleId, placed } });
  }
}
