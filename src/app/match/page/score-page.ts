import { msg, str } from '@lit/localize';
import type { ScoreFile } from '../../../game/score/score-file.js';
import { language } from '../../locales/language.js';
import { escaped } from '../../ui/escaped.js';

/** A score sheet for paper in the page's language, with lines for the signatures of both players; it needs nothing besides. */
export function scorePage({ table, writtenAt, round, isOver, players, ships }: ScoreFile): string {
  const title = table ? msg(str`Score sheet, table ${table}`) : msg('Score sheet');
  const nameOf = (player: number) => players[player - 1]!.name || msg(str`Player ${player}`);
  const rows = ships.map(({ name, owner, points, whole, left, lost, scored }) => [
    ...[name, nameOf(owner), points === undefined ? '?' : String(points), `${left} / ${whole}`],
    ...[lostWords(lost), scored === undefined ? '?' : String(scored)],
  ]);
  const sums = players.map(({ player, points, mission, unknown, destroyed, halved }) => [
    ...[nameOf(player), `${unknown > 0 ? '≥ ' : ''}${points}`, String(mission), `${unknown > 0 ? '≥ ' : ''}${points + mission}`],
    ...[String(destroyed), String(halved)],
  ]);
  return `<!doctype html>
<html lang="${language()}"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>
<h1>${escaped(title)}</h1>
<p>${escaped(isOver ? msg(str`After round ${round}, the match is over. ${writtenAt} (UTC)`) : msg(str`In round ${round}. ${writtenAt} (UTC)`))}</p>
${grid([msg('Player'), msg('Ships'), msg('Mission points'), msg('Together'), msg('Destroyed'), msg('Halved')], sums)}
<h2>${escaped(msg('Ships'))}</h2>
${grid([msg('Ship'), msg('Player'), msg('Points'), msg('Hull and shields'), msg('Lost'), msg('Scored')], rows)}
<p>${escaped(halfWords())}</p>
<p class="sign">${players.map(({ player }) => `<span>${escaped(nameOf(player))}</span>`).join('')}</p>
</main></body></html>
`;
}

/** The rule for half points, for people to check. */
export const halfWords = () =>
  msg(
    'Half of a ship’s points, rounded up, once half of its hull and shields together, rounded up, is lost. If your event scores differently, its rules decide.',
  );

export function lostWords(lost: ScoreFile['ships'][number]['lost']): string {
  return lost === 'all' ? msg('all') : lost === 'half' ? msg('half') : msg('nothing');
}

function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

const STYLE =
  'body{font:11pt/1.45 sans-serif;color:#111;background:#fff;max-width:190mm;margin:8mm auto}h1{font-size:18pt;margin:0}h2{font-size:12pt;margin:5mm 0 1mm}table{border-collapse:collapse;width:100%}td,th{border-top:.3pt solid #999;padding:1mm 3mm 1mm 0;text-align:left}.sign{display:flex;gap:10mm;margin-top:25mm}.sign span{flex:1;border-top:.5pt solid #111;padding-top:1mm}@page{margin:12mm}';
