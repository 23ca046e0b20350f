import { meanPoint } from '../../geometry/mean-point.js';
import type { Point } from '../../geometry/point.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { MAT_SIGMA_MM } from '../../pieces/priors.js';
import type { KnownLens } from '../../table/known-lens.js';
import type { LensProgress, MeasureHints, MeasureResult, Problem, SeenObstacle } from '../../table/measurement.js';
import type { Proof } from '../../table/setup/proof.js';
import type { PrintImage, Setup } from '../../table/setup/setup.js';
import { isSetupContradicted } from '../../table/setup/setup-contradicted.js';
import type { Obstacle } from '../../table/table.js';
import type { FrameSource } from '../capture/frame-source.js';
import { isSamePlace } from '../setup/obstacle-place.js';

/** Everything known about one camera at its resolution, and about the table before it, besides the content of its last picture. */
export interface TableKnowledge {
  /** Hints about the picture, from a person: corners that were marked, a printed board that was laid down. */
  readonly hints: MeasureHints;
  /** Whether the source gives mirror images, as the player said: they are shown and measured the other way round. */
  readonly isMirrored: boolean;
  /** The lens of the present camera at its present resolution, measured now or some time ago. */
  readonly lens: KnownLens | undefined;
  /** Progress of determining the lens by the printed sheet. */
  readonly lensProgress: LensProgress | undefined;
  /** The setup of this table from a person and earlier pictures, with the additions of the present ones. */
  readonly setup: Setup | undefined;
  /** The same before the present pictures: they are measured with it, so that each counts once. */
  readonly setupBefore: Setup | undefined;
  /** Why the pictures are of a different table from the setup's, until a person has said which. */
  readonly otherTable: Problem | undefined;
  /** Whether a person has said that the setup is this table's: it is not asked again. */
  readonly isInsistedOn: boolean;
  /** Places where something was mistaken for an obstacle, as a person said. */
  readonly noObstacleAt: readonly Point[];
  /** Obstacles in the last picture that contradicts the setup. */
  readonly seenWithout: readonly SeenObstacle[];
}

export const NOTHING_KNOWN: TableKnowledge = {
  hints: {},
  isMirrored: false,
  lens: undefined,
  lensProgress: undefined,
  setup: undefined,
  setupBefore: undefined,
  otherTable: undefined,
  isInsistedOn: false,
  noObstacleAt: [],
  seenWithout: [],
};

/** A table as a person has set it up. */
export interface NewSetup {
  readonly setup: Setup;
  /** Corners to measure with until the camera's place is known. */
  readonly corners?: MeasureHints['corners'];
  /** Whether no earlier measurement is true of its frame. */
  readonly isAnotherFrame?: boolean;
  /** Whether the shown table was set up: what was said about it continues in that frame. */
  readonly isSameTable?: boolean;
  /** Places where something was mistaken for an obstacle. */
  readonly noObstacleAt?: readonly Point[];
  /** Possible obstacles that are seen now: nothing was said about them. */
  readonly openObstacles?: readonly Obstacle[];
}

/** Memory of a camera on a device. */
export interface CameraMemory {
  readonly isMirrored: boolean;
  readonly lens?: KnownLens | undefined;
  /** Setups, the newest first, where several mats lay before it. */
  readonly setups: readonly Setup[];
}

