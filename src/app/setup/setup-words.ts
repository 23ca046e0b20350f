import { msg, str } from '@lit/localize';
import type { DistanceSigmas } from '../../scene/accuracy/known-mat.js';
import type { MatSize } from '../../table/setup/mat-size.js';
import type { Setup } from '../../table/setup/setup.js';
import { english } from '../../texts/english.js';
import { type Figure, figure, type Phrase, phrase } from '../../texts/phrase.js';
import { decimal, translate } from '../locales/language.js';
import { shortProofWords } from './proof-words.js';

/** "911 × 917 ± 0.5 mm". */
export function matWords({ widthMm, depthMm, sigmaMm }: MatSize): string {
  return `${shown(widthMm)} × ${shown(depthMm)} ± ${decimal(sigmaMm, sigmaMm < 9.95 ? 1 : 0)} mm`;
}

/** The page's words about a table: that it can be set up, or what is known about it. */
export function chipWords(setup: Setup | undefined): string {
  if (!setup) return msg('Set up this table');
  const known = msg(str`This table is known: mat ${matWords(setup.mat)}`);
  const [proof] = setup.proofs ?? [];
  return proof ? `${known} · ${shortProofWords(proof)}` : known;
}

/** "± 1.3 mm → ± 0.3 mm": a distance between two ships as claimed now, and as it would be. */
export function gainWords({ nowMm, knownMm }: DistanceSigmas): Phrase {
  const [now, known] = [digits(nowMm), digits(knownMm)];
  const isSame = english(now) === english(known);
  return isSame ? phrase('mm-now', now) : phrase('sigma-gain', now, known);
}

function digits(mm: number): Figure {
  return figure(mm, mm < 0.095 ? 2 : 1);
}

function shown(mm: number): string {
  return translate(Number(mm.toFixed(1)));
}
