import { msg, str } from '@lit/localize';
import { html, nothing, svg } from 'lit';
import { type Camera, cameraCentre } from '../../geometry/camera.js';
import { type CameraAdvice, cameraAdvice } from '../../scene/accuracy/camera-advice.js';
import { type ErrorMap, expectedErrors } from '../../scene/accuracy/expected-error.js';
import type { Projection } from '../drawing/projection.js';
import { decimal, translate } from '../locales/language.js';
import type { Worth } from '../picture/worth-words.js';
import type { TableView } from '../state/table-session.js';

const CELLS = 12;
/** Upper limits of the colours, mm: a quarter of a ruler's reading error, half of it, all of it. */
const STEPS_MM = [0.25, 0.5, 1] as const;
/** Movement of the camera below which the expected errors stay; its pose trembles a little from picture to picture. */
const SAME_PLACE_MM = 20;
const SAME_FOCAL = 0.03;
/** Claims that widen or narrow by less than this factor make the same map. */
const SAME_CLAIMS = 1.2;

/** Expected errors of a small base over the mat now, and a better place for the camera. */
export interface ExpectedErrors {
  readonly map: ErrorMap;
  readonly advice: CameraAdvice;
}

/** Computes the errors to expect, which takes some tenths of a second, only when camera, ships or their claims have changed noticeably. */
export function createErrorMap(): (known: TableView) => ExpectedErrors | undefined {
  let last:
    | { readonly camera: Camera; readonly ships: number; readonly claimedMm2: number; readonly found: ExpectedErrors | undefined }
    | undefined;
  return ({ state: { camera }, table }) => {
    if (!camera) return undefined;
    const ships = table.ships.length;
    const claimedMm2 = claimedVarianceMm2(table.jointCovariance);
    if (!last || last.ships !== ships || !isSameCamera(last.camera, camera) || !isSameClaim(last.claimedMm2, claimedMm2)) {
      const seen = { camera, table, ships: table.ships, ...(table.jointCovariance ? { jointCovariance: table.jointCovariance } : {}) };
      const advice = cameraAdvice(seen);
      last = { camera, ships, claimedMm2, found: advice && { map: expectedErrors(seen, CELLS, CELLS), advice } };
    }
    return last.found;
  };
}

/** Sum of the variances that are claimed of all places; 0 where nothing is. */
function claimedVarianceMm2(jointCovariance: readonly number[] = []): number {
  const rows = Math.sqrt(jointCovariance.length);
  return Array.from({ length: rows }, (_, row) => (row % 3 === 2 ? 0 : jointCovariance[row * (rows + 1)]!)).reduce((a, b) => a + b, 0);
}

function isSameClaim(aMm2: number, bMm2: number): boolean {
  return Math.max(aMm2, bMm2) <= SAME_CLAIMS ** 2 * Math.min(aMm2, bMm2);
}

function isSameCamera(a: Camera, b: Camera): boolean {
  const [p, q] = [cameraCentre(a), cameraCentre(b)];
  return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z) < SAME_PLACE_MM && Math.abs(a.fx / b.fx - 1) < SAME_FOCAL;
}

/** The mat in colours; drawn under the ships. */
export function drawErrors({ map }: ExpectedErrors, { widthMm, depthMm }: TableView['table'], projection: Projection) {
  const { columns, rows, sigmaMm } = map;
  const cells = sigmaMm.map((sigma, i) => {
    const left = ((i % columns) / columns) * widthMm;
    const near = (Math.floor(i / columns) / rows) * depthMm;
    const [right, far] = [left + widthMm / columns, near + depthMm / rows];
    const corners = [
      { x: left, y: near },
      { x: right, y: near },
      { x: right, y: far },
      { x: left, y: far },
    ];
    return svg`<path class="error-${sigma === undefined ? 'none' : stepOf(sigma)}" d=${projection.path(corners, true)}></path>`;
  });
  return svg`<g class="errors" aria-hidden="true">${cells}</g>`;
}

function stepOf(sigmaMm: number): number {
  const step = STEPS_MM.findIndex((end) => sigmaMm <= end);
  return step < 0 ? STEPS_MM.length : step;
}

/** Legend of the colours, and advice. */
export function errorLegend(
  errors: ExpectedErrors | undefined,
  { widthMm, depthMm, matSigmaMm }: TableView['state'],
  worth: Worth | undefined,
) {
  if (!errors) return html`<p class="legend">${msg('No mat in view, so there is nothing to show.')}</p>`;
  const ends = [...STEPS_MM.map((end) => `± ${end} mm`), msg('more')];
  return html`<div class="legend" role="status" tabindex="0">
    ${worth ? html`<p>${msg(str`Distances are known to ${worth.text} now.`)} ${worth.why ?? ''}</p>` : nothing}
    <p>${msg('How much of that comes from a small base’s own position, depending on where it stands:')}</p>
    <ul aria-label=${msg('Expected error of a small base’s position')}>${ends.map((end, i) => html`<li><i class="swatch error-${i}"></i>${end}</li>`)}</ul>
    <p>${translate(errors.advice.sentence)}</p>
    ${matSigmaMm === undefined ? nothing : html`<p>${msg(str`From the bases, your mat is ${widthMm.toFixed(0)} × ${depthMm.toFixed(0)} mm ± ${decimal(matSigmaMm, 1)}; this is how well the scale is known.`)}</p>`}
  </div>`;
}
