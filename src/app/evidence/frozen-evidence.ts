import type { Evidence, EvidencePicture } from '../../evidence/evidence.js';
import { PROGRAM_VERSION } from '../../evidence/program-version.js';
import { RULES_VERSION } from '../../game/model/rules-version.js';
import type { Report } from '../../judge/report/report-file.js';
import { answerSentence } from '../../scene/words/answer.js';
import { correctionNotes } from '../../table/correction-notes.js';
import { base64Of } from '../../table/documents/base64.js';
import type { Setup } from '../../table/setup/setup.js';
import type { Ship } from '../../table/table.js';
import { answerWords, problemWords, translate } from '../locales/language.js';
import { currentProblem, type PageState } from '../state/page-state.js';
import { shipName } from '../ui/ship-name.js';
import type { Frozen } from './frozen.js';

/** Quality at which no edge of a base changes noticeably, in a tenth of the size of a lossless picture. */
const JPEG_QUALITY = 0.93;

/** Frozen evidence in the form of its file. `said`: the fault that a person finds. */
export async function frozenEvidence({ kind, atMs, page, picture, log }: Frozen, said: string): Promise<Evidence> {
  const { known, setup } = page;
  const [from, to] = known.chosen;
  const problem = currentProblem(page);
  const { camera, matSigmaMm } = known.state;
  const encoded = picture && (await encodedPicture(picture));
  return {
    kind,
    frozenAt: new Date(atMs).toISOString(),
    versions: { program: PROGRAM_VERSION, rules: RULES_VERSION },
    table: known.table,
    report: known.report as Report,
    ...(from !== undefined && to !== undefined && { asked: { from, to } }),
    ...(known.answer && !problem && { answer: answerText(page) }),
    ...(problem && { problem: problemWords(problem) }),
    ...(camera && { camera }),
    ...(matSigmaMm !== undefined && { matSigmaMm }),
    ...(setup && { setup: withoutName(setup) }),
    ...(encoded && { picture: encoded }),
    ...(kind === 'bad reading' && { said, state: stateOf(page), log }),
  };
}

function answerText({ known: { answer, chosen, table } }: PageState): string {
  if (!answer) return '';
  const both = chosen.map((id) => table.ships.find((ship) => ship.id === id)!);
  const nameOf = (ship: Ship) => shipName(ship, table.ships);
  const [from = '', to = ''] = both.map(nameOf);
  return [answerSentence(answer, from, to, answerWords()), ...correctionNotes(both, nameOf).map(translate)].join(' ');
}

/** A setup without its camera's name, which may reveal whose it is; its lens is enough. */
function withoutName({ camera, ...rest }: Setup): Setup {
  if (!camera) return rest;
  const { name: _, ...bare } = camera;
  return { ...rest, camera: bare };
}

/** Activities of the page, by names that reveal nothing about the players. */
function stateOf({ engine, source, sourceProblem, measureProblem, caution, freshness, hints, known, isMirrored }: PageState) {
  const codes = { 'source problem': sourceProblem, 'picture problem': measureProblem, caution };
  const problems = Object.entries(codes).flatMap(([name, problem]) => (problem ? [[name, problem.code] as const] : []));
  return Object.fromEntries([
    ['engines', engine.phase],
    ['source', source?.kind ?? 'none'],
    ['freshness', freshness?.kind ?? 'none'],
    ['hints', Object.keys(hints).join(', ') || 'none'],
    ['mirrored', String(isMirrored)],
    ['corrections', String(known.history.done.length)],
    ...problems,
  ]);
}

/** A picture as it stands in a file; undefined where the browser does not encode it. */
export async function encodedPicture(canvas: HTMLCanvasElement): Promise<EvidencePicture | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  if (!blob) return undefined;
  const base64 = base64Of(new Uint8Array(await blob.arrayBuffer()));
  return { type: 'image/jpeg', widthPx: canvas.width, heightPx: canvas.height, base64 };
}
