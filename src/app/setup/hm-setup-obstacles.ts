import { localized, msg, str } from '@lit/localize';
import { phrase } from '../../texts/looks-texts.js';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Camera } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { OBSTACLES, type Token } from '../../pieces/obstacles.js';
import { pixelsPerMm } from '../../scene/draw/to-picture.js';
import { obstacleName } from '../../scene/words/headline.js';
import type { Obstacle } from '../../table/table.js';
import { answerWords } from '../locales/language.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { CLEAR_LEAD_PERCENT, outlineFit } from '../ui/outline-fit.js';
import { emit } from '../ui/page-events.js';
import { flippedObstacle, laidObstacle, namedObstacle, turnedObstacle } from './obstacle-edits.js';
import { placeOf } from './obstacle-place.js';
import { setupStyles } from './setup.styles.js';
import type { SetupDraft } from './setup-draft.js';

const TURN_RAD = (5 * Math.PI) / 180;
/** Side of a thumbnail, mm: the largest outline is 70 mm long. */
const THUMBNAIL_MM = 80;

/**
 * The obstacles of the draft: each can be named, turned, turned over and removed; one that was tapped in the picture gets its outline.
 * @fires hm-setup - an obstacle was chosen, changed or removed
 */
@customElement('hm-setup-obstacles')
@localized()
export class HmSetupObstacles extends LitElement {
  static override styles = [
    controlStyles,
    setupStyles,
    css`
      :host { padding: 0; border: 0; background: none; overflow: visible; }
      .one { padding: 0.3rem 0.75rem; border-radius: 2rem; border: 1px solid var(--hm-line); min-height: 2.25rem; }
      .one::first-letter { text-transform: uppercase; }
      .one[aria-pressed='true'] { border-color: var(--hm-accent); color: var(--hm-accent); }
      .outlines { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 5.5rem), 1fr)); gap: 0.3rem; margin-top: 0.6rem; max-height: 11rem; overflow-y: auto; }
      .outlines button { display: grid; justify-items: center; align-content: start; font-size: 0.72rem; line-height: 1.2; padding: 0.3rem; border-radius: 0.6rem; border: 1px solid transparent; color: var(--hm-ink-2); }
      .outlines button:hover, .outlines button[aria-pressed='true'] { border-color: var(--hm-accent); color: var(--hm-ink); }
      svg { width: 3.6rem; height: 3.6rem; fill: color-mix(in srgb, var(--hm-neutral) 20%, transparent); stroke: var(--hm-neutral); stroke-width: 1.5; }
    `,
  ];

  @property({ attribute: false }) draft!: SetupDraft;
  @property({ attribute: false }) camera: Camera | undefined;

  override render() {
    const { obstacles, chosenId, missingAt } = this.draft;
    const chosen = obstacles.find(({ id }) => id === chosenId);
    return html`<p role="status">${missingAt ? msg('Which one is it?') : this.#hint(chosen !== undefined)}</p>
      <div class="row">${obstacles.map((one) => this.#button(one, one === chosen))}</div>
      ${chosen ? this.#tools(chosen) : nothing}
      ${missingAt ? this.#outlines(undefined, (token) => this.#lay(laidObstacle(token.xws, missingAt, this.#pxPerMm(missingAt), obstacles))) : nothing}
      ${chosen ? this.#outlines(chosen, (token) => this.#lay(namedObstacle(chosen, token.xws, this.#pxPerMm(placeOf(chosen))))) : nothing}`;
  }