/** A camera that comes again; a photo, a video or a simulation has none. */
export interface KnownCamera {
  readonly name?: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Knowledge of a table that does not depend on the picture. */
export type OfTable = Pick<TableKnowledge, 'setup' | 'noObstacleAt' | 'isInsistedOn'>;

export type KnowledgeEvent =
  /** A source was opened, with what is stored of its camera. */
  | { readonly kind: 'opened'; readonly stored: CameraMemory | undefined }
  /** Its pictures have another shape: a phone was turned. */
  | { readonly kind: 'turned'; readonly stored: CameraMemory | undefined }
  /** It has ended: knowledge of its table does not apply to the next one's. */
  | { readonly kind: 'left' }
  | { readonly kind: 'told'; readonly hints: MeasureHints }
  /** Another photo shows a table about which this was known. */
  | { readonly kind: 'taken up'; readonly known: OfTable }
  /** Undefined: the table is a stranger's from now on. */
  | { readonly kind: 'set up'; readonly next: NewSetup | undefined }
  | { readonly kind: 'insisted' }
  /** `obstacles`: those that are certain, where nobody has set this table up. */
  | { readonly kind: 'proved'; readonly proof: Proof; readonly obstacles: readonly Obstacle[] }
  | { readonly kind: 'mirrored'; readonly isMirrored: boolean }
  | { readonly kind: 'print'; readonly print: PrintImage; readonly printId?: string | undefined }
  | { readonly kind: 'lens forgotten' }
  /** `camera`: undefined where it does not come again. */
  | { readonly kind: 'measured'; readonly result: MeasureResult; readonly camera: KnownCamera | undefined };

/** Knowledge without a table, keeping what was said about its picture. */
const STRANGE = { setup: undefined, setupBefore: undefined, isInsistedOn: false, noObstacleAt: [] } as const;
const UNASKED = { otherTable: undefined, lensProgress: undefined } as const;

export function reduceKnowledge(known: TableKnowledge, event: KnowledgeEvent): TableKnowledge {
  switch (event.kind) {
    case 'opened':
      return remembered({ ...NOTHING_KNOWN, isMirrored: event.stored?.isMirrored ?? false }, event.stored);
    case 'turned':
      return remembered(known, event.stored);
    case 'left':
      return { ...known, ...STRANGE, ...UNASKED, lens: undefined };
    case 'told':
      return { ...known, ...UNASKED, hints: event.hints };
    case 'taken up':
      return takenUp(known, event.known);
    case 'set up':
      return setUp(known, event.next);
    case 'insisted':
      return { ...known, ...UNASKED, isInsistedOn: true };
    case 'proved':
      return proved(known, event.proof, event.obstacles);
    case 'mirrored':
      return { ...known, ...STRANGE, ...UNASKED, hints: withoutCorners(known.hints), isMirrored: event.isMirrored };
    case 'print':
      return { ...known, setup: printed(known.setup, event), setupBefore: printed(known.setupBefore, event) };
    case 'lens forgotten':
      return { ...known, ...UNASKED, lens: undefined };
    case 'measured':
      return withTable(withLens(known, event.result.lensProgress, event.camera), event.result, event.camera);
  }
}

/** All knowledge, including that of the source, for the worker; the same parts give the same measurement. */
export function hintsOf(
  { hints, lens, isMirrored, setupBefore: setup }: TableKnowledge,
  source?: Pick<FrameSource, 'kind' | 'isCopy' | 'isFrame'>,
): MeasureHints {
  const photo = source?.kind === 'photo' && !source.isFrame && { isPhoto: true, ...(source.isCopy && { isCopy: true }) };
  return { ...hints, ...(lens && { lens }), ...photo, ...(isMirrored && { isMirrored }), ...(setup && { setup }) };
}

/** A look without things that, as a person said, are not obstacles. */
export function withoutNone(look: MeasureResult, { noObstacleAt }: TableKnowledge): MeasureResult {
  if (!look.ok || noObstacleAt.length === 0) return look;
  const isNone = (at: Point) => noObstacleAt.some((none) => isSamePlace(none, at));
  const obstacles = look.measurement.obstacles.filter(({ outline }) => !isNone(meanPoint(outline)));
  const unmeasurable = look.measurement.unmeasurable.filter(({ at }) => !isNone(at));
  return { ...look, measurement: { ...look.measurement, obstacles, unmeasurable } };
}

function remembered(known: TableKnowledge, stored: CameraMemory | undefined): TableKnowledge {
  const [setup] = stored?.setups ?? [];
  return { ...known, ...STRANGE, ...UNASKED, lens: stored?.lens, setup, setupBefore: setup };
}

/** Takes up knowledge of a table for another photo: the camera's pose is true of the other photo only. */
function takenUp(known: TableKnowledge, { setup, noObstacleAt, isInsistedOn }: OfTable): TableKnowledge {
  if (!setup) return { ...known, noObstacleAt };
  const { camera: _, ...ofTable } = setup;
  return { ...known, setup: ofTable, setupBefore: ofTable, noObstacleAt, isInsistedOn };
}

function setUp(known: TableKnowledge, next: NewSetup | undefined): TableKnowledge {
  const rest = withoutCorners(known.hints);
  return {
    ...known,
    ...STRANGE,
    ...UNASKED,
    hints: next?.corners ? { ...rest, corners: next.corners } : rest,
    isMirrored: next?.setup.camera?.mirrored ?? known.isMirrored,
    setup: next?.setup,
    setupBefore: next?.setup,
    noObstacleAt: next?.noObstacleAt ?? [],
  };
}

/** A setup with the map of its mat's print, drawn or from the device's store. */
function printed(setup: Setup | undefined, { print, printId }: Extract<KnowledgeEvent, { kind: 'print' }>): Setup | undefined {
  return setup && { ...setup, print, printId };
}

/** Adds a proof; a table that nobody has set up is known by its proofs alone. */
function proved(known: TableKnowledge, proof: Proof, obstacles: readonly Obstacle[]): TableKnowledge {
  const { setup } = known;
  if (setup) return { ...known, setup: { ...setup, proofs: [proof, ...(setup.proofs ?? [])].slice(0, MAX_PROOFS) } };
  const mat = { widthMm: MAT_MM, depthMm: MAT_MM, sigmaMm: MAT_SIGMA_MM, source: 'nominal' } as const;
  const begun: Setup = { mat, obstacles, learnedFrom: { pictures: 0, ships: 0 }, proofs: [proof] };
  return { ...known, ...STRANGE, setup: begun, setupBefore: begun };
}

/** Number of proofs that are kept with a table. */
const MAX_PROOFS = 12;

/** Adds the progress of the lens; a measurement that was under way when another camera was opened holds nothing of this one's lens. */
function withLens(known: TableKnowledge, lensProgress: LensProgress | undefined, camera: KnownCamera | undefined): TableKnowledge {
  if (!camera || known.lens || !known.hints.board) return known;
  const lens = lensProgress?.lens;
  const isItsOwn = lens && lens.widthPx === camera.widthPx && lens.heightPx === camera.heightPx;
  return isItsOwn ? { ...known, ...UNASKED, lens } : { ...known, lensProgress };
}

/** Adds a picture's results for a table that is set up; where it is another table, that is asked once. */
function withTable(known: TableKnowledge, result: MeasureResult, camera: KnownCamera | undefined): TableKnowledge {
  if (!result.ok) return known;
  if (known.setup && isSetupContradicted(result)) {
    const seen = { ...known, seenWithout: result.measurement.obstacles };
    return known.isInsistedOn ? seen : { ...seen, otherTable: result.measurement.caution };
  }
  const setup = known.setup && result.setup ? refined(known.setup, result.setup, camera) : known.setup;
  const next = { ...known, setup, otherTable: undefined };
  // Corners are true while the camera stands still; once its place is known they are no longer needed.
  return known.hints.corners && setup?.camera?.pose
    ? { ...next, ...UNASKED, setupBefore: setup, hints: withoutCorners(known.hints) }
    : next;
}

/** A setup with a picture's results added: mat and obstacles stay as a person has said. */
function refined(setup: Setup, learned: Setup, named: KnownCamera | undefined): Setup {
  const { mirrored } = setup.camera ?? {};
  const { camera, plastic, learnedFrom } = learned;
  const seen = camera && { ...camera, ...(named?.name !== undefined && { name: named.name }), ...(mirrored !== undefined && { mirrored }) };
  return { ...setup, ...(seen && { camera: seen }), ...(plastic && { plastic }), learnedFrom };
}

/** The hints without marks of the mat. */
export function withoutCorners({ corners: _, edges: __, ...rest }: MeasureHints): MeasureHints {
  return rest;
}
