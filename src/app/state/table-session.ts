import { distanceMm } from '../../geometry/point.js';
import { report } from '../../judge/report/report.js';
import type { Report } from '../../judge/report/report-file.js';
import { compose } from '../../scene/draw/compose.js';
import type { Overlay } from '../../scene/draw/overlay.js';
import { type Answer, answerOf } from '../../scene/words/answer.js';
import { type AnswerWords, ENGLISH_ANSWER } from '../../scene/words/answer-words.js';
import { findPair, type MeasuredPair } from '../../scene/words/measured-pair.js';
import {
  type Edit,
  type EditHistory,
  isObstacleEdit,
  NO_EDITS,
  type NothingEdit,
  redo,
  shipEdits,
  undo,
  withEdit,
} from '../../table/edits.js';
import type { TableMeasurement } from '../../table/measurement.js';
import { isUnlikely } from '../../table/obstacle-kind.js';
import type { Obstacle, Table } from '../../table/table.js';
import { type LookAbout, track, trackUnchanged, withNamesSaid, withoutAverages, withTurnSaid } from '../../table/track/track.js';
import { SAME_PLACE_MM } from '../../table/track/track-assignment.js';
import { EMPTY_TABLE, stateOfTable, type TableState } from '../../table/track/track-state.js';
import {
  type CorrectedShip,
  carriedFits,
  correctedShips,
  type HandFits,
  NO_FITS,
  type ObstacleFit,
  type ShipFit,
  tableOf,
} from '../../table/track/track-table.js';
import { carriedTable, type KnownTable } from '../../table/views/carried-table.js';
import { asKnown, type SameShips } from '../../table/views/same-ships.js';
import { MAX_REPORTED_SHIPS } from './many-ships.js';

/** The parts of a table that continue with another look. */
export type GoingTable = Pick<TableView, 'state' | 'history' | 'chosen'>;

/** The page's view of the table at one moment; plain data, replaced with every change. */
export interface TableView {
  /** Number of the tables that were begun: ids belong to one table. */
  readonly begun: number;
  readonly state: TableState;
  readonly history: EditHistory;
  readonly ships: readonly CorrectedShip[];
  readonly table: Table;
  readonly report: Report;
  /** Ids of the chosen ships: the one that measures, and the one measured to. */
  readonly chosen: readonly string[];
  readonly pair?: MeasuredPair;
  readonly answer?: Answer;
  readonly overlay: Overlay;
}

/** The rules that answer for a table; `judge/report` in the product. */
export type Judge = (table: Table) => Report;

/** The ships of a look that is not over. */
interface PlacedShips extends KnownTable {
  /** Whether they are those of a table that was known before. */
  readonly areKnown: boolean;
}

/** The table's state on the page: the camera's measurements, the player's corrections, and which two ships are asked about. */
export class TableSession {
  readonly #judge: Judge;
  readonly #onChange: (known: TableView, placed: TableView | undefined) => void;
  /** Whether the arcs of a chosen ship are drawn. */
  showsArcs: (shipId: string) => boolean = () => true;
  #begun = 0;
  #state: TableState = EMPTY_TABLE;
  /** The ships of a first look, while it is not over. */
  #placed: PlacedShips | undefined;
  #history: EditHistory = NO_EDITS;
  /** Fits of pieces that persons placed, by the pixels of the last look. */
  #fits: HandFits = NO_FITS;
  #chosen: readonly string[] = [];
  #words: AnswerWords = ENGLISH_ANSWER;
  #known: TableView;

  /** `onChange` also hears of tables that are only placed. */
  constructor(judge: Judge, onChange: (known: TableView, placed: TableView | undefined) => void) {
    this.#judge = judge;
    this.#onChange = onChange;
    this.#known = this.#derive();
  }

  get known(): TableView {
    return this.#known;
  }

  /** Words answers in this language from now on. */
  speak(words: AnswerWords): void {
    this.#words = words;
    this.#change();
  }

