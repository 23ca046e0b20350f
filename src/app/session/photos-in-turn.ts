import type { MeasureResult, Problem, TableMeasurement } from '../../table/measurement.js';
import type { TableState } from '../../table/track/track-state.js';
import { carriedTable, type KnownTable } from '../../table/views/carried-table.js';
import { phrase } from '../../texts/phrase.js';
import { type FrameSource, MAX_PHOTOS, type Photo, type PhotoBeside } from '../capture/frame-source.js';
import { hintsOf, NOTHING_KNOWN, type OfTable, type TableKnowledge, withoutCorners } from '../state/table-knowledge.js';
import type { TableView } from '../state/table-session.js';

/** The photos of the table that is shown, for one that is opened next, each with its knowledge. */
function photosSoFar(photo: Photo, source: FrameSource, known: TableKnowledge): readonly PhotoBeside[] {
  const hints = hintsOf(known, source);
  const { beside = [] } = source;
  const chosen = beside.filter((one) => !one.before).map((one) => ({ ...one, before: withoutCorners(hints) }));
  return [...beside.filter((one) => one.before), { ...photo, before: hints }, ...chosen];
}

/** Result of a look at a photo for the others. */
export interface LookAtPhotos {
  /** Whether one that was shown before is of the same table. */
  readonly isSameTable: boolean;
  /** Photos that may still be of this table. */
  readonly beside: readonly PhotoBeside[];
  readonly remark: Problem | undefined;
  /** That it may be of another table than the match's. */
  readonly doubt: Problem | undefined;
}

/**
 * The result of a good look for the photos beside the one that is shown; undefined where there are none. `isPlayed`: its table is said to
 * be that of a match.
 */
export function lookAtPhotos(
  { beside = [] }: FrameSource,
  look: Extract<MeasureResult, { ok: true }>,
  isPlayed = false,
): LookAtPhotos | undefined {
  const { apart: without } = look;
  if (!without || beside.length === 0) return undefined;
  const isApart = ({ id }: Photo) => without.includes(id);
  const isSameTable = beside.some((one) => one.before && !isApart(one));
  const apart = beside.filter((one) => !one.before && isApart(one)).length;
  // From one round to the next ships move.
  const isNext = look.areAllInView && beside.every(({ before }) => before);
  const isDoubted = isPlayed && !isSameTable && beside.some(({ before }) => before);
  const together = 1 + beside.filter((one) => !isApart(one)).length;
  const moved = look.haveMoved && !isNext ? MOVED_BETWEEN_PHOTOS : undefined;
  const elsewhere = look.areElsewhere && !isNext ? allElsewhere(together) : undefined;
  const remark = elsewhere ?? (apart > 0 ? apartFrom(apart) : moved);
  // A photo that shows no edge may get a place once another does.
  const isOpen = look.measurement.isEdgeUnknown === true;
  const left = beside.flatMap(({ isApart: _, ...one }): PhotoBeside[] => {
    if (!isApart(one)) return [one];
    // A photo of the match's own table has its place beside the next, if this one is of another.
    return isOpen || isPlayed || !one.before ? [{ ...one, isApart: true }] : [];
  });
  return { isSameTable, beside: left, remark, doubt: isDoubted ? MAYBE_ANOTHER_TABLE : undefined };
}

/** A table, and the photos by which it is known. */
interface TableOfPhotos {
  readonly photos: readonly PhotoBeside[];
  /** The one that was shown last. */
  readonly shown: Photo | undefined;
  readonly table: TableView | undefined;
  readonly known: OfTable;
}

const NO_TABLE: TableOfPhotos = { photos: [], shown: undefined, table: undefined, known: NOTHING_KNOWN };

/** A table that continues with another photo. */
interface TakenUp extends KnownTable, Pick<TableView, 'chosen'> {
  /** Undefined where its frame is another one. */
  readonly known: OfTable | undefined;
}

/**
 * The tables of photos that are shown one after the other: each photo is measured with those before it, which may show the same table.
 * Knowledge of it continues with its next photo, and returns when one of its photos is opened again.
 */
export class PhotoTables {
  readonly #byPhoto = new Map<string, TableOfPhotos>();
  #last = NO_TABLE;
  #isPlayed = false;
  /** Photos of which a person has said that they are of the match's table. */
  readonly #ofMatch = new Set<string>();

  /** The photo of the table that may continue with the one that is shown. */
  get before(): Photo | undefined {
    return this.#last.shown;
  }

  isSaidOfMatch({ id }: Photo): boolean {
    return this.#ofMatch.has(id);
  }

  /** Notes a person's word that it is of the match's table, though nothing in it is known from those before. */
  sayOfMatch({ id }: Photo): void {
    this.#ofMatch.add(id);
  }

