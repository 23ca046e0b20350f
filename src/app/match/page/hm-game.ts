import { localized, msg, str } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { eventsThatCount, present } from '../../../game/log/history.js';
import { publicState } from '../../../game/log/public-state.js';
import type { GameState } from '../../../game/model/game-state.js';
import { attackOf } from '../../../game/model/lookup.js';
import { momentOf } from '../../../game/table/moment.js';
import type { Pose } from '../../../geometry/pose.js';
import type { Freshness } from '../../../scene/words/freshness.js';
import type { Edit } from '../../../table/edits.js';
import type { Player, Ship, Table } from '../../../table/table.js';
import { asKnown, foundShips, withRemoved } from '../../../table/views/same-ships.js';
import { withoutShips } from '../../../table/without-ships.js';
import { phrase } from '../../../texts/rules-texts.js';
import { agedNote } from '../../answer/stale-note.js';
import { translate } from '../../locales/language.js';
import { controlStyles } from '../../ui/control.styles.js';
import { ignoreDoubleTaps } from '../../ui/double-tap.js';
import { focusedIn, keepFocus } from '../../ui/focus.js';
import { icon } from '../../ui/icon.js';
import { emit, type PageEvents } from '../../ui/page-events.js';
import { arcsIn, chosenIn, pairIn } from '../board/game-map-marks.js';
import { entered, playerOptions } from '../state/entered.js';
import { GameSession, isLookedAt, type Playing, placesShips, seenElsewhere } from '../state/game-session.js';
import { phaseWords } from '../state/phase-words.js';
import { removalsSince } from '../state/removals.js';
import { MatchKeeper } from '../state/stored-match.js';
import { gameStyles } from './game.styles.js';
import '../abilities/hm-ability-form.js';
import '../attack/hm-attack.js';
import './hm-game-log.js';
import '../board/hm-game-map.js';
import '../roster/hm-game-setup.js';
import '../board/hm-game-ships.js';
import '../turn/hm-game-turn.js';
import './hm-judge.js';
import './hm-round-clock.js';
import './hm-passed.js';
import '../abilities/hm-queue.js';
import './hm-referee.js';
import '../abilities/hm-queue-tour.js';
import '../board/hm-astray.js';
import '../board/hm-table-changed.js';
import '../board/hm-which-ships.js';
import '../../map/hm-look.js';
import type { MatchPage, ResumedMatch, TableLook } from '../../state/mode.js';
import { onUprightPhone } from '../../ui/app.styles.js';
import { matchWords } from '../../ui/maneuver-words.js';

const PAGES = [
  ['play', () => translate(phrase('match-play'))],
  ['ships', () => msg('Ships')],
  ['log', () => msg('Log')],
  ['tour', () => msg('Queue tour')],
] as const satisfies readonly (readonly [MatchPage, () => string])[];

/**
 * A match by the rules, on the table of the page.
 * @fires hm-edit - the rules placed a ship; hm-menu `game` - back to measuring
 */
