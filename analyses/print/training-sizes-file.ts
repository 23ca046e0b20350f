import {
  BASE_SIDE_MM,
  GUIDE,
  MAT_MM,
  NOMINAL,
  RULER_WIDTH_MM,
  STRAIGHT_STEP_MM,
  TEMPLATE_WIDTH_MM,
  TILE_MM,
  TILE_TOP_MM,
} from '../../src/pieces/dimensions.js';

/** The text of `models/train/sizes.json`: mm and degrees. */
export function trainingSizes(): string {
  const sizes = {
    baseSideMm: BASE_SIDE_MM,
    tileMm: TILE_MM,
    tileTopMm: TILE_TOP_MM,
    guide: GUIDE,
    frontArcDeg: NOMINAL.frontArcDeg,
    bankRadiusMm: NOMINAL.bankRadiusMm,
    turnRadiusMm: NOMINAL.turnRadiusMm,
    straightStepMm: STRAIGHT_STEP_MM,
    templateWidthMm: TEMPLATE_WIDTH_MM,
    rulerWidthMm: RULER_WIDTH_MM,
    matMm: MAT_MM,
  };
  return `${JSON.stringify(sizes, undefined, 2)}\n`;
}
