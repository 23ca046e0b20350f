import { msg, str } from '@lit/localize';
import { upperMedian } from '../../geometry/statistics.js';
import { closerSigmaMm } from '../../scene/accuracy/closer-look.js';
import { isWithoutPicture } from '../capture/camera-problems.js';
import type { FrameSource } from '../capture/frame-source.js';
import { decimal, problemWords, translate } from '../locales/language.js';
import { typicalSigmaMm } from '../player/publishing.js';
import type { PageState } from '../state/page-state.js';
import type { TableView } from '../state/table-session.js';

/** Present uncertainty of a distance: one number for the whole page. */
export interface Worth {
  /** One standard deviation, "± 0.4 mm"; empty while nothing is known. */
  readonly text: string;
  /** Grade: it decides about the edge of a range band to 2 mm, to 5 mm, or no better. */
  readonly grade: 'good' | 'fair' | 'poor';
  /** Why it is so large, and what helps; undefined where it is good. */
  readonly why?: string;
}

/** Open points of the last look, and whether there was one since the table was set up. */
type Looked = Pick<PageState, 'caution' | 'setup' | 'lookedShare' | 'source'>;

/** Upper limits of the grades, mm. */
const GRADES_MM = { good: 2, fair: 5 } as const;

export function worthOf(known: TableView, looked: Partial<Looked> = {}): Worth | undefined {
  const sigmaMm = typicalSigmaMm(known);
  if (!sigmaMm) return undefined;
  const text = `± ${sigmaMm < 0.095 ? decimal(sigmaMm, 2) : decimal(sigmaMm, 1)} mm`;
  if (sigmaMm < GRADES_MM.good) return { text, grade: 'good' };
  // Without a picture nothing helps.
  const why = looked.source === undefined ? {} : { why: whyOf(known, sigmaMm, looked) };
  return { text, grade: sigmaMm < GRADES_MM.fair ? 'fair' : 'poor', ...why };
}

function whyOf(
  { state: { matSigmaMm = 0, widthMm }, report: { pairs } }: TableView,
  sigmaMm: number,
  { caution, setup, lookedShare }: Partial<Looked>,
): string {
  if (lookedShare === 0 && setup && setup.mat.sigmaMm < matSigmaMm / 2)
    return msg('It is being measured again with the size that was entered.');
  // The reason is shown at the picture.
  if (caution) return translate(caution.hint);
  const byScaleMm = ((upperMedian(pairs.map(({ closest }) => closest.mm)) ?? 0) * matSigmaMm) / widthMm;
  if (byScaleMm > sigmaMm / 2) return msg('The mat’s size is not known: measure it under Set up this table.');
  return msg('The picture shows too little: bring the camera nearer or higher, or set up this table.');
}

const closerOf = new WeakMap<TableView, number | undefined>();

/** The gain from holding the camera over the two ships that are asked about; empty where it is small, or the picture is not a camera's. */
export function closerWords({ source, known }: PageState): string {
  if (source?.kind !== 'camera' || !known.pair) return '';
  if (!closerOf.has(known)) closerOf.set(known, closerMm(known));
  const mm = closerOf.get(known);
  const text = (value: number) => (value < 0.095 ? decimal(value, 2) : decimal(value, 1));
  const now = known.pair.closest.sigmaMm ?? 0;
  return mm === undefined ? '' : msg(str`± ${text(now)} mm from here. Hold the camera over both ships for about ± ${text(mm)} mm.`);
}

function closerMm({ state: { camera, matSigmaMm = 0, widthMm }, ships, pair }: TableView): number | undefined {
  const [from, to] = [pair?.from, pair?.to].map((asked) => ships.find(({ ship, isSeen }) => isSeen && ship.id === asked)?.ship);
  const sigmaMm = pair?.closest.sigmaMm;
  return camera && from && to && sigmaMm ? closerSigmaMm(camera, { from, to, sigmaMm, lengthSigma: matSigmaMm / widthMm }) : undefined;
}

