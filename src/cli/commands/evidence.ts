import type { Evidence } from '../../evidence/evidence.js';
import { type ReadEvidence, readEvidence } from '../../evidence/read-evidence.js';
import { ChangedAfterSigning, type SignedBy } from '../../evidence/signed-text.js';
import { report } from '../../judge/report/report.js';
import type { PairReport, Report } from '../../judge/report/report-file.js';
import { correctionNotes } from '../../table/correction-notes.js';
import { english } from '../../texts/english.js';
import { readText } from '../inputs/read-text.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';
import { reportText } from './report.js';

const USE = 'hashmark evidence FILE [--report] [--json]';

/**
 * Verifies the signature of frozen evidence and prints what it says, judged again: with `--report` every answer, as frozen. Exit status 0 whole, 1
 * changed after signing or no evidence, 2 wrong use.
 */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  try {
    args = parseArgs(argv, { flags: ['json', 'report'], values: [] });
    if (args.names.length !== 1) throw new UsageError(`got ${args.names.length} evidence files, expected one.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark evidence: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  const [path] = args.names as readonly [string];
  try {
    const found = await readFrom(path);
    print(args.flags.has('json') ? `${JSON.stringify(inJson(found))}\n` : inWords(found, args.flags.has('report')));
    return 0;
  } catch (error) {
    say(`hashmark evidence: ${(error as Error).message}\n`);
    return 1;
  }
}

/** Throws an Error that names the file and describes its fault. */
async function readFrom(path: string): Promise<ReadEvidence> {
  const text = await readText(path, 'evidence');
  return readEvidence(text).catch((error: Error) => {
    throw new Error(`${path}: ${refusalOf(error)}`);
  });
}

function refusalOf(error: Error): string {
  if (error instanceof ChangedAfterSigning)
    return `changed after signing: ${error.message} It proves nothing; ask for the file as it was saved.`;
  if (error instanceof SyntaxError) return 'got text that is not JSON, or was cut off; expected evidence as the app saves it.';
  return error.message;
}

function inWords({ evidence, signedBy }: ReadEvidence, isWhole: boolean): string {
  const { kind, frozenAt, versions, answer, said, problem, table, picture, log } = evidence;
  const lines = [
    `${kind === 'dispute' ? 'A dispute' : 'A bad reading'}, frozen at ${frozenAt} by Hashmark ${versions.program} (rules ${versions.rules})`,
    signatureWords(signedBy),
    ...(answer === undefined ? [] : [`Answer then: ${answer}`]),
    ...(said === undefined ? [] : [`Said to be wrong: ${said}`]),
    ...(problem === undefined ? [] : [`Not seen: ${problem}`]),
    `Table: ${table.ships.length} ships, ${table.obstacles.length} obstacles, mat ${table.widthMm.toFixed(1)} × ${table.depthMm.toFixed(1)} mm`,
    ...correctionNotes(table.ships, ({ name, id }) => name ?? id).map(english),
    picture ? `Picture: ${picture.type}, ${picture.widthPx} × ${picture.heightPx} px` : 'No picture',
    ...(log ? [`Log: ${log.length} entries`] : []),
    `Judged again by this version: ${differences(evidence)}`,
  ];
  return `${lines.join('\n')}\n${isWhole ? reportText(evidence.report) : ''}`;
}

function signatureWords(signedBy: SignedBy): string {
  if (signedBy.kind === 'none') return 'Not signed: nothing shows whether it was changed';
  return `Signature valid: no byte has changed since the key ${signedBy.fingerprint} signed it`;
}

/** Differences between this version's answers and those of the frozen table. */
function differences({ table, report: then }: Evidence): string {
  const now = report(table);
  const changed = then.pairs.filter((pair) => !isSameAnswer(pair, pairOf(now, pair)));
  if (changed.length === 0) return 'the same answers';
  return `other answers for ${changed.map(({ from, to }) => `${from} → ${to}`).join(', ')}`;
}

const pairOf = ({ pairs }: Report, { from, to }: PairReport) => pairs.find((one) => one.from === from && one.to === to);

function isSameAnswer(then: PairReport, now: PairReport | undefined): boolean {
  if (!now || then.closest.range !== now.closest.range || then.closest.certain !== now.closest.certain) return false;
  return Object.entries(then.arcs).every(([arc, { inArc, attack }]) => {
    const found = now.arcs[arc];
    const isSameArc = found?.inArc.value === inArc.value && found.inArc.certain === inArc.certain;
    return isSameArc && found.attack?.range === attack?.range && found.attack?.obstructed?.value === attack?.obstructed?.value;
  });
}

function inJson({ evidence, signedBy }: ReadEvidence): unknown {
  const { kind, frozenAt, versions, asked, answer, said, problem } = evidence;
  return { kind, frozenAt, versions, signedBy, asked, answer, said, problem, report: evidence.report, again: differences(evidence) };
}
