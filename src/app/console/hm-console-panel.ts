import { msg, str } from '@lit/localize';
import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { ShowMessage } from '../../relay/wire/messages.js';
import { controlStyles } from '../ui/control.styles.js';
import { deskStyles } from './desk.styles.js';
import { wholeIn } from './typed-values.js';

type Panel = NonNullable<ShowMessage['panel']>;

/** Length of a tournament round, s. */
const ROUND_S = 75 * 60;

/**
 * Names, score and the round's clock, for the panel.
 * @fires hm-panel - what is to be shown now; the detail is the panel's part of `show`
 */
@customElement('hm-console-panel')
export class HmConsolePanel extends LitElement {
  static override styles = [controlStyles, deskStyles, css`:host { padding: 0; }`];

  @property({ attribute: false }) panel: Panel | undefined;

  override render() {
    const { names = ['', ''], score = [0, 0], clock } = this.panel ?? {};
    const minutes = Math.round((clock?.remainingSeconds ?? ROUND_S) / 60);
    const at = <T>(pair: readonly [T, T], index: 0 | 1, value: T): [T, T] => (index === 0 ? [value, pair[1]] : [pair[0], value]);
    const player = (index: 0 | 1) => html`<label>${msg(str`Player ${index + 1}`)}
      <input aria-label=${msg(str`Name of player ${index + 1}`)} maxlength="80" .value=${names[index]} @change=${(event: Event) => this.#put({ names: at(names, index, textOf(event)) })} />
      <input aria-label=${msg(str`Score of player ${index + 1}`)} type="number" min="0" max="1000" .value=${live(String(score[index]))} @change=${(event: Event) => this.#putNumber(event, (points) => ({ score: at(score, index, points) }))} /></label>`;
    return html`<section><h2>${msg('Panel')}</h2>${player(0)}${player(1)}
      <label>${msg('Clock')} <input aria-label=${msg('Minutes left')} type="number" min="0" max="1440" .value=${live(String(minutes))} @change=${(event: Event) => this.#putNumber(event, (left) => ({ clock: { remainingSeconds: 60 * left, isRunning: false } }))} /> min
        <button class="do" @click=${() => this.#put({ clock: { remainingSeconds: clock?.remainingSeconds ?? ROUND_S, isRunning: !clock?.isRunning } })}>${clock?.isRunning ? msg('Stop') : msg('Start')}</button></label></section>`;
  }

  /** Sets a number; an entry that is not a number changes nothing, and its field shows the present value again. */
  #putNumber(event: Event, changeBy: (number: number) => Partial<Panel>): void {
    const number = wholeIn(textOf(event));
    if (number === undefined) this.requestUpdate();
    else this.#put(changeBy(number));
  }

  #put(change: Partial<Panel>): void {
    this.dispatchEvent(new CustomEvent('hm-panel', { detail: { ...this.panel, ...change } }));
  }
}

function textOf(event: Event): string {
  return (event.target as HTMLInputElement).value.trim();
}