  /** Leaves the source that is shown for `next`; `isPlayed`: its table is that of a match; `isDoubted`: this photo may be of another one. */
  leave(
    source: FrameSource | undefined,
    known: TableKnowledge,
    table: TableView,
    next: FrameSource,
    { isPlayed, isDoubted }: { readonly isPlayed: boolean; readonly isDoubted: boolean },
  ): void {
    this.#isPlayed = isPlayed;
    if (!next.photo || !(source?.photo || isPlayed)) {
      this.forget();
      return;
    }
    // A photo that may be of another table is no reference for the next one.
    if (isDoubted) return;
    const photos = source?.photo ? photosSoFar(source.photo, source, known) : [];
    // Where nothing was measured, or nothing of a match's table, the table before may still continue.
    if (table.state.tracks.length === 0 || (isPlayed && this.#last.table)) {
      this.#last = { ...this.#last, photos };
      return;
    }
    const left: TableOfPhotos = { photos, shown: source?.photo, table, known };
    this.#last = left;
    const ofTable = { ...left, photos: left.photos.filter((one) => !one.isApart) };
    for (const { id } of ofTable.photos) this.#byPhoto.set(id, ofTable);
  }

  /** The photo with those with which it is measured; a file that is opened again counts once. */
  withOthers(opened: FrameSource): FrameSource {
    if (!opened.photo) return opened;
    const { beside = [] } = opened;
    const { photos } = this.#byPhoto.get(opened.photo.id) ?? this.#last;
    const isNew = ({ id }: Photo) => [opened.photo!, ...beside].every((other) => other.id !== id);
    const room = MAX_PHOTOS - 1 - beside.length;
    const before = room > 0 ? photos.filter(isNew).slice(-room) : [];
    return before.length > 0 ? { ...opened, beside: [...before, ...beside] } : opened;
  }

  /** The table that may continue with a photo as measured alone, in its frame; undefined where fewer than two of its ships stand there. */
  mayGoOn({ id }: Photo, placed: TableMeasurement): KnownTable | undefined {
    const { table } = (this.#isPlayed ? undefined : this.#byPhoto.get(id)) ?? this.#last;
    return table && carriedTable(table, placed);
  }

  /** The table that continues with the first good look at a photo, in the frame of that look; undefined where it is a new one. */
  take({ id }: Photo, measurement: TableMeasurement, look: LookAtPhotos | undefined): TakenUp | undefined {
    const { table, known } = this.#isPlayed ? this.#last : (this.#byPhoto.get(id) ?? (look?.isSameTable ? this.#last : NO_TABLE));
    this.#byPhoto.delete(id);
    const isOneFrame = !table?.state.isEdgeUnknown && !measurement.isEdgeUnknown;
    const carried = table && (isOneFrame ? table : carriedTable(table, measurement));
    if (carried || !this.#isPlayed) this.#last = NO_TABLE;
    if (!carried) return undefined;
    const { chosen } = table;
    const state = withRemovedThere(carried, measurement.capturedAtMs);
    return { state, history: carried.history, chosen, known: isOneFrame ? known : undefined };
  }

  forget(): void {
    this.#byPhoto.clear();
    this.#ofMatch.clear();
    this.#last = NO_TABLE;
  }
}

/**
 * A table whose removed ships count as still there: a camera that has lost a removed ship may see another one there later, but a photo that
 * is opened later is no later look.
 */
function withRemovedThere({ state, history }: KnownTable, atMs: number): TableState {
  const removed = new Set(history.done.flatMap((edit) => (edit.kind === 'delete' ? [edit.shipId] : [])));
  return { ...state, tracks: state.tracks.map((track) => (removed.has(track.id) ? { ...track, lastSeenAtMs: atMs } : track)) };
}

const MOVED_BETWEEN_PHOTOS: Problem = {
  code: 'photos-moved',
  message: phrase('photos-moved'),
  hint: phrase('photos-moved-all'),
};

/** `together`: number of photos that are measured together. */
function allElsewhere(together: number): Problem {
  const message = together === 2 ? phrase('photos-both-elsewhere') : phrase('photos-one-elsewhere');
  return { code: 'photos-elsewhere', message, hint: phrase('photos-elsewhere-open') };
}

const MAYBE_ANOTHER_TABLE: Problem = {
  code: 'photo-apart',
  message: phrase('photo-maybe-another'),
  hint: phrase('photo-of-match-again'),
};

function apartFrom(count: number): Problem {
  const message = count === 1 ? phrase('photos-apart-one') : phrase('photos-apart', count);
  return { code: 'photos-apart', message, hint: phrase('photos-of-one-table') };
}