@customElement('hm-game')
@localized()
export class HmGame extends LitElement {
  static override styles = [
    controlStyles,
    gameStyles,
    css`
      :host { display: grid; gap: 0.8rem; grid-template-columns: minmax(0, calc(100dvh - 7rem)) minmax(20rem, 1fr); padding: 0 1rem 1rem; align-items: start; }
      hm-queue-tour { grid-column: 1 / -1; }
      .beside, hm-look { display: none; }
      .head { grid-column: 1 / -1; display: flex; align-items: center; gap: 0.6rem; flex-wrap: wrap; }
      .head h1 { margin: 0; font-size: 1.1rem; letter-spacing: -0.02em; }
      nav { display: flex; gap: 0.3rem; margin-left: auto; }
      hm-round-clock[open] { width: 100%; order: 1; }
      .unkept { width: 100%; color: var(--hm-doubt); }
      nav .do { min-height: 2.5rem; padding: 0.3rem 0.8rem; }
      .side { display: grid; gap: 0.8rem; grid-template-columns: minmax(0, 1fr); }
      /* Parts with nothing to say take no row, and no gap. */
      hm-astray, hm-referee, hm-passed { display: contents; }
      .seen { position: sticky; top: 0.5rem; display: grid; gap: 0.6rem; grid-template-columns: minmax(0, 1fr); max-height: calc(100dvh - 7rem); }
      ::slotted(hm-stage) { aspect-ratio: var(--ratio); max-height: 42dvh; width: 100%; }
      hm-game-map { max-height: calc(100dvh - 7rem); min-height: 0; }
      :host([seen]) hm-game-map { height: calc(55dvh - 7rem); min-height: 12rem; width: auto; justify-self: center; }
      /* Over the map: what is tapped beside it must not move away from a finger. */
      .stale-note { position: absolute; inset: auto 0.5rem 0.5rem; margin: 0; padding: 0.3rem 0.7rem; border-radius: 0.6rem; background: var(--hm-panel); color: var(--hm-doubt); pointer-events: none; }
      :host([stale]) hm-game-map { opacity: 0.45; }
      :host([stale]) { --hm-answer-ink: var(--hm-doubt); }
      .notes { color: var(--hm-ink-2); font-size: 0.9rem; }
      @media (min-width: 1500px) {
        :host(.three) { grid-template-columns: minmax(0, calc(100dvh - 7rem)) minmax(24rem, 1fr) minmax(20rem, 26rem); }
        .beside { display: block; max-height: calc(100dvh - 7rem); overflow-y: auto; position: sticky; top: 0.5rem; }
      }
      /* Beside the map under the picture, whose near edge it would hide. */
      @media (min-width: 821px) and (min-height: 40rem) {
        :host([seen]) .stale-note { inset: auto auto 0.5rem 0; box-sizing: border-box; width: calc(50% - max(12rem, 55dvh - 7rem) / 2 - 0.5rem); overflow-wrap: anywhere; }
      }
      @media (max-width: 820px) {
        :host { display: flex; flex-direction: column; align-items: stretch; padding: 0 0.8rem max(1.5rem, env(safe-area-inset-bottom)); }
        nav { margin-left: 0; width: 100%; flex-wrap: wrap; }
        nav .do { flex: auto; text-align: center; padding-inline: 0.2rem; min-height: 2.75rem; font-size: 0.92rem; white-space: nowrap; }
        hm-game-map { position: relative; top: auto; width: min(100%, 40dvh); align-self: center; max-height: none; justify-self: center; }
      }
      @media ${onUprightPhone} {
        .seen { position: relative; top: auto; max-height: none; }
        :host([seen]) hm-look { display: block; }
        /* Over the picture or the map, not over what switches between them. */
        :host([seen]) hm-game-map, ::slotted(hm-stage), :host([seen]) .stale-note { grid-area: 1 / 1; }
        :host([seen]) .stale-note { position: relative; z-index: 1; place-self: end stretch; inset: auto; margin: 0.5rem; }
        ::slotted(hm-stage) { height: min(100vw - 1.6rem, 42dvh); aspect-ratio: auto; max-height: none; }
        :host([seen]) hm-game-map { height: min(100vw - 1.6rem, 42dvh); min-height: 0; }
        :host([seen][look='picture']) hm-game-map, :host([look='map']) ::slotted(hm-stage) { display: none; }
      }
    `,
  ];

