import { PROGRAM_VERSION } from '../../evidence/program-version.js';
import type { ShapeRole } from '../../scene/draw/overlay.js';
import type { Problem } from '../../table/measurement.js';
import type { Unmeasurable } from '../../table/table.js';
import { unmeasuredReason } from '../../table/unmeasured-reason.js';
import { english } from '../../texts/english.js';
import { figure, type Phrase, phrase, type Value } from '../../texts/looks-texts.js';
import type { Moment } from '../evidence/frozen.js';
import type { PageState } from '../state/page-state.js';
import type { DeviceFacts } from './device-facts.js';

/** One stage of seeing: its drawing in the picture, and its result. */
export interface SeenStage {
  readonly name: Phrase;
  readonly roles: readonly ShapeRole[];
  readonly state: Value;
}

/** One state by its name. */
export interface StateRow {
  readonly name: Phrase;
  readonly value: Value;
}

/** The stages of seeing in their order, at one moment. */
export function seenStages({ page }: Pick<Moment, 'page'>): readonly SeenStage[] {
  const { known, source } = page;
  const { state, ships, table } = known;
  const unseen = ships.filter(({ isSeen }) => !isSeen).length;
  const refused = table.unmeasurable ?? [];
  const named = table.obstacles.filter(({ token }) => token).length;
  const isMat = state.camera !== undefined && !state.isEdgeUnknown;
  return [
    { name: phrase('stage-arrived'), roles: [], state: source ? sizeText(page) : phrase('no-picture') },
    { name: phrase('stage-mat'), roles: ['mat'], state: isMat ? matWords(page) : whyNoMat(page) },
    { name: phrase('stage-ships'), roles: ['base', 'tile-front'], state: phrase('ships-in-view', ships.length - unseen, unseen) },
    { name: phrase('stage-obstacles'), roles: ['obstacle'], state: phrase('obstacles-by-name', table.obstacles.length, named) },
    {
      name: phrase('stage-refused'),
      roles: ['unmeasurable'],
      state: refused.length ? phrase('list', ...refusedWords(refused)) : phrase('nothing-refused'),
    },
  ];
}

function sizeText({ source }: PageState): string {
  const { widthPx = 0, heightPx = 0 } = source?.size() ?? {};
  return `${widthPx}×${heightPx}`;
}

function matWords({ known: { state } }: PageState): Phrase {
  return phrase('mat-size-sigma', figure(state.widthMm, 1), figure(state.depthMm, 1), figure(state.matSigmaMm ?? 0, 1));
}

function whyNoMat({ known: { state }, measureProblem }: PageState): Value {
  if (state.camera && state.isEdgeUnknown) return phrase('edge-not-in-view');
  return measureProblem ? codeOf(measureProblem) : phrase('not-looked-yet');
}

/** Number of refusals for each reason, and the probability that the likeliest of them is anything at all. */
function refusedWords(refused: readonly Unmeasurable[]): Phrase[] {
  const reasons = [...new Set(refused.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const own = refused.filter((one) => one.reason === reason);
    return phrase(
      'refused-because',
      own.length,
      unmeasuredReason(reason),
      Math.round(100 * Math.max(...own.map(({ probability }) => probability))),
    );
  });
}

const codeOf = ({ code }: Problem): string => code;

/** The states of all that sees, by name. */
export function stateRows({ page, atMs }: Moment, device: DeviceFacts): readonly StateRow[] {
  const { source, engine, known, freshness, held, lens, setup, hints } = page;
  const problems = [page.sourceProblem, page.measureProblem, page.caution, engine.phase === 'failed' ? engine.problem : undefined];
  const codes = problems.flatMap((problem) => (problem ? [problem.code] : []));
  const marked = hints.corners?.filter((corner) => corner).length ?? 0;
  const row = (name: Phrase, value: Value): StateRow => ({ name, value });
  return [
    row(phrase('state-version'), `${PROGRAM_VERSION} · ${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`),
    row(
      phrase('state-source'),
      source ? phrase('source-size', phrase(`source-${source.kind}`), source.title, sizeText(page)) : phrase('no-picture'),
    ),
    row(phrase('state-pace'), phrase('pace-per-second', figure(page.framesPerSecond, 1), page.isStill ? phrase('yes') : phrase('no'))),
    row(phrase('state-held'), held?.length ? phrase('list', ...held.map((one) => phrase(one))) : phrase('no')),
    row(phrase('state-mirrored'), page.isMirrored ? phrase('yes') : phrase('no')),
    row(
      phrase('state-lens'),
      lens ? phrase('focal-length-px', figure(lens.fx, 0), figure(lens.sigma?.focalPx ?? 0, 0)) : phrase('not-known'),
    ),
    row(phrase('state-engines'), engineWords(page)),
    row(phrase('state-mat'), known.state.camera ? matWords(page) : phrase('not-known')),
    row(phrase('state-setup'), setup ? phrase(`mat-${setup.mat.source}`) : phrase('no')),
    row(phrase('state-marked'), marked),
    row(
      phrase('state-last-look'),
      freshness ? phrase('seconds-ago', figure(freshness.ageMs / 1000, 1), phrase(`freshness-${freshness.kind}`)) : phrase('not-known'),
    ),
    row(phrase('state-looks'), `${Math.round(100 * page.lookedShare)} %`),
    row(phrase('state-corrections'), known.history.done.length),
    row(phrase('state-problems'), codes.length ? codes.join(', ') : phrase('no')),
    row(phrase('state-browser'), device.browser),
    row(phrase('state-threads'), phrase('threads-of-cores', device.isIsolated ? phrase('yes') : phrase('no'), device.cores ?? 0)),
    row(phrase('state-webgl'), device.webGl ?? phrase('no')),
    row(phrase('state-frames'), device.hasTrackFrames ? phrase('frames-of-track') : phrase('frames-of-video')),
    row(phrase('state-screen'), device.screen),
  ];
}

function engineWords({ engine }: PageState): Value {
  if (engine.phase === 'failed') return codeOf(engine.problem);
  if (engine.phase === 'ready') return phrase('all-loaded');
  const parts = engine.parts.map(({ part, loadedBytes, totalBytes }) => `${part} ${Math.round((100 * loadedBytes) / (totalBytes || 1))} %`);
  return parts.join(', ') || phrase('loading-now');
}

/** The last events, the newest first: times of day (UTC) and the page's notes. */
export function lastNotes({ log }: Moment, most: number): readonly string[] {
  return log
    .slice(-most)
    .reverse()
    .map(({ atMs, text }) => `${new Date(atMs).toISOString().slice(11, 19)} ${text}`);
}

/** Everything as a text file, in English for whoever helps; no picture, and no name that a person gave. */
export function cameraText(moment: Moment, device: DeviceFacts): string {
  const line = ({ name, value }: StateRow) => `${english(name)}: ${english(value)}`;
  const stages = seenStages(moment).map(({ name, state }) => line({ name, value: state }));
  const states = stateRows(moment, device).map(line);
  return ['Hashmark: what the camera sees', '', ...stages, '', ...states, '', ...lastNotes(moment, moment.log.length), ''].join('\n');
}
