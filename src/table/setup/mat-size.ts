/** Size of a mat, with one standard deviation of either side, mm. */
export interface MatSize {
  readonly widthMm: number;
  readonly depthMm: number;
  readonly sigmaMm: number;
}

const MM_PER_INCH = 25.4;
/** A tape measure read with care, on cloth. */
const MEASURED_SIGMA_MM = 0.5;
/** Mats that are seen whole from above by the nets; 3 ft is 914.4 mm. */
export const MEASURABLE_MM = { min: 850, max: 980 } as const;
const SHAPE = /^(\d+(?:\.\d+)?)\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(mm|in)?\s*(?:(?:±|\+-)\s*(\d+(?:\.\d+)?)\s*(mm|in)?)?$/i;

/** The same mat looked at from a side next to the one that counted as player 1's: its width is the depth now. */
export function quarterTurned<Mat extends Pick<MatSize, 'widthMm' | 'depthMm'>>(mat: Mat): Mat {
  return { ...mat, widthMm: mat.depthMm, depthMm: mat.widthMm };
}

/**
 * Reads `911x917`, `911x917±0.5`, `911x917+-0.5`, `36x36in` or `36x36in±0.5mm`: width along player 1's side, depth, one standard deviation. A unit that is
 * said once is that of all. Throws with got and expected.
 */
export function parseMatSize(text: string): MatSize {
  const [, width, depth, sizeUnit, sigma, sigmaUnit] = SHAPE.exec(text.trim()) ?? [];
  if (width === undefined || depth === undefined) {
    throw new Error(`mat: got '${text}', expected WIDTHxDEPTH in mm such as 911x917 or 911x917±0.5, or in inches such as 36x36in.`);
  }
  const mmPer = (unit: string | undefined) => (unit?.toLowerCase() === 'in' ? MM_PER_INCH : 1);
  const factor = mmPer(sizeUnit ?? sigmaUnit);
  return checkedMatSize({
    widthMm: factor * Number(width),
    depthMm: factor * Number(depth),
    sigmaMm: sigma === undefined ? MEASURED_SIGMA_MM : mmPer(sigmaUnit ?? sizeUnit) * Number(sigma),
  });
}

/** The same size; throws when no 3 ft mat is so large, with the unit that was probably meant, or when its sigma is not a positive number. */
export function checkedMatSize(mat: MatSize): MatSize {
  const { widthMm, depthMm, sigmaMm } = mat;
  if (!isMeasurableMat(mat)) {
    const expected = `${MEASURABLE_MM.min} to ${MEASURABLE_MM.max} mm each way (3 ft is 914.4 mm)`;
    throw new Error(`mat: got ${shown(widthMm)} × ${shown(depthMm)} mm, expected ${expected}.${meant(mat)}`);
  }
  if (!(Number.isFinite(sigmaMm) && sigmaMm > 0 && sigmaMm <= 30)) {
    throw new Error(
      `mat: got a standard deviation of ${sigmaMm} mm, expected more than 0 and at most 30 mm. A tape measure is good for 0.5.`,
    );
  }
  return mat;
}

function isMeasurable(mm: number): boolean {
  return mm >= MEASURABLE_MM.min && mm <= MEASURABLE_MM.max;
}

/** Whether a mat is about 3 ft each way. */
export function isMeasurableMat({ widthMm, depthMm }: Pick<MatSize, 'widthMm' | 'depthMm'>): boolean {
  return isMeasurable(widthMm) && isMeasurable(depthMm);
}

/** The unit in which these numbers, read as millimetres, would be a mat. */
export function unitMeant({ widthMm, depthMm }: Pick<MatSize, 'widthMm' | 'depthMm'>): 'cm' | 'in' | 'm' | undefined {
  return UNITS.find(({ mm }) => isMeasurableMat({ widthMm: mm * widthMm, depthMm: mm * depthMm }))?.unit;
}

const UNITS = [
  { unit: 'cm', mm: 10 },
  { unit: 'in', mm: MM_PER_INCH },
  { unit: 'm', mm: 1000 },
] as const;

function meant(mat: MatSize): string {
  const as = (factor: number) => `${shown(factor * mat.widthMm)}x${shown(factor * mat.depthMm)}`;
  switch (unitMeant(mat)) {
    case 'cm':
      return ` That looks like centimetres: write ${as(10)}.`;
    case 'in':
      return ` That looks like inches: write ${as(1)}in.`;
    case 'm':
      return ` That looks like metres: write ${as(1000)}.`;
    default:
      return ' Other mats cannot be measured.';
  }
}

function shown(mm: number): string {
  return String(Number(mm.toFixed(2)));
}