  /** The page's present table. */
  @property({ attribute: false }) table!: Table;
  /** Ships that were chosen on the page. */
  @property({ attribute: false }) chosen: readonly string[] = [];
  /** Ships as a camera sees them; empty without one. */
  @property({ attribute: false }) tracks: readonly { readonly id: string; readonly pose: Pose }[] = [];
  /** Whether a picture is looked at. */
  @property({ attribute: false }) hasSource = false;
  /** Whether the table may be another one by now: questions are answered from when it was last seen. */
  @property({ type: Boolean, reflect: true }) stale = false;
  /** Its age, while that is watched. */
  @property({ attribute: false }) freshness: Freshness | undefined;
  /** The view that an upright phone shows: the live picture or the map. */
  @property({ reflect: true }) look: TableLook = 'picture';
  /** What persons said of the table, with their entries for a match. */
  @property({ attribute: false }) edits: readonly Edit[] = [];
  @state() private now!: Playing;
  /** Page of the match that is shown. */
  @property({ attribute: false }) page: MatchPage = 'play';
  @property({ attribute: false }) resumed: ResumedMatch | undefined;
  #play!: GameSession;
  /** Whether the page shows the table of a log that is looked at, not that of the match that was left for it. */
  #isOnOtherTable = false;
  /** Whether the page shows the table from a log, which no camera has seen yet. */
  #isUnseen = false;
  readonly #keeper = new MatchKeeper(this);

  constructor() {
    super();
    ignoreDoubleTaps(this);
    this.addEventListener('hm-same-ships', (event) => {
      const { known, same } = (event as CustomEvent<PageEvents['hm-same-ships']>).detail;
      this.#play.putOn(asKnown(known, { table: this.table, edits: [] }, same).table);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#play ??= new GameSession(this.table, (now) => (this.now = now));
    this.now = this.#play.now;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (this.#isUnseen && this.tracks.length > 0) {
      this.#isUnseen = false;
      this.#play.putOn(undefined);
    }
    if (changed.has('table') && changed.get('table') !== undefined) this.#play.see(this.table);
    if (changed.has('resumed') && this.resumed !== undefined) {
      this.#play.open(this.resumed.file, this.resumed);
      this.#isUnseen = this.resumed.isOnTable && this.tracks.length === 0;
      this.#isOnOtherTable = !this.resumed.isOwn;
      this.#play.show(undefined);
    }
    if (!isLookedAt(this.now)) this.#isOnOtherTable = false;
    if (changed.has('edits')) this.#play.enter(this.edits);
    // Before the set-up is drawn, which offers the match that is kept.
    if (changed.has('now')) this.#keeper.see(this.now.history, this.now.opened);
  }

  /** Moves the focus from a choice that was made, and is gone, to the heading of what is asked next, once all of that is drawn. */
  protected override update(changed: Map<PropertyKey, unknown>): void {
    const focused = focusedIn(this.shadowRoot);
    super.update(changed);
    if (focused) requestAnimationFrame(() => keepFocus(focused, this.renderRoot.querySelector('.side')));
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const { state: game, shownAt, isOnTable } = this.now;
    this.#join();
    this.classList.toggle('three', game !== undefined && shownAt === undefined && this.page === 'play');
    if (changed.has('now')) {
      const before = changed.get('now') as Playing | undefined;
      this.#place(before);
      for (const edit of before && isOnTable ? removalsSince(before.history, this.now.history) : []) emit(this, 'hm-edit', { edit });
      if (before?.isOnTable === false && isOnTable) this.#takeOff();
      // The present match, even while an earlier moment of it is looked at here.
      const current = present(this.now.history);
      emit(this, 'hm-match', {
        match: current && publicState(current),
        moment: current && momentOf(current),
        isLookedAt: isLookedAt(this.now),
        isOnTable: this.now.isOnTable,
      });
    }
  }

  /** The table of a match that is not known to be the page's, to be found there; undefined where there is none, or it is only looked at. */
  #toFind(): Table | undefined {
    const current = present(this.now.history);
    return current && !this.now.isOnTable && !isLookedAt(this.now) ? tableOfMatch(current) : undefined;
  }

