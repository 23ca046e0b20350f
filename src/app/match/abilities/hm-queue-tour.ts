import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { GameState } from '../../../game/model/game-state.js';
import { isRefusal } from '../../../game/model/refusal.js';
import { exampleOne, exampleTwo, type QueueExample } from '../../../game/queue/queue-examples.js';
import { reduce } from '../../../game/reduce.js';
import { english } from '../../../texts/english.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { gameStyles } from '../page/game.styles.js';
import '../board/hm-game-map.js';
import '../board/hm-game-ships.js';
import './hm-queue.js';

const EXAMPLES: readonly QueueExample[] = [exampleOne(), exampleTwo()];

/** The two worked examples of the rules, walked through step by step: the table, the queue after each step, and the tokens. */
@customElement('hm-queue-tour')
@localized()
export class HmQueueTour extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      .told { display: grid; gap: 0.45rem; }
      .told li { padding-left: 2rem; position: relative; color: var(--hm-ink-3); line-height: 1.45; }
      .told li::before { content: attr(data-n); position: absolute; left: 0; width: 1.4rem; text-align: right; font-variant-numeric: tabular-nums; }
      .told [aria-current='step'] { color: var(--hm-ink); font-weight: 600; }
      .walk { display: grid; gap: 0.8rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
      hm-game-map { max-width: 24rem; width: 100%; order: 1; }
      @media (min-width: 1000px) {
        .walk { grid-template-columns: minmax(0, calc(100dvh - 11rem)) minmax(20rem, 1fr); }
        hm-game-map { max-width: none; order: 0; position: sticky; top: 0.5rem; }
      }
    `,
  ];

  @state() private example = 0;
  @state() private steps = 0;

  override render() {
    const example = EXAMPLES[this.example]!;
    const game = stateAfter(example, this.steps);
    const isOver = this.steps === example.steps.length;
    return html`<div class="stack">
      <div class="row" role="group" aria-label=${msg('Example')}>${EXAMPLES.map(
        ({ title }, i) =>
          html`<button class="do" aria-pressed=${i === this.example} @click=${() => this.#choose(i)}>${translate(title)}</button>`,
      )}</div>
      <div class="walk">
      <hm-game-map .table=${game.table} @hm-choose=${(event: Event) => event.stopPropagation()}></hm-game-map>
      <div class="stack"><section class="panel">
        <h2>${msg(str`Example ${this.example + 1}: ${translate(example.title)}`)}</h2>
        <ol class="told" aria-live="polite">${example.steps
          .slice(0, this.steps)
          .map(
            ({ text }, i) =>
              html`<li data-n=${`${i + 1}.`} aria-current=${i === this.steps - 1 ? 'step' : 'false'}>${translate(text)}</li>`,
          )}</ol>
        <div class="row">
          <button class="do" aria-disabled=${this.steps === 0} @click=${() => (this.steps = Math.max(0, this.steps - 1))}>${msg('Back')}</button>
          <button class="do first" aria-disabled=${isOver} @click=${() => (this.steps = Math.min(example.steps.length, this.steps + 1))}>${isOver ? msg('The end') : msg('Next step')}</button>
        </div>
      </section>
      <hm-queue .game=${game}></hm-queue>
      <hm-game-ships .game=${game}></hm-game-ships></div></div>
    </div>`;
  }

  #choose(example: number): void {
    this.example = example;
    this.steps = 0;
  }
}

/** The state after some steps of an example, which the engine plays again each time. */
function stateAfter({ begin, steps }: QueueExample, count: number): GameState {
  let state: GameState | undefined;
  const take = (event: Parameters<typeof reduce>[1]) => {
    const next = reduce(state, event);
    if (isRefusal(next)) throw new Error(`The example is refused at ${event.kind}: ${english(next.message)}`);
    state = next;
  };
  for (const event of begin) take(event);
  for (const step of steps.slice(0, count)) for (const event of step.events(state!)) take(event);
  return state!;
}
