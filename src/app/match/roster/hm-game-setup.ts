import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type KnownPilot, SHIP_KINDS, SPECIAL_WEAPONS } from '../../../game/facts/ship-facts.js';
import type { DiceSeed } from '../../../game/model/dice.js';
import type { BlueRemoves } from '../../../game/model/difficulty.js';
import type { ShipEntry } from '../../../game/model/event.js';
import { weaponTitle } from '../../../game/model/weapon.js';
import type { Edit } from '../../../table/edits.js';
import type { Player, Ship, Table } from '../../../table/table.js';
import { reasonOf } from '../../../texts/phrase-error.js';
import { phrase } from '../../../texts/rules-texts.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { emit } from '../../ui/page-events.js';
import { shipName } from '../../ui/ship-name.js';
import { sizeWords } from '../../ui/size-words.js';
import { gameStyles } from '../page/game.styles.js';
import { entered, playerOptions, wholeEntered } from '../state/entered.js';
import type { GameSession } from '../state/game-session.js';
import './hm-ship-form.js';
import { MATCH_KEY } from '../../ui/storage.js';
import { isUnderWay, keptWords } from '../state/kept-words.js';
import { keptMatch, MATCH_BEFORE_KEY, matchBefore } from '../state/stored-match.js';
import { draftOf, draftOfPilot, entryEdits, entryOf, type SetUp, type ShipEntryDraft } from './roster.js';

const FACTIONS = [...new Set(SHIP_KINDS.map(({ faction }) => faction))];

const BLUE_REMOVES: readonly (readonly [BlueRemoves, () => string])[] = [
  ['stress and strain', () => msg('stress and strain')],
  ['stress only', () => msg('stress only (short text)')],
];

/**
 * Assigns the ships of this table, and begins the match. A ship that is not on the list plays with round numbers until it is described.
 * @fires hm-entered - something was entered, which stays with the table
 */
