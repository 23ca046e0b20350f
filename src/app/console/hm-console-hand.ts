import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { MatchMessage, ShowMessage } from '../../relay/wire/messages.js';
import type { Table } from '../../table/table.js';
import { phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import { matchByHand, type ShownMatch, type ShownShip, whatIsSaid, withByHand, withShipByHand } from '../overlay/match-by-hand.js';
import { controlStyles } from '../ui/control.styles.js';
import { shipName } from '../ui/ship-name.js';
import './hm-console-panel.js';
import { deskStyles } from './desk.styles.js';
import { withoutCaption } from './show-edits.js';
import { diceIn, diceText, tokensIn, tokensText, wholeIn } from './typed-values.js';

type ByHand = NonNullable<ShowMessage['byHand']>;
type Attack = NonNullable<MatchMessage['attack']>;

const PHASES: readonly MatchMessage['phase'][] = ['planning', 'activation', 'engagement', 'end'];
const NUMBERS = ['initiative', 'hull', 'shields', 'crits'] as const;

/** A ship is on the list once something is said about it; this shows nothing about it that nobody said. */
const ADDED = { isDestroyed: false } as const;

/** Examples of what is typed, in the words that travel, which are the same in every language. */
const TYPED = { tokens: 'focus, 2 stress', attackDice: 'hit crit focus blank', defenseDice: 'evade focus blank' } as const;

/**
 * Every value of the overlays, to be set by hand where the game is in a state that no one foresaw: set values replace those that the match
 * sends, the others continue as they are sent.
 * @fires hm-show - what is to be on screen now
 */
@customElement('hm-console-hand')
@localized()
export class HmConsoleHand extends LitElement {
  static override styles = [
    controlStyles,
    deskStyles,
    css`
      :host { padding: 0; max-width: none; display: grid; gap: 0.8rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); align-items: start; }
      .wide { grid-column: 1 / -1; overflow-x: auto; }
      .row { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: end; }
      .row label { margin: 0; }
      table { border-collapse: collapse; width: 100%; }
      th { text-align: start; font-weight: 400; font-size: 0.85rem; color: var(--hm-ink-2); padding: 0.2rem 0.3rem; }
      td { padding: 0.15rem 0.3rem; }
      td input { width: 100%; min-width: 3.2rem; }
      td input.text { min-width: 8rem; }
      td input[type='checkbox'] { width: 1.4rem; min-width: 1.4rem; height: 1.4rem; }
      select { font: inherit; color: inherit; background: var(--hm-ground); border: 1px solid var(--hm-line); border-radius: 0.5rem; padding: 0.35rem 0.6rem; max-width: 100%; }
      .said { border-color: var(--hm-accent); outline: 1px solid var(--hm-accent); }
      .player-1 td:first-child { border-left: 3px solid var(--hm-player-1); }
      .player-2 td:first-child { border-left: 3px solid var(--hm-player-2); }
      input.caption { flex: 1; min-width: 12rem; }
      .do { margin-left: auto; }
      .row .do { margin-left: 0; }
    `,
  ];

  @property({ attribute: false }) show: ShowMessage = {};
  @property({ attribute: false }) match: MatchMessage | undefined;
  @property({ attribute: false }) table: Table | undefined;
  /** Time that a caption stays, s; 0: until it is taken off. */
  @property({ type: Number }) fadeSeconds = 8;
  #captions = 0;

  override render() {
    const { show, table } = this;
    const { byHand } = show;
    const match = matchByHand(this.match, byHand ?? {}, table?.ships ?? [])!;
    const ids = new Set(match.ships.map(({ id }) => id));
    // Ships of the table that no match names can be given values, too.
    const others = (table?.ships ?? []).filter(({ id }) => !ids.has(id));
    return html`
      <section class="wide"><div class="row">
        <p class="hint">${msg('What is set here stays on screen, with the words “by hand”, until it is released; everything else continues as the match sends it.')}</p>
        <button class="do" ?disabled=${!byHand} @click=${() => this.#say(undefined)}>${msg('Release everything')}</button></div></section>
      ${this.#match(match)}
      ${this.#caption()}
      <hm-console-panel .panel=${show.panel} @hm-panel=${(event: CustomEvent<ShowMessage['panel']>) => this.#put({ ...show, panel: event.detail })}></hm-console-panel>
      ${this.#attack(match)}
      <section class="wide"><h2>${msg('Ships')}</h2>
        <table><thead><tr><th>${msg('Name')}</th><th>${msg('Initiative')}</th><th>${msg('Hull')}</th><th>${msg('Shields')}</th><th>${msg('Faceup damage')}</th><th>${msg('Tokens')}</th><th>${msg('Maneuver')}</th><th>${msg('Destroyed')}</th><th></th></tr></thead>
        <tbody>${match.ships.map((ship) => this.#ship(ship, match.ships))}</tbody></table>
        ${others.length > 0 ? html`<div class="commands">${others.map((ship) => html`<button class="do" @click=${() => this.#sayShip(ship.id, ADDED)}>${msg(str`Add ${shipName(ship, table?.ships ?? [])}`)}</button>`)}</div>` : nothing}
      </section>`;
  }

  #match({ round, phase, active, ships }: ShownMatch) {
    const { byHand } = this.show;
    const said = (key: keyof ByHand) => (byHand?.[key] === undefined ? '' : 'said');
    return html`<section><h2>${msg('Match')}</h2><div class="row">
      <label>${msg('Round')} <input class=${said('round')} type="number" min="0" max="1000" .value=${live(String(round))} @change=${(event: Event) => this.#sayMatch({ round: wholeOf(event) })} /></label>
      <label>${msg('Phase')} <select class=${said('phase')} @change=${(event: Event) => this.#sayMatch({ phase: textOf(event) as ByHand['phase'] })}>${phase ? nothing : html`<option value="" selected>–</option>`}${PHASES.map((one) => html`<option value=${one} ?selected=${one === phase}>${translate(phrase(one))}</option>`)}</select></label>
      <label>${msg('Next')} <select class=${said('next')} @change=${(event: Event) => this.#sayMatch({ next: textOf(event) })}><option value="" ?selected=${!active}>–</option>${ships.map((ship) => html`<option value=${ship.id} ?selected=${ship.id === active}>${shipName(ship, ships)}</option>`)}</select></label>
      ${said('round') || said('phase') || said('next') ? html`<button class="do" @click=${() => this.#sayMatch({ round: undefined, phase: undefined, next: undefined })}>${msg('Release')}</button>` : nothing}
    </div></section>`;
  }

  #caption() {
    const { caption } = this.show;
    const onShow = (event: SubmitEvent) => {
      event.preventDefault();
      const text = (event.target as HTMLFormElement).querySelector('input')!.value.trim();
      const { caption: _, ...rest } = this.show;
      this.#captions += 1;
      const fade = this.fadeSeconds > 0 ? { fadeSeconds: this.fadeSeconds } : {};
      this.#put(text ? { ...rest, caption: { id: `${Date.now()}-${this.#captions}`, text, ...fade } } : rest);
    };
    return html`<section><h2>${msg('Caption')}</h2><form class="row" @submit=${onShow}>
      <input class="caption" aria-label=${msg('Caption')} maxlength="200" .value=${caption?.text ?? ''} />
      <button class="do" aria-pressed=${caption !== undefined}>${msg('Show')}</button>
      ${caption ? html`<button class="do" type="button" @click=${() => this.#put(withoutCaption(this.show))}>${msg('Take off')}</button>` : nothing}
    </form></section>`;
  }

  #ship(ship: ShownShip, ships: readonly ShownShip[]) {
    const said = this.show.byHand?.ships?.find(({ id }) => id === ship.id);
    const classOf = (key: keyof ShownShip) => (said?.[key] === undefined ? '' : 'said');
    const name = shipName(ship, ships);
    const number = (key: (typeof NUMBERS)[number], label: string) =>
      html`<td><input class=${classOf(key)} aria-label=${`${name}: ${label}`} type="number" min="0" max="1000" .value=${live(String(ship[key] ?? ''))} @change=${(event: Event) => this.#sayShip(ship.id, { [key]: wholeOf(event) })} /></td>`;
    return html`<tr class="player-${ship.owner}">
      <td><input class="text ${classOf('name')}" aria-label=${msg(str`Name of ${name}`)} maxlength="80" .value=${live(ship.name)} @change=${(event: Event) => this.#sayShip(ship.id, { name: textOf(event) })} /></td>
      ${number('initiative', msg('Initiative'))}${number('hull', msg('Hull'))}${number('shields', msg('Shields'))}${number('crits', msg('Faceup damage'))}
      <td><input class="text ${classOf('tokens')}" aria-label=${`${name}: ${msg('Tokens')}`} placeholder=${TYPED.tokens} .value=${live(tokensText(ship.tokens))} @change=${(event: Event) => this.#sayShip(ship.id, { tokens: tokensIn(textOf(event)) })} /></td>
      <td><input class=${classOf('maneuver')} aria-label=${`${name}: ${msg('Maneuver')}`} maxlength="8" .value=${live(ship.maneuver ?? '')} @change=${(event: Event) => this.#sayShip(ship.id, { maneuver: textOf(event) })} /></td>
      <td><input class=${classOf('isDestroyed')} type="checkbox" aria-label=${`${name}: ${msg('Destroyed')}`} .checked=${live(ship.isDestroyed)} @change=${(event: Event) => this.#sayShip(ship.id, { isDestroyed: (event.target as HTMLInputElement).checked })} /></td>
      <td>${said ? html`<button class="do" aria-label=${msg(str`Release ${name}`)} @click=${() => this.#releaseShip(ship.id)}>${msg('Release')}</button>` : nothing}</td>
    </tr>`;
  }

  #attack({ attack, ships }: ShownMatch) {
    const { byHand } = this.show;
    const [first, second] = ships;
    if (!first || !second) return nothing;
    const now: Attack = attack ?? {
      attacker: first.id,
      defender: second.id,
      range: 1,
      isObstructed: false,
      attackDice: [],
      defenseDice: [],
    };
    const say = (change: Partial<Attack>) => {
      // Odds are those of dice and tokens in the match.
      const { damageOdds: _, ...rest } = { ...now, ...change };
      this.#sayMatch({ attack: rest, noAttack: undefined });
    };
    const ship = (label: string, key: 'attacker' | 'defender') =>
      html`<label>${label} <select @change=${(event: Event) => say({ [key]: textOf(event) })}>${ships.map((one) => html`<option value=${one.id} ?selected=${one.id === now[key]}>${shipName(one, ships)}</option>`)}</select></label>`;
    const dice = (label: string, key: 'attackDice' | 'defenseDice') =>
      html`<label>${label} <input placeholder=${TYPED[key]} .value=${live(diceText(now[key]))} @change=${(event: Event) => say({ [key]: diceIn(textOf(event)) })} /></label>`;
    const isSaid = byHand?.attack !== undefined || byHand?.noAttack !== undefined;
    return html`<section class="wide ${isSaid ? 'said' : ''}"><h2>${msg('Attack')}</h2><div class="row">
      ${ship(msg('Attacker'), 'attacker')}${ship(msg('Defender'), 'defender')}
      <label>${msg('Range')} <input type="number" min="0" max="4" .value=${live(String(now.range))} @change=${(event: Event) => say({ range: wholeOf(event) ?? now.range })} /></label>
      <label><input type="checkbox" .checked=${live(now.isObstructed)} @change=${(event: Event) => say({ isObstructed: (event.target as HTMLInputElement).checked })} /> ${msg('obstructed')}</label>
      ${dice(msg('Attack dice'), 'attackDice')}${dice(msg('Defense dice'), 'defenseDice')}
      <button class="do" aria-pressed=${this.show.attack === true} @click=${() => this.#put({ ...this.show, attack: !this.show.attack })}>${msg('Show')}</button>
      <button class="do" aria-pressed=${byHand?.noAttack === true} @click=${() => this.#sayMatch({ attack: undefined, noAttack: true })}>${msg('None')}</button>
      ${isSaid ? html`<button class="do" @click=${() => this.#sayMatch({ attack: undefined, noAttack: undefined })}>${msg('Release')}</button>` : nothing}
    </div></section>`;
  }

  #sayMatch(change: { readonly [K in keyof ByHand]: ByHand[K] | undefined }): void {
    this.#say(withByHand(this.show.byHand, change));
  }

  #sayShip(id: string, change: object): void {
    this.#say(withShipByHand(this.show.byHand, id, change));
  }

  #releaseShip(id: string): void {
    const ships = (this.show.byHand?.ships ?? []).filter((ship) => ship.id !== id);
    this.#say({ ...this.show.byHand, ships });
  }

  #say(byHand: ByHand | undefined): void {
    const { byHand: _, ...rest } = this.show;
    const said = byHand && whatIsSaid(byHand);
    this.#put(said ? { ...rest, byHand: said } : rest);
  }

  #put(show: ShowMessage): void {
    this.dispatchEvent(new CustomEvent('hm-show', { detail: show }));
  }
}

function textOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value.trim();
}

/** The number in a field; undefined where it is not a number: then nothing is set by hand. */
function wholeOf(event: Event): number | undefined {
  return wholeIn(textOf(event));
}