/** Problems of the picture itself, which marked corners would not mend. */
export const NOT_BY_CORNERS: readonly string[] = ['picture-too-small', 'picture-blurred', 'picture-squeezed', 'lens-fisheye'];

/** The wait before ships can be asked about, or the reason why there are none; undefined while there is no wait. */
export function waitingWords({
  engine,
  source,
  isOpening,
  measureProblem,
  sourceProblem,
  known,
  placed,
  hints,
  doubt,
}: PageState): Waiting | undefined {
  if (known.ships.length > 0) return undefined;
  if (doubt && !isOpening) return { what: msg('Is this the match’s table?'), how: msg('Until you say so, nothing in this photo counts.') };
  if (engine.phase === 'failed') return { what: msg('Nothing can be measured now.'), how: translate(engine.problem.hint) };
  if (isOpening) return { what: msg('Opening…'), how: msg('If the browser asks whether this page may use the camera, allow it.') };
  if (source && measureProblem) {
    const isPicture = NOT_BY_CORNERS.includes(measureProblem.code) || measureProblem.code.startsWith('lens-of-another');
    const isHidden = measureProblem.code === 'pictures-hidden';
    const noTable = isHidden ? msg('Nothing can be measured now.') : msg('No table in this picture.');
    return { what: isPicture ? msg('This picture cannot be measured.') : noTable, how: problemWords(measureProblem) };
  }
  if (source && engine.phase === 'loading') return { what: msg('Loading…'), how: msg('The vision models are loaded once and kept.') };
  const isWaitedFor = placed !== undefined || (!known.state.camera && !isWithoutPicture(sourceProblem));
  const ofPhotos = isWaitedFor ? photosWords(source) : undefined;
  if (ofPhotos) return ofPhotos;
  if (placed) return { what: msg('Looking for obstacles…'), how: msg('The ships are found; what is between them is not known yet.') };
  if (!source || !isWaitedFor) return undefined;
  // After the corners were entered nobody looks for them there.
  if (hints.corners) return { what: msg('Measuring the table…'), how: msg('This takes a few seconds.') };
  return { what: msg('Looking for the table…'), how: msg('The first measurement takes a few seconds.') };
}

/**
 * The wait while several photos are measured together, or one is compared with those that were opened before, which may show another table;
 * undefined where there is only one.
 */
export function photosWords(source: FrameSource | undefined): Waiting | undefined {
  const beside = source?.beside ?? [];
  const before = beside.filter((one) => one.before).length;
  if (beside.length === 0) return undefined;
  const how = msg('One after the other, then together: this takes up to a minute.');
  if (before === 0) return { what: msg(str`Measuring ${1 + beside.length} photos of the table…`), how };
  const what = before === 1 ? msg('Comparing with the photo before…') : msg(str`Comparing with ${before} photos before…`);
  return { what, how: msg('On the same table, names and corrections stay. This takes up to a minute.') };
}

export interface Waiting {
  readonly what: string;
  readonly how: string;
}

/** Number of the camera's pictures that are read in a second, or that there is nothing new to read. */
export function paceWords({ framesPerSecond, isStill, source }: PageState): string {
  if (source?.kind !== 'camera') return '';
  if (isStill) return ` · ${msg('nothing moves')}`;
  return framesPerSecond > 0 ? ` · ${msg(str`${decimal(framesPerSecond, 1)} pictures/s`)}` : '';
}

/** Knowledge of the camera's lens, for as long as it concerns somebody; empty otherwise. */
export function lensWords({ lens, lensProgress }: Pick<PageState, 'lens' | 'lensProgress'>): string {
  if (lens) return `${msg('Lens known')}${lens.sigma ? ` ± ${decimal((100 * lens.sigma.focalPx) / lens.fx, 1)} %` : ''}`;
  if (!lensProgress?.pictures) return '';
  const pictures = lensProgress.pictures === 1 ? msg('1 picture') : msg(str`${lensProgress.pictures} pictures`);
  return msg(str`Lens: ${pictures} of the sheet, more needed from other sides`);
}
