import { isRefusal, type Refusal } from '../../game/model/refusal.js';
import { type Measuring, mayMeasure } from '../../game/table/may-measure.js';
import { isSameMoment, type Moment } from '../../game/table/moment.js';
import type { Table } from '../../table/table.js';
import { english } from '../../texts/english.js';
import { type Phrase, phrase } from '../../texts/tools-texts.js';
import { nowMs } from '../capture/frame-source.js';
import type { Tool } from '../state/tool.js';
import { type FairEntry, type FairState, keepFairState, keptFairState, logged } from './fair-play-log.js';
import { measuringWords, momentWords } from './measuring-words.js';

const NOTHING: Moment = { kind: 'nothing' };

/** A question that match mode did not answer. */
export interface RefusedQuestion {
  readonly asked: Phrase;
  readonly refusal: Refusal;
}

/** An action of the players in match mode, or on it. */
export type FairPlayAction =
  | { readonly kind: 'open' | 'close' | 'begin' }
  | { readonly kind: 'leave'; readonly why: Phrase }
  | { readonly kind: 'moment'; readonly moment: Moment };

/** Match mode: only questions that the rules allow now are answered, and every question is in the log. */
export class FairPlay {
  readonly #host: { requestUpdate(): void };
  readonly #onMoment: () => void;
  #state: FairState = keptFairState();
  /** Whether the moment comes from a match by the rules, not from people's word. */
  #isFollowing = false;
  #refused: RefusedQuestion | undefined;
  #isOpen = false;

  /** `onMoment`: earlier questions no longer count. */
  constructor(host: { requestUpdate(): void }, onMoment: () => void) {
    this.#host = host;
    this.#onMoment = onMoment;
  }

  get state(): FairState {
    return this.#state;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  get refused(): RefusedQuestion | undefined {
    return this.#refused;
  }

  /** The present moment in words; undefined without match mode. */
  momentWords(table: Table): Phrase | undefined {
    return this.#state.isOn ? momentWords(this.#state.moment, table) : undefined;
  }

  /** Whether its panel replaces the answer. */
  get isOpen(): boolean {
    return this.#isOpen || this.#refused !== undefined;
  }

  take(say: FairPlayAction, table: Table): void {
    if (say.kind === 'begin') this.#begin();
    else if (say.kind === 'leave') this.#leave(say.why);
    else if (say.kind === 'moment') this.#go(say.moment, table);
    this.#isOpen = say.kind === 'open' || say.kind === 'begin';
    this.#refused = undefined;
    this.#host.requestUpdate();
  }

  #begin(): void {
    this.#set({ isOn: true, moment: this.#isFollowing ? this.#state.moment : NOTHING, log: this.#state.log });
    this.#note('agreed', phrase('both-agreed'));
    this.#onMoment();
  }

  #leave(why: Phrase): void {
    this.#set({ ...this.#state, isOn: false });
    this.#note('left', phrase('match-mode-left', why));
  }

  /** Follows the moment of the match that is played; undefined: none is played. */
  follow(moment: Moment | undefined, table: Table): void {
    const before = this.#isFollowing;
    this.#isFollowing = moment !== undefined;
    if (moment) this.#go(moment, table);
    else if (before) this.#go(NOTHING, table);
  }

  /** Whether this is answered. In match mode it is logged either way; a refusal opens the panel. */
  mayAsk(asked: Measuring, table: Table): boolean {
    if (!this.#state.isOn) return true;
    const { moment } = this.#state;
    const found = mayMeasure(moment, asked, (id) => table.ships.find((ship) => ship.id === id)?.owner);
    const words = measuringWords(asked, table);
    if (isRefusal(found)) {
      this.#note('refused', words, found.code);
      this.#refused = { asked: words, refusal: found };
      this.#host.requestUpdate();
      return false;
    }
    this.#refused = undefined;
    this.#isOpen = false;
    this.#note('answered', words, found.rule);
    return true;
  }

  /** A tool as match mode allows it to begin: from a ship's dial only the revealed maneuver. */
  asAllowed(tool: Tool): Tool {
    const { isOn, moment } = this.#state;
    if (!isOn || tool.kind !== 'try' || tool.attempt.kind !== 'maneuver' || tool.attempt.code !== undefined) return tool;
    const code = moment.kind === 'maneuver' && moment.ship === tool.shipId ? moment.code : undefined;
    return code === undefined ? tool : { ...tool, attempt: { ...tool.attempt, code } };
  }

  /** Whether a ship's arcs are drawn when it is chosen; that is not a separate question. */
  showsArcs(shipId: string): boolean {
    return !this.#state.isOn || !isRefusal(mayMeasure(this.#state.moment, { what: 'arcs', of: shipId }, () => undefined));
  }

  #go(moment: Moment, table: Table): void {
    if (isSameMoment(moment, this.#state.moment)) return;
    this.#set({ ...this.#state, moment });
    if (!this.#state.isOn) return;
    this.#note('moment', phrase(this.#isFollowing ? 'moment-of-match' : 'moment-said', momentWords(moment, table)));
    this.#onMoment();
  }

  /** Logs a question; the same question again, as a slider asks it, counts once. */
  #note(kind: FairEntry['kind'], text: Phrase, rule?: string): void {
    const last = this.#state.log.at(-1);
    if (last?.kind === kind && english(last.text) === english(text)) return;
    this.#set({ ...this.#state, log: logged(this.#state.log, { atMs: Math.round(nowMs()), kind, text, ...(rule && { rule }) }) });
  }

  #set(state: FairState): void {
    this.#state = state;
    keepFairState(state);
    this.#host.requestUpdate();
  }
}
