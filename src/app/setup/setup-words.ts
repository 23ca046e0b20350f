import { msg, str } from '@lit/localize';
import type { DistanceSigmas } from '../../scene/accuracy/known-mat.js';
import type { MatSize } from '../../table/setup/mat-size.js';
import type { Setup } from '../../table/setup/setup.js';

/** "911 × 917 ± 0.5 mm". */
export function matWords({ widthMm, depthMm, sigmaMm }: MatSize): string {
  return `${shown(widthMm)} × ${shown(depthMm)} ± ${sigmaMm < 9.95 ? sigmaMm.toFixed(1) : sigmaMm.toFixed(0)} mm`;
}

/** What the page says of a table: that it can be set up, or what is known of it. */
export function chipWords(setup: Setup | undefined): string {
  return setup ? msg(str`This table is known: mat ${matWords(setup.mat)}`) : msg('Set up this table');
}

/** "± 1.3 mm → ± 0.3 mm": a distance between two ships as it is claimed, and as it would be. */
export function gainWords({ nowMm, knownMm }: DistanceSigmas): string {
  const [now, known] = [digits(nowMm), digits(knownMm)];
  return now === known ? `± ${now} mm, as now` : `± ${now} mm → ± ${known} mm`;
}

function digits(mm: number): string {
  return mm < 0.095 ? mm.toFixed(2) : mm.toFixed(1);
}

function shown(mm: number): string {
  return String(Number(mm.toFixed(1)));
}