@customElement('hm-game-setup')
@localized()
export class HmGameSetup extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      ul { grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); align-items: start; }
      .ship { display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); padding: 0.7rem 0.8rem; border-radius: 0.7rem; background: var(--hm-raised); }
      .fields { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); }
      /* The longest names are read whole. */
      .whole { grid-column: 1 / -1; }
      /* In view also where many ships are listed above it. */
      .begin { position: sticky; bottom: 0; padding-block: 0.6rem; background: var(--hm-panel); }
      .name { font-weight: 600; display: flex; flex-wrap: wrap; gap: 0.1rem 0.5rem; align-items: center; }
    `,
  ];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) play!: GameSession;
  @property({ attribute: false }) setUp!: SetUp;
  /** The ships that were chosen on the page: the first one measures. */
  @property({ attribute: false }) chosen: readonly string[] = [];
  @state() private kept = keptMatch();
  @state() private earlier = matchBefore();
  @state() private problem = '';

  override render() {
    const { ships } = this.table;
    const { firstPlayer, blueRemoves } = this.setUp;
    return html`<div class="stack">${this.#keptMatches()}
      <section class="panel"><h2>${msg('A match on this table')}</h2>
        ${
          ships.length === 0
            ? html`<p>${msg('No ships on the table yet. As soon as there are some, say here what they are.')}</p>`
            : html`<p class="quietly">${msg('Say whose each ship is and what it is, or import your squads. Everything can be corrected later.')}</p>
          <div class="row"><button class="do" @click=${() => emit(this, 'hm-menu', { action: 'squads' })}>${msg('Import squads')}</button></div>`
        }
        <ul>${ships.map((ship) => this.#ship(ship))}</ul>
        <div class="row">
          <label>${msg('First player')} <select data-field="first" @change=${(event: Event) => this.#enterMatch({ firstPlayer: Number(entered(event)) as Player })}>
            ${playerOptions(firstPlayer)}</select></label>
          <label>${msg('A blue maneuver removes')} <select data-field="blue" @change=${(event: Event) => this.#enterMatch({ blueRemoves: entered(event) as BlueRemoves })}>
            ${BLUE_REMOVES.map(([value, text]) => html`<option value=${value} ?selected=${value === blueRemoves}>${text()}</option>`)}</select></label>
        </div>
        <div class="begin">${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}<button class="do ${this.#isResumed ? '' : 'first'}" aria-disabled=${ships.length === 0} @click=${() => this.#begin()}>${msg('Begin the match')}</button></div>
        <div class="row">
          <button class="do" aria-disabled=${ships.length === 0} @click=${() => this.#begin('engagement')}>${msg('Only attacks, from where the ships stand')}</button>
          ${this.#attacker() ? html`<button class="do" @click=${() => this.#begin('engagement', this.#attacker()!.id)}>${msg(str`Only the attack of ${shipName(this.#attacker()!, ships)}`)}</button>` : nothing}
        </div>
      </section></div>`;
  }

  /** Whether it is likely that a match goes on, and no other begins. */
  get #isResumed(): boolean {
    return this.kept !== undefined && isUnderWay(MATCH_KEY, Date.now());
  }

  /** The matches that this device keeps; a fault in one is reported. */
  #keptMatches() {
    const { kept, earlier } = this;
    if (kept === undefined && earlier === undefined) return nothing;
    return html`<section class="panel"><div class="row">
        ${kept === undefined ? nothing : html`<button class="do ${this.#isResumed ? 'first' : ''}" @click=${() => this.#goOn(kept, () => (this.kept = undefined))}>${msg('Resume the last match')}${keptWords(MATCH_KEY)}</button>`}
        ${earlier === undefined ? nothing : html`<button class="do" @click=${() => this.#goOn(earlier, () => (this.earlier = undefined))}>${msg('Resume the match before it')}${keptWords(MATCH_BEFORE_KEY)}</button>`}
      </div>${kept === undefined ? nothing : html`<p class="quietly">${earlier === undefined ? msg('It stays here when a new match begins.') : msg('A new match takes the place of the older one of these two.')}</p>`}</section>`;
  }

  #ship(ship: Ship) {
    const entry = entryOf(ship, this.table, this.setUp);
    const label = shipName(ship, this.table.ships);
    return html`<li class="ship" data-ship=${ship.id}>
      <span class="name owner-${entry.owner}"><span class="dot"></span>${label}<span class="quietly">${msg(str`${sizeWords()[ship.base]} base`)}</span></span>
      ${ship.base === 'huge' ? this.#huge(ship) : this.#inMatch(ship, entry)}</li>`;
  }

  /** A huge ship is in no match by the rules. */
  #huge({ id: shipId }: Ship) {
    const remove = () => {
      this.problem = '';
      emit(this, 'hm-edit', { edit: { kind: 'delete', shipId } });
    };
    return html`<p>${translate(phrase('huge-no-match'))} ${translate(phrase('huge-only-measured'))}</p>
      <div class="row"><button class="do" @click=${remove}>${translate(phrase('remove-from-table'))}</button></div>`;
  }

  #inMatch(ship: Ship, entry: ShipEntry) {
    return html`${draftOf(this.setUp, ship).byHand ? this.#described(ship, entry) : this.#listed(ship, entry)}
      <details><summary class="quietly">${msg('Not on the list: describe it by hand')}</summary>
        <hm-ship-form .entry=${entry} action=${msg('Use this description')} @hm-entry=${(event: CustomEvent<{ entry: ShipEntry }>) => this.#enter(ship, { byHand: event.detail.entry })}></hm-ship-form></details>`;
  }

  #described(ship: Ship, { name, initiative, agility, hull, shields, weapons }: ShipEntry) {
    const forget = () => {
      const { byHand: _, ...rest } = this.#draft(ship);
      this.#replace(ship, rest);
    };
    return html`<p>${msg(str`${name}, by hand: initiative ${initiative}, agility ${agility}, hull ${hull}, shields ${shields}; ${weapons.map((weapon) => translate(weaponTitle(weapon.name))).join(', ') || 'no weapon'}`)}</p>
      <div class="row"><button class="do" @click=${forget}>${msg('Choose from the list instead')}</button></div>`;
  }

  #listed(ship: Ship, entry: ShipEntry) {
    const { kind, card, special = '', otherSpecials = [] } = draftOf(this.setUp, ship);
    const pilots = kind === undefined ? [] : SHIP_KINDS[kind]!.pilots;
    return html`<div class="fields">
        <label class="whole">${msg('Ship')} <select data-field="kind" @change=${(event: Event) => this.#chooseKind(ship, entered(event))}><option value="">${msg('not on the list')}</option>
          ${FACTIONS.map((faction) => html`<optgroup label=${faction}>${SHIP_KINDS.map((one, i) => (one.faction === faction && one.size.toLowerCase() === ship.base ? html`<option value=${i} ?selected=${i === kind}>${one.name}</option>` : nothing))}</optgroup>`)}</select></label>
        ${pilots.length > 0 ? html`<label class="whole">${msg('Pilot')} <select data-field="pilot" @change=${(event: Event) => this.#choosePilot(ship, entered(event))}><option value="">–</option>${pilots.map((one) => html`<option value=${one.xws[0]!} ?selected=${one.xws[0] === card}>${pilotWords(one, pilots)}</option>`)}</select></label>` : nothing}
        <label>${msg('Player')} <select data-field="owner" @change=${(event: Event) => emit(this, 'hm-edit', { edit: { kind: 'owner', shipId: ship.id, owner: Number(entered(event)) as Player } })}>
          ${playerOptions(entry.owner)}</select></label>
        <label>${msg('Initiative')} <input type="number" min="0" max="9" inputmode="numeric" .value=${String(entry.initiative)} @change=${(event: Event) => this.#enter(ship, { initiative: wholeEntered(event, 0, entry.initiative) })} /></label>
        <label>${msg('Special weapon')} <select data-field="special" @change=${(event: Event) => this.#enter(ship, { special: entered(event) })}><option value="">${msg('none')}</option>
          ${SPECIAL_WEAPONS.map(({ weapon }) => html`<option value=${weapon.id} ?selected=${weapon.id === special}>${weapon.name}</option>`)}</select></label>
        ${
          otherSpecials.length > 0
            ? html`<p class="quietly">${msg('Also:')} ${SPECIAL_WEAPONS.filter(({ weapon }) => otherSpecials.includes(weapon.id))
                .map(({ weapon }) => weapon.name)
                .join(', ')}</p>`
            : nothing
        }
      </div>`;
  }

  /** The present entries for a ship, which may be newer than the drawn ones. */
  #draft(ship: Ship): ShipEntryDraft {
    return draftOf(this.play.now.setUp, ship);
  }

  #enter(ship: Ship, more: ShipEntryDraft): void {
    this.#replace(ship, { ...this.#draft(ship), ...more });
  }

  #replace(ship: Ship, draft: ShipEntryDraft): void {
    this.#say(entryEdits(ship, this.table, this.#draft(ship), draft));
  }

  #enterMatch(entered: Partial<SetUp>): void {
    this.#say([{ kind: 'entry', entered }]);
  }

  #say(edits: readonly Edit[]): void {
    this.play.enterMore(edits);
    emit(this, 'hm-entered', { edits });
  }

  #chooseKind(ship: Ship, value: string): void {
    this.#replace(ship, { ...withoutPilot(this.#draft(ship)), ...(value !== '' && { kind: Number(value) }) });
  }

  #choosePilot(ship: Ship, card: string): void {
    const draft = this.#draft(ship);
    const kind = draft.kind!;
    const found = SHIP_KINDS[kind]!.pilots.find(({ xws }) => xws[0] === card);
    this.#replace(ship, { ...withoutPilot(draft), kind, ...(found && draftOfPilot(kind, found)) });
  }

  #goOn(match: unknown, withoutIt: () => void): void {
    try {
      this.play.open(match, { isOwn: true });
      this.play.show(undefined);
    } catch (error) {
      this.problem = msg(str`This match cannot be opened: ${translate(reasonOf(error))}`);
      withoutIt();
    }
  }

  /** The ship that was chosen first on the page. */
  #attacker(): Ship | undefined {
    return this.table.ships.find(({ id }) => id === this.chosen[0]);
  }

  #begin(startsIn?: 'engagement', attacker?: string): void {
    const { table } = this;
    const { setUp } = this.play.now;
    const { firstPlayer, blueRemoves } = setUp;
    if (table.ships.length === 0) return;
    const huge = table.ships.find((ship) => ship.base === 'huge');
    if (huge) {
      this.problem = translate(phrase('huge-before-match', shipName(huge, table.ships)));
      return;
    }
    const seed = [...crypto.getRandomValues(new Uint32Array(4))] as unknown as DiceSeed;
    const ships = table.ships.map((ship) => entryOf(ship, table, setUp));
    this.play.do({
      kind: 'begin',
      table,
      ships,
      abilities: [],
      firstPlayer,
      seed,
      options: { blueRemoves, asksWhatHappened: true },
      ...(startsIn && { startsIn }),
      ...(attacker !== undefined && { attacker }),
    });
  }
}

/** Products whose cards have their own version of a pilot, by the endings of the cards' ids. */
const PRODUCTS: Readonly<Record<string, string>> = {
  battleofyavin: 'Battle of Yavin',
  battleoverendor: 'Battle over Endor',
  siegeofcoruscant: 'Siege of Coruscant',
  evacuationofdqar: 'Evacuation of D’Qar',
  armedanddangerous: 'Armed and Dangerous',
  legendsandrelics: 'Legends and Relics',
};

/**
 * A pilot's name with the initiative and other numbers of its card that differ, and the product or the ship where several cards have that
 * name, so that they can be distinguished.
 */
function pilotWords({ name, initiative, xws, own: { hull, shields } }: KnownPilot, all: readonly KnownPilot[]): string {
  const numbers = [hull === undefined ? [] : msg(str`hull ${hull}`), shields === undefined ? [] : msg(str`shields ${shields}`)].flat();
  const [, ...ending] = xws[0]!.split('-');
  const isOneOfSeveral = ending.length > 0 && all.filter((one) => one.name === name).length > 1;
  const product = isOneOfSeveral
    ? ending.map((part) => PRODUCTS[part] ?? SHIP_KINDS.find(({ xws }) => xws === part)?.name ?? part.toUpperCase()).join(' ')
    : [];
  return [`${name} (${initiative ?? '–'})`, ...numbers, product].flat().join(', ');
}

/**
 * The entries for a ship without those that followed from its kind and pilot: a standard loadout's weapons and a squad's points leave with
 * its pilot.
 */
function withoutPilot({
  kind: _,
  pilot: __,
  card,
  numbers: ___,
  points: ____,
  special,
  otherSpecials,
  ...rest
}: ShipEntryDraft): ShipEntryDraft {
  return card === undefined ? { ...rest, ...(special !== undefined && { special }), ...(otherSpecials && { otherSpecials }) } : rest;
}
