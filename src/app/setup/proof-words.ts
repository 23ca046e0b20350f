import { msg, str } from '@lit/localize';
import { type Proof, type ProvingPiece, provingLengthMm } from '../../table/setup/proof.js';
import { figure } from '../../texts/phrase.js';
import { dateLocale, translate } from '../locales/language.js';

const numberWords = (mm: number, digits: number) => translate(figure(mm, digits));

/** "199.8 ± 0.3 mm"; without a sigma for an exact length. */
export function lengthWords(mm: number, sigmaMm?: number): string {
  return sigmaMm === undefined ? `${numberWords(mm, 1)} mm` : `${numberWords(mm, 1)} ± ${numberWords(sigmaMm, sigmaMm < 0.095 ? 2 : 1)} mm`;
}

export function pieceWords(piece: ProvingPiece): string {
  return piece === 'ruler' ? msg('range ruler') : msg(str`straight ${piece.at(-1)!}`);
}

/** "Read 199.8 ± 0.3 mm, it is 200.0 mm: straight 5, 24 November 2026". */
export function proofWords({ piece, readMm, sigmaMm, provedAt }: Proof): string {
  const day = new Date(provedAt).toLocaleDateString(dateLocale(), { dateStyle: 'long' });
  return msg(str`Measured ${lengthWords(readMm, sigmaMm)}, it is ${lengthWords(provingLengthMm(piece))}: ${pieceWords(piece)}, ${day}`);
}

/** "read 199.8 of 200.0 mm": for a sign over the picture. */
export function shortProofWords({ piece, readMm }: Proof): string {
  return msg(str`measured ${numberWords(readMm, 1)} of ${numberWords(provingLengthMm(piece), 1)} mm`);
}
