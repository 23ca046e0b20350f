import { msg, str } from '@lit/localize';
import type { Evidence } from '../../evidence/evidence.js';
import type { ArcReport, AttackReport, JudgementReport, PairReport, RangeReport } from '../../judge/report/report-file.js';
import { supposedOf } from '../../scene/words/answer.js';
import { isPairSupposed, namesOf } from '../../scene/words/headline.js';
import { correctionNotes } from '../../table/correction-notes.js';
import { figure, phrase } from '../../texts/looks-texts.js';
import { answerWords, decimal, language, translate } from '../locales/language.js';
import { proofWords } from '../setup/proof-words.js';
import { escaped } from '../ui/escaped.js';
import { TO } from '../ui/ship-name.js';

/**
 * A page of HTML for paper in the page's language, light, that needs nothing besides: the picture, what was said, and the numbers behind it. `pictureUrl`: a data address
 * of the picture with its overlay. `signed`: the words for who signed the file.
 */
export function evidencePage(evidence: Evidence, pictureUrl: string, signed: string): string {
  const { kind, frozenAt, versions, answer, said, problem, asked, report, table, setup } = evidence;
  const title = kind === 'dispute' ? msg('A dispute, frozen') : msg('A bad reading');
  const both = report.pairs.filter(({ from, to }) => asked && [from, to].includes(asked.from) && [from, to].includes(asked.to));
  const names = (id: string) => namesOf([id], table, answerWords());
  /** Why nothing about a pair is certain, where not because it is close. */
  const supposed = (pair: PairReport) => (isPairSupposed(pair, table) ? supposedOf(pair, table, answerWords()) : undefined);
  const matMm = translate(phrase('size-mm', figure(table.widthMm, 1), figure(table.depthMm, 1)));
  return `<!doctype html>
<html lang="${language()}"><head><meta charset="utf-8"><title>${escaped(title)} ${escaped(frozenAt)}</title><style>${STYLE}</style></head><body><main>
<h1>${escaped(title)}</h1>
<p>${escaped(msg(str`${frozenAt} (UTC) · Hashmark ${versions.program}, rules ${versions.rules}`))} · ${escaped(signed)}</p>
${answer === undefined ? '' : `<p class="answer">${escaped(answer)}</p>`}
${said === undefined ? '' : `<p class="answer">${escaped(msg(str`Reported as wrong: ${said}`))}</p>`}
${problem === undefined ? '' : `<p>${escaped(msg(str`Not seen then: ${problem}`))}</p>`}
<img alt="${escaped(msg('The picture with the measurement drawn on it'))}" src="${escaped(pictureUrl)}">
${both.length > 0 ? `<h2>${escaped(msg('What was asked, both ways'))}</h2>${tableOf(both.flatMap((pair) => rowsOf(pair, names, supposed(pair))))}` : ''}
<h2>${escaped(msg('All ranges'))}</h2>
${tableOf(report.pairs.map((pair) => rangeRow(names(pair.from) + TO + names(pair.to), pair.closest, supposed(pair))))}
${correctionNotes(table.ships, ({ id }) => names(id))
  .map((note) => `<p>${escaped(translate(note))}</p>`)
  .join('')}
<p>${escaped(setup ? msg(str`Mat ${matMm}, set up beforehand (${translate(phrase(`mat-${setup.mat.source}`))}, ± ${setup.mat.sigmaMm} mm).`) : msg(str`Mat ${matMm}, not set up beforehand.`))}
${(setup?.proofs ?? []).map((proof) => escaped(`${proofWords(proof)}.`)).join(' ')}
${escaped(msg('± is one standard deviation. Where it says “too close to call”, the camera cannot tell.'))}</p>
</main></body></html>
`;
}

const STYLE =
  'body{font:11pt/1.45 sans-serif;color:#111;background:#fff;max-width:190mm;margin:8mm auto}h1{font-size:18pt;margin:0}h2{font-size:12pt;margin:5mm 0 1mm}.answer{font-size:14pt;font-weight:600}img{max-width:100%;max-height:150mm}table{border-collapse:collapse;width:100%}td,th{border-top:.3pt solid #999;padding:1mm 3mm 1mm 0;text-align:left;vertical-align:top}tr{break-inside:avoid}@page{margin:12mm}';

type Names = (id: string) => string;

/** `supposed`: why nothing about the pair is certain, where it is not because it is close. */
function rowsOf({ from, to, closest, touching, arcs }: PairReport, names: Names, supposed: string | undefined): string[][] {
  return [
    rangeRow(names(from) + TO + names(to), closest, supposed),
    [msg('touching'), judgementText(touching, supposed), '', ''],
    ...Object.entries(arcs).flatMap(([arc, found]) => arcRows(arc, found, names, supposed)),
  ];
}

function rangeRow(title: string, range: RangeReport, supposed: string | undefined): string[] {
  return [title, supposed ?? rangeText(range), lengthText(range), supposed ? '' : oddsText(range)];
}

function arcRows(arc: string, { inArc, attack }: ArcReport, names: Names, supposed: string | undefined): string[][] {
  const margin = inArc.marginMm === undefined ? '' : msg(str`margin ${translate(figure(Math.abs(inArc.marginMm), 1))} mm`);
  const arcWords = answerWords().arcs[arc] ?? arc;
  const inside = [answerWords().inArc(arcWords), judgementText(inArc, supposed), margin, ''];
  if (!attack) return [inside];
  const [title, text = '', ...rest] = rangeRow(msg(str`attack, ${arcWords}`), attack, supposed);
  return [inside, [title!, supposed ? text : `${text}, ${obstructionText(attack, names)}`, ...rest]];
}

function obstructionText({ obstructed, by }: AttackReport, names: Names): string {
  return `${msg('obstructed')}: ${judgementText(obstructed)}${by.length > 0 ? ` (${by.map((id) => names(id)).join(', ')})` : ''}`;
}

function judgementText({ value, certain, probability }: JudgementReport, supposed?: string): string {
  if (supposed) return supposed;
  const { yes, no, tooClose } = answerWords();
  return certain ? (value ? yes : no) : `${tooClose} (${yes} ${percent(probability)})`;
}

const rangeName = (range: number) => translate(range > 3 ? phrase('beyond-range', 3) : phrase('range-n', range));
const percent = (share: number) => `${decimal(100 * share, 1)} %`;

function rangeText({ certain, range }: RangeReport): string {
  return certain ? rangeName(range) : answerWords().tooClose;
}

function lengthText({ mm, sigmaMm }: RangeReport): string {
  return sigmaMm > 0 ? `${decimal(mm, 2)} mm ± ${decimal(sigmaMm, 2)}` : `${decimal(mm, 2)} mm`;
}

function oddsText({ certain, probability }: RangeReport): string {
  if (certain) return '';
  const likely = Object.entries(probability).filter(([, share]) => share >= 0.0005);
  return likely.map(([range, share]) => `${rangeName(Number(range))} ${percent(share)}`).join(', ');
}

function tableOf(rows: readonly (readonly string[])[]): string {
  return `<table>${rows.map(([head = '', ...cells]) => `<tr><th scope="row">${escaped(head)}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
}