  /** Ships that were removed while their bases stood on the mat, as they stood last. */
  #toTakeOff(): readonly Ship[] {
    const { history } = this.now;
    const ids = present(history)?.toTakeOff ?? [];
    return ids.flatMap((id) => history.states.flatMap(({ table }) => table.ships.filter((ship) => ship.id === id)).at(-1) ?? []);
  }

  /** The page's table learns of those that were found on it. */
  #takeOff(): void {
    const found = present(this.now.history)?.toTakeOff.filter((id) => this.now.table.ships.some((ship) => ship.id === id));
    for (const shipId of found ?? []) emit(this, 'hm-edit', { edit: { kind: 'removed', shipId } });
  }

  /** Goes on with the match on the page's table, where its ships show by their places which they are. */
  #join(): void {
    const known = this.#toFind();
    if (!known) return;
    const isAlone = this.table.ships.length === 0 && !this.hasSource;
    const found = isAlone ? { quarters: 0 as const, ids: new Map(), isCertain: true } : foundShips(known, this.table);
    if (found?.isCertain) emit(this, 'hm-same-ships', { known, same: withRemoved(found, this.table, this.#toTakeOff()) });
  }

  override render() {
    const { state: game, shownAt } = this.now;
    return html`
      <div class="head"><button class="quiet" aria-label=${msg('Back to measuring')} title=${msg('Back to measuring')} @click=${() => emit(this, 'hm-menu', { action: 'game' })}>${icon('chevron-left')}</button>
        <h1 aria-live="polite">${game ? `${msg(str`Round ${game.round}`)}, ${phaseWords()[game.phase]}${shownAt === undefined ? '' : ` (${msg('replay')})`}` : msg('A match by the rules')}</h1>
        ${this.#undo()}<hm-round-clock ?open=${this.page === 'log'}></hm-round-clock>
        <nav>${PAGES.map(([page, title]) => html`<button class="do" aria-pressed=${this.page === page} @click=${() => this.#turnTo(page)}>${title()}</button>`)}</nav>
        ${this.#keeper.warning()}
      </div>
      ${this.page === 'tour' ? html`<hm-queue-tour></hm-queue-tour>` : html`<div class="seen"><slot name="picture"></slot>${this.#map(game)}<hm-look .look=${this.look}></hm-look>${this.#note()}</div><div class="side"><slot name="said"></slot>${this.#wayBack()}${this.#which()}${this.#side(game)}</div>${this.#beside(game)}`}`;
  }

  /** A note where the map differs from the present table: the table was not looked at, or the rules have not asked. */
  #note() {
    if (this.stale) return html`<p class="stale-note" role="status">${agedNote(this.freshness)}</p>`;
    const moved = seenElsewhere(this.now);
    if (moved.length === 0) return nothing;
    const names = moved.join(', ');
    return html`<p class="stale-note" role="status">${msg(str`Seen elsewhere by now: ${names}. This map follows when the rules next ask the table.`)}</p>`;
  }

  #turnTo(page: MatchPage): void {
    this.page = page;
    emit(this, 'hm-match-page', { page });
  }

  /** Takes back the last event; taking back the first leads to the set-up, as it was entered. The button then stays for the focus only. */
  #undo() {
    const { length } = this.now.history.states;
    const does = length === 1 ? msg('Back to the set-up') : msg('Take the last event back');
    const onClick = () => length > 0 && this.#play.do({ kind: 'undo' });
    return html`<button class="quiet" aria-label=${does} title=${does} aria-disabled=${length === 0} @click=${onClick}>${icon('undo')}</button>`;
  }

  /** On a wide screen, the ships beside the play, with their tokens. */
  #beside(game: GameState | undefined) {
    if (!game || this.page !== 'play' || this.now.shownAt !== undefined) return nothing;
    return html`<aside class="beside" aria-label=${msg('Ships')}><hm-game-ships .game=${game} .play=${this.#play}></hm-game-ships></aside>`;
  }

  /** The refusal of a change by hand. */
  #refusal() {
    const { refusal } = this.now;
    return refusal ? html`<hm-judge .refusal=${refusal} .play=${this.#play}></hm-judge>` : nothing;
  }

  /** From a log that was opened in the middle of a match. */
  #wayBack() {
    if (!this.now.left || !isLookedAt(this.now)) return nothing;
    const onClick = () => {
      this.#turnTo('play');
      if (this.#isOnOtherTable) emit(this, 'hm-menu', { action: 'resume' });
      else this.#play.back();
    };
    return html`<section class="panel"><p>${msg('A log is shown that was opened. Your match waits.')}</p>
      <button class="do" data-way="back" @click=${onClick}>${msg('Back to your match')}</button></section>`;
  }

  /** Until it is known which of the ships that are seen are those of the match. */
  #which() {
    const known = this.#toFind();
    return known ? html`<hm-which-ships .known=${known} .seen=${this.table} .removed=${this.#toTakeOff()}></hm-which-ships>` : nothing;
  }

  #side(game: GameState | undefined) {
    if (this.page === 'log') return html`<hm-game-log .now=${this.now} .play=${this.#play}></hm-game-log>`;
    if (!game)
      return html`<hm-game-setup .chosen=${this.chosen} .table=${this.table} .setUp=${this.now.setUp} .play=${this.#play}></hm-game-setup>`;
    if (this.page === 'ships')
      return html`${this.#refusal()}${this.#firstPlayer(game)}<hm-game-ships .game=${game} .play=${this.#play}></hm-game-ships><hm-ability-form .game=${game} .play=${this.#play}></hm-ability-form>`;
    if (this.now.shownAt !== undefined) return this.#replayed(game);
    const { refusal, refused, notes, passed } = this.now;
    return html`${refusal ? html`<hm-judge .refusal=${refusal} .refused=${refused} .game=${game} .play=${this.#play}></hm-judge>` : nothing}
      <hm-astray .game=${game} .table=${this.#seen(game)} .play=${this.#play}></hm-astray>${this.#turn(game)}<hm-referee .game=${game}></hm-referee>
      ${notes.length > 0 ? html`<div class="notes" role="status"><ul>${notes.map((note) => html`<li>${matchWords(note)}</li>`)}</ul></div>` : nothing}
      <hm-passed .passed=${passed} .play=${this.#play}></hm-passed>`;
  }

  /** It may have been entered wrongly, and some events draw it in every round. */
  #firstPlayer({ firstPlayer }: GameState) {
    const onChange = (event: Event) => this.#play.do({ kind: 'first player', player: Number(entered(event)) as Player });
    return html`<label>${msg('First player')} <select data-field="first" .value=${live(String(firstPlayer))} @change=${onChange}>
      ${playerOptions(firstPlayer)}</select></label>`;
  }

  #turn(game: GameState) {
    if (game.changedTable) {
      return html`<hm-table-changed .game=${game} .play=${this.#play}></hm-table-changed>`;
    }
    const isQueued = game.replacing.length > 0 || game.queue.length > (attackOf(game)?.queueBelow ?? 0);
    return html`${game.queue.length > 0 || game.replacing.length > 0 ? html`<hm-queue .game=${game} .play=${this.#play}></hm-queue>` : nothing}
      ${attackOf(game) ? (isQueued ? nothing : html`<hm-attack .game=${game} .play=${this.#play}></hm-attack>`) : isQueued ? nothing : html`<hm-game-turn .game=${game} .table=${this.#seen(game)} .play=${this.#play}></hm-game-turn>`}`;
  }

  /** The present table with the ships of the match. */
  #seen({ table }: GameState): Table {
    return this.now.isOnTable ? this.now.table : table;
  }

  #replayed(game: GameState) {
    return html`<section class="panel"><p>${msg('An earlier moment of the match is shown.')}</p>
      <button class="do first" @click=${() => this.#play.show(undefined)}>${msg('Back to the present')}</button></section>
      <hm-queue .game=${game}></hm-queue><hm-game-ships .game=${game}></hm-game-ships>`;
  }

  #map(game: GameState | undefined) {
    // A person who is asked which ship is which looks for them there.
    const isAsked = this.#toFind() !== undefined && this.table.ships.length > 0;
    if (isAsked) return html`<hm-game-map .table=${this.table} @hm-choose=${(event: Event) => event.stopPropagation()}></hm-game-map>`;
    const table = game ? named(game) : this.table;
    const chosen = game ? chosenIn(game) : [];
    return html`<hm-game-map .table=${table} .chosen=${chosen} .pair=${game ? pairIn(game) : undefined} .arcs=${game ? arcsIn(game) : undefined}
      @hm-choose=${(event: CustomEvent<{ shipId: string }>) => this.#tap(event)}></hm-game-map>`;
  }

  /** A tap on the map: while a defender is declared, that ship. */
  #tap(event: CustomEvent<{ shipId: string }>): void {
    event.stopPropagation();
    const { state: game, shownAt } = this.now;
    const { shipId } = event.detail;
    if (!game || shownAt !== undefined) return;
    if (attackOf(game)?.step === 'declare defender') this.#play.do({ kind: 'declare defender', defender: shipId });
    else if (game.phase === 'activation' && !game.activation) this.#play.do({ kind: 'activate', ship: shipId });
    else if (game.phase === 'engagement' && game.engagement.ship === undefined) this.#play.do({ kind: 'engage', ship: shipId });
  }

  /** Moves a ship that the rules placed on the page's table too. */
  #place(before: Playing | undefined): void {
    const { history, shownAt, isOnTable } = this.now;
    if (!before || !isOnTable || shownAt !== undefined || history.entries.length <= before.history.entries.length) return;
    // Between a match and a log that was opened no ship moves.
    if (before.history.entries[0] !== history.entries[0]) return;
    // Taking back a maneuver takes its ship back, too.
    const isBack = history.states.length < before.history.states.length;
    const [longer, shorter] = isBack ? [before.history, history] : [history, before.history];
    const events = eventsThatCount(longer).slice(shorter.states.length);
    if (!events.some(({ event }) => placesShips(event))) return;
    const moved = [before.history, history].map((one) => one.states.at(-1)?.table.ships ?? []) as [readonly Ship[], readonly Ship[]];
    for (const ship of moved[1]) {
      const was = moved[0].find(({ id }) => id === ship.id);
      const old = this.table.ships.find(({ id }) => id === ship.id);
      if (was && old && !isSame(was.pose, ship.pose)) {
        const track = this.tracks.find(({ id }) => id === ship.id);
        // A camera will see whether it stands there; without one the rules are all that is known of it.
        const known = this.tracks.length > 0 ? track && { cameraPose: track.pose } : { covariance: ship.covariance };
        emit(this, 'hm-edit', {
          edit: { kind: 'move', shipId: ship.id, pose: ship.pose, isByRules: true, ...(isBack && { takesBack: true }), ...known },
        });
      }
    }
  }
}

/** The table with the names and players that the ships have in the match. */
function named({ table, ships }: GameState): Table {
  return {
    ...table,
    ships: table.ships.map((ship) => {
      const { name = ship.name ?? ship.id, owner = ship.owner } = ships.find(({ id }) => id === ship.id) ?? {};
      return { ...ship, name, ...(owner !== undefined && { owner }) };
    }),
  };
}

/** The table of a match with its ships alone. */
function tableOfMatch(game: GameState): Table {
  const table = named(game);
  const strangers = table.ships.filter(({ id }) => !game.ships.some((ship) => ship.id === id));
  return withoutShips(table, new Set(strangers.map(({ id }) => id)));
}

function isSame(a: Pose, b: Pose): boolean {
  return a.x === b.x && a.y === b.y && a.headingRad === b.headingRad;
}