  #hint(isChosen: boolean): string {
    if (!isChosen && this.draft.isFoundSince) return translate(phrase('obstacle-found-since'));
    if (!isChosen) return msg('Tap one that is missing in the picture; tap one that is marked to change it.');
    const { fit } = this.draft;
    if (fit === 'sought') return msg('Looking for its edges in the picture …');
    if (fit === 'fitted') return this.#fitted();
    if (fit === 'unclear') return msg('Its edges are not clear in the picture: drag it there, and turn it until it matches its print.');
    return msg('Drag it in the picture, or move it with the arrow keys; turn it until it matches its print.');
  }

  /** Quality of its fit, beside the next best: edges alone are found for wrong outlines too. */
  #fitted(): string {
    const { obstacles, chosenId, ranked } = this.draft;
    if (!ranked) return msg('It was fitted to the picture. Comparing it with the other outlines …');
    const token = obstacles.find(({ id }) => id === chosenId)?.token;
    const fit = token && outlineFit(ranked, token.xws);
    if (!fit) return msg('It was fitted to the picture. If it is off, drag and turn it.');
    const { percent, leadPercent, next } = fit;
    const other = next?.token?.name ?? '';
    const otherPercent = percent - leadPercent;
    if (leadPercent >= CLEAR_LEAD_PERCENT) {
      return msg(
        str`It fits along ${percent} % of its edge, the next best outline (${other}) along ${otherPercent} %. If it is off, drag and turn it.`,
      );
    }
    if (leadPercent < -CLEAR_LEAD_PERCENT) {
      return msg(str`${other} fits better there, along ${otherPercent} % of its edge instead of ${percent} %. Check which of them it is.`);
    }
    return msg(
      str`It fits along ${percent} % of its edge, and ${other} along ${otherPercent} %: by their edges it may be either. Choose by what is printed on it.`,
    );
  }

  #button(obstacle: Obstacle, isChosen: boolean) {
    const choose = () => emit(this, 'hm-setup', { kind: 'choose', id: isChosen ? undefined : obstacle.id });
    return html`<button class="one" aria-pressed=${isChosen} @click=${choose}>${obstacleName(obstacle, answerWords(), this.draft.obstacles)}</button>`;
  }

  #tools(chosen: Obstacle) {
    const turn = (byRad: number) => this.#change(turnedObstacle(chosen, byRad));
    return html`<div class="row">
      <wa-button size="s" appearance="outlined" aria-label=${msg('Turn left by 5°')} @click=${() => turn(-TURN_RAD)}>${icon('undo')}&nbsp;5°</wa-button>
      <wa-button size="s" appearance="outlined" aria-label=${msg('Turn right by 5°')} @click=${() => turn(TURN_RAD)}>${icon('redo')}&nbsp;5°</wa-button>
      ${chosen.token ? html`<wa-button size="s" appearance="outlined" @click=${() => this.#lay(chosen)}>${icon('corners')}&nbsp;${msg('Fit to the picture')}</wa-button>` : nothing}
      ${chosen.token ? html`<wa-button size="s" appearance="outlined" @click=${() => this.#change(flippedObstacle(chosen))}>${icon('flip')}&nbsp;${msg('Other side')}</wa-button>` : nothing}
      <wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-setup', { kind: 'remove', id: chosen.id })}>${icon('trash')}&nbsp;${msg('Not there')}</wa-button>
    </div>`;
  }

  #outlines(chosen: Obstacle | undefined, choose: (token: Token) => void) {
    return html`<div class="outlines" role="group" aria-label=${msg('Outlines')}>
      ${OBSTACLES.map((token) => html`<button aria-pressed=${chosen?.token?.xws === token.xws} @click=${() => choose(token)}>${thumbnail(token)}${token.name}</button>`)}
    </div>`;
  }

  #lay(obstacle: Obstacle): void {
    emit(this, 'hm-setup', { kind: 'lay', obstacle });
  }

  #change(obstacle: Obstacle): void {
    emit(this, 'hm-setup', { kind: 'obstacle', obstacle });
  }

  #pxPerMm(at: Point): number {
    return (this.camera && pixelsPerMm(this.camera, at)) || 1;
  }
}

function thumbnail({ outline }: Token) {
  const path = outline.map(({ x, y }) => `${x} ${-y}`).join('L');
  const half = THUMBNAIL_MM / 2;
  return html`<svg viewBox="${-half} ${-half} ${THUMBNAIL_MM} ${THUMBNAIL_MM}" aria-hidden="true"><path d="M${path}Z"></path></svg>`;
}