  /** `isBegun`: averages begin with it; the rest as for `track`. */
  see(measurement: TableMeasurement, { isBegun = false, ...about }: { readonly isBegun?: boolean } & LookAbout = {}): void {
    const placed = this.#placed;
    const before = this.#state.obstacles;
    this.#placed = undefined;
    // Words about the ships of a first look are about those ships, in whatever frame and order they are seen when it is over.
    const isSaid = this.#history.done.length > 0 || this.#chosen.length > 0;
    const goesOn = placed && !placed.areKnown && isSaid ? carriedTable({ ...placed, history: this.#history }, measurement) : undefined;
    if (goesOn) [this.#state, this.#history] = [goesOn.state, goesOn.history];
    const known = isBegun || goesOn ? withoutAverages(this.#state) : this.#state;
    this.#state = track(known, measurement, this.#history.done, about);
    // In another picture a fitted piece may be elsewhere, unless it was watched.
    this.#fits = carriedFits(this.#fits, known, this.#state, about.stood ?? new Set());
    // A person who said that there are no others did not see this one.
    const isFoundSince = this.#state.obstacles.some((one) => !isUnlikely(one) && !before.some(({ id }) => id === one.id));
    // In another picture what was dismissed may be something.
    this.#history = {
      ...this.#history,
      done: this.#history.done.filter((edit) => {
        if (edit.kind === 'nothing') return isStillOpen(edit, measurement);
        return edit.kind !== 'all obstacles' || !isFoundSince;
      }),
    };
    if (placed && !goesOn) this.#chosen = this.#chosen.filter((id) => isWhereItWas(id, placed.state, this.#state));
    this.#change();
  }

  /**
   * Sets the ships of a first look before it is complete; measurements stay unchanged. Undefined: the look is over. `of`: a table that may
   * continue with it, in its frame, whose ships they are then.
   */
  place(measurement: TableMeasurement | undefined, of?: KnownTable): void {
    if (!measurement && !this.#placed) return;
    const { state, history } = of ?? { state: this.#state, history: this.#history };
    this.#placed = measurement && { state: track(state, measurement, history.done), history, areKnown: of !== undefined };
    this.#change();
  }

  /** Notes that the camera shows the same: only the time of the last sight changes. */
  seeUnchanged(capturedAtMs: number): void {
    this.#state = trackUnchanged(this.#state, capturedAtMs);
  }

  /** Answers whether the picture was turned or a ship has moved, where the table asks. */
  sayTurned(isTurned: boolean): void {
    this.#state = withTurnSaid(this.#state, isTurned);
    this.#change();
  }

  /** Answers which ships are which, where several have moved at once: their names are right, except for two that were confused. */
  sayNames(exchanged: readonly [string, string] | undefined): void {
    this.#state = withNamesSaid(this.#state, exchanged);
    this.#change();
  }

  /** Sets the pose by the pixels of a ship that a hand placed; undefined: they show none there. */
  fitShip(id: string, fit: ShipFit | undefined): void {
    const others = [...this.#fits.ships].filter(([one]) => one !== id);
    this.#fits = { ...this.#fits, ships: new Map(fit ? [...others, [id, fit]] : others) };
    this.#change();
  }

  fitObstacle(id: string, fit: ObstacleFit): void {
    this.#fits = { ...this.#fits, obstacles: new Map([...this.#fits.obstacles, [id, fit]]) };
    this.#change();
  }

  edit(edit: Edit): void {
    this.#history = withEdit(this.#history, edit);
    this.#change();
  }

  /** Several corrections at once, which are undone at once. */
  editAll(edits: readonly Edit[]): void {
    const batch = crypto.randomUUID();
    this.#history = edits.reduce((history, edit) => withEdit(history, { ...edit, batch }), this.#history);
    this.#change();
  }

  /** Sets the obstacles as a person has said; earlier sightings and corrections of them do not count. */
  setObstacles(obstacles: readonly Obstacle[]): void {
    const { done, undone } = this.#history;
    this.#history = { done: done.filter((edit) => !isObstacleEdit(edit)), undone: undone.filter((edit) => !isObstacleEdit(edit)) };
    this.#state = { ...this.#state, obstacles };
    this.#change();
  }

  undo(): void {
    this.#history = undo(this.#history);
    this.#change();
  }

  redo(): void {
    this.#history = redo(this.#history);
    this.#change();
  }

  /** Begins with a known table (a scene file), or with an empty one. `seen`: its camera and mat, where it was frozen with its picture. */
  open(table?: Table, { camera, matSigmaMm }: Pick<TableState, 'camera' | 'matSigmaMm'> = {}): void {
    const seen = { ...(camera && { camera }), ...(matSigmaMm !== undefined && { matSigmaMm }) };
    this.#begun += 1;
    this.#state = table ? { ...stateOfTable(table), ...seen } : EMPTY_TABLE;
    this.#placed = undefined;
    this.#history = NO_EDITS;
    this.#fits = NO_FITS;
    this.#chosen = [];
    this.#change();
  }

  /** Begins with an empty table, in which no ship has an id of this one's unless this one continues. */
  openNext(): void {
    const firstNumber = Number(this.newShipId().slice('ship-'.length));
    this.open();
    this.#state = { ...EMPTY_TABLE, firstNumber };
  }

  /**
   * Continues a known table with the next look, in its frame; with it the question about it, unless its ships were chosen meanwhile. Edits
   * made meanwhile come last.
   */
  takeUp({ state, history, chosen }: GoingTable, look: TableMeasurement): void {
    const meanwhile = this.#placed?.areKnown
      ? (carriedTable({ ...this.#placed, history: this.#history }, look)?.history.done ?? [])
      : this.#history.done.filter(({ kind }) => kind === 'all obstacles');
    this.#state = state;
    this.#history = { done: [...history.done, ...meanwhile], undone: [] };
    if (!this.#placed?.areKnown || this.#chosen.length === 0) this.#chosen = chosen;
    this.#placed = undefined;
  }

  /** Continues as a known table, which has these ships of it, in its frame; what was said of them here goes on. The next look measures it. */
  goOnAs(known: Table, same: SameShips): void {
    const { done } = this.#history;
    const seen = tableOf(this.#state, done.filter(isObstacleEdit));
    const { table, edits } = asKnown(known, { table: seen, edits: done }, same);
    const chosen = this.#chosen.flatMap((id) => same.ids.get(id) ?? []);
    this.#begun += 1;
    this.#state = stateOfTable(table);
    this.#placed = undefined;
    this.#history = { done: edits, undone: [] };
    this.#fits = NO_FITS;
    this.#chosen = chosen;
    this.#change();
  }

  /** Forgets the camera: its ships stay, as a scene. */
  forgetCamera(): void {
    const { camera: _, capturedAtMs: __, matSigmaMm: ___, mayBeTurned: ____, ...rest } = this.#state;
    this.#state = rest;
    this.#placed = undefined;
    this.#change();
  }

  /** Chooses a tapped ship: the first measures, the second is measured to and is replaced by further taps; a chosen ship is released. */
  choose(shipId: string): void {
    const [first] = this.#chosen;
    if (this.#chosen.includes(shipId)) this.#chosen = this.#chosen.filter((id) => id !== shipId);
    else this.#chosen = first === undefined ? [shipId] : [first, shipId];
    this.#change();
  }

  /** Makes this ship the one that measures, without a second one. */
  chooseOnly(shipId: string): void {
    this.#chosen = [shipId];
    this.#change();
  }

  /** The view with this pair asked about in place of the chosen one. */
  asking(fromId: string, toId: string): TableView {
    return this.#view([fromId, toId]);
  }

  swap(): void {
    this.#chosen = [...this.#chosen].reverse();
    this.#change();
  }

  chooseNone(): void {
    this.#chosen = [];
    this.#change();
  }

  /** An id that no ship has had. */
  newShipId(): string {
    const ids = [
      ...this.#state.tracks.map(({ id }) => id),
      ...shipEdits([...this.#history.done, ...this.#history.undone]).map(({ shipId }) => shipId),
    ];
    return `ship-${1 + Math.max(0, ...ids.map((id) => Number(/^ship-(\d+)$/.exec(id)?.[1] ?? 0)))}`;
  }

  /** An id that no obstacle has had, and that the camera gives to none. */
  newObstacleId(): string {
    const ids = [...this.#history.done, ...this.#history.undone].filter(isObstacleEdit).map(({ obstacleId }) => obstacleId);
    return `placed-${1 + Math.max(0, ...ids.map((id) => Number(/^placed-(\d+)$/.exec(id)?.[1] ?? 0)))}`;
  }

  #change(): void {
    this.#known = this.#derive();
    this.#onChange(this.#known, this.#placed && this.#asPlaced(this.#placed));
  }

  /** The view with other ships, about which nothing is asked. */
  #asPlaced({ state, history, areKnown }: PlacedShips): TableView {
    const edits = [...(areKnown ? history.done : []), ...this.#history.done];
    const table = tableOf(state, edits);
    const { pair: _, answer: __, ...known } = this.#known;
    return { ...known, state, table, ships: correctedShips(state, edits), overlay: compose({ table, templates: state.templates }) };
  }

  #derive(): TableView {
    const view = this.#view(this.#chosen);
    this.#chosen = view.chosen;
    return view;
  }

  /** `wished`: ids asked about; those of missing ships are dropped. */
  #view(wished: readonly string[]): TableView {
    const edits = this.#history.done;
    const table = tableOf(this.#state, edits, this.#fits);
    const chosen = wished.filter((one) => (this.#placed?.state.tracks ?? table.ships).some(({ id }) => id === one));
    const isCrowd = table.ships.length > MAX_REPORTED_SHIPS;
    const found = isCrowd ? report(table, { only: chosen }) : this.#judge(table);
    const [fromId, toId] = chosen;
    const pair = fromId && toId ? findPair(found.pairs, fromId, toId) : undefined;
    return {
      begun: this.#begun,
      state: this.#state,
      history: this.#history,
      ships: correctedShips(this.#state, edits, this.#fits),
      table,
      report: found,
      chosen,
      ...(pair ? { pair, answer: answerOf(pair, table, this.#words) } : {}),
      overlay: compose({
        table,
        templates: this.#state.templates,
        ...(fromId && this.showsArcs(fromId) ? { arcsOf: fromId } : {}),
        ...(pair ? { pair } : {}),
      }),
    };
  }
}

/** Whether the camera still has an unrecognised thing there. */
function isStillOpen({ at }: NothingEdit, { unmeasurable }: TableMeasurement): boolean {
  return unmeasurable.some((one) => distanceMm(one.at, at) <= one.radiusMm);
}

/** Whether a ship's number still means the ship in its earlier place. */
function isWhereItWas(id: string, before: TableState, now: TableState): boolean {
  const [was, is] = [before, now].map(({ tracks }) => tracks.find((track) => track.id === id)?.pose);
  return was !== undefined && is !== undefined && distanceMm(was, is) < SAME_PLACE_MM;
}
