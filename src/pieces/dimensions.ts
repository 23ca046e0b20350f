import type { BaseSize, ShipBase } from './base-size.js';

/**
 * Every physical number of the game in one place. Lengths in millimetres, angles in degrees, because that is how the sources give them.
 * Sources by short name: TTS = JohnnyCheese/TTS_X-Wing2.0 (Dim.lua, ArcCheck.lua, MoveLUT.lua, Small_base_Template.obj),
 * VASSAL = Mu0n/XWVassal (masks and Java at 2.825 px/mm), traj = tjakubo2/xwing_traj, danrs = danrs/xwing-templates (measurements of
 * five physical template sets, 0.02 mm resolution), cbasse = c-basse/c-basse, RR = the rules reference, Fly = Sandrem/FlyCasual.
 */

/** Side of the square base, guides excluded. TTS, Fly, cbasse agree; VASSAL's medium mask is 60.5, one blog claims 64. */
export const BASE_SIDE_MM: Readonly<Record<BaseSize, number>> = { small: 40, medium: 60, large: 80 };

/**
 * Huge base: width × length. All sources agree about the width; about the length they do not: 221 (TTS, second edition), 195.04 and 224.78 (VASSAL,
 * first edition), 192 and 224 (jmthompson2015). So the length is asked for, and where nobody has measured it nothing at such a base is certain.
 */
export const HUGE_BASE = { widthMm: 80, lengthMm: 221 } as const;

/** Guides: two in front, two at the rear, at ±x, the same on every size. TTS mesh 10.0–13.0, 1.50 out, 2.4 tall; VASSAL mask 10.09–13.63, 1.77 out. */
export const GUIDE = { innerMm: 10, outerMm: 13.3, protrusionMm: 1.6, heightMm: 2.4 } as const;

/** Movement templates and the gap between two guides: 20 (TTS, VASSAL, danrs, cbasse). */
export const TEMPLATE_WIDTH_MM = 20;

/** Straight n is n times as long (TTS, VASSAL, danrs, cbasse: 40, 80, 120, 160, 200). */
export const STRAIGHT_STEP_MM = 40;
/** Change of facing by a bank and by a turn, degrees (rules text; traj, TTS, VASSAL). danrs suggests a little more, unproven. */
export const BANK_TURN_DEG = 45;
export const TURN_TURN_DEG = 90;

/** One band of the ruler; three bands (TTS, VASSAL 282.5 px, RR). */
export const BAND_MM = 100;
export const BANDS = 3;
/** Width of the range ruler, which is the bullseye's width by rule (RR): 15.0 (BoLS article, cbasse). */
export const RULER_WIDTH_MM = 15;

/** The numbers on which the sources disagree; a player's own templates are one more value of this type. */
export interface PhysicalSet {
  readonly name: string;
  readonly source: string;
  /** Radius of the template's centre line for speeds 1, 2, 3. */
  readonly bankRadiusMm: readonly [number, number, number];
  readonly turnRadiusMm: readonly [number, number, number];
  readonly bullseyeWidthMm: number;
  /** Opening angle of the front arc (the rear arc is its mirror image, the side arcs are the rest). */
  readonly frontArcDeg: Readonly<Record<ShipBase, number>>;
}

/** Dimensions on which virtual tables agree, and the default: traj/TTS/VASSAL radii, TTS and VASSAL arc angles, bullseye as wide as the ruler. */
export const NOMINAL: PhysicalSet = {
  name: 'nominal',
  source: 'traj bank.m and turn.m, TTS ArcCheck.lua, VASSAL BumpableWithShape.java, RR for the bullseye',
  bankRadiusMm: [80, 130, 180],
  turnRadiusMm: [35, 62.5, 90],
  bullseyeWidthMm: RULER_WIDTH_MM,
  // Huge: TTS alone.
  frontArcDeg: { small: 81.24, medium: 82.8, large: 83.52, huge: 82.9 },
};

/** Radii as measured on five physical sets, assuming exact 45° and 90° arcs (outer chords, mean of five, danrs template_dimensions.xlsx). */
export const MEASURED: PhysicalSet = {
  ...NOMINAL,
  name: 'measured',
  source: 'danrs template_dimensions.xlsx, mean of five physical sets; arcs and bullseye as nominal',
  bankRadiusMm: [82.31, 131.75, 181.25],
  turnRadiusMm: [35.45, 62.26, 89.24],
};

/** The rounded radii that danrs drew his own templates with. */
export const MEASURED_ROUNDED: PhysicalSet = {
  ...NOMINAL,
  name: 'measured-rounded',
  source: 'danrs templates/movement_templates.svg; arcs and bullseye as nominal',
  bankRadiusMm: [82, 131, 181],
  turnRadiusMm: [35.5, 62, 89],
};

/** An independent simulator's numbers. */
export const CBASSE: PhysicalSet = {
  name: 'cbasse',
  source: 'cbasse js/ShipState_drawing.js and js/global_constants.js',
  bankRadiusMm: [82.5, 132.5, 182],
  turnRadiusMm: [35.5, 63, 89.5],
  bullseyeWidthMm: 15,
  frontArcDeg: { small: 81.39, medium: 82.7, large: 83.97, huge: 82.9 },
};

/** VASSAL's narrower bullseye (14.79), everything else nominal. */
export const VASSAL: PhysicalSet = { ...NOMINAL, name: 'vassal', source: 'VASSAL BumpableWithShape.java', bullseyeWidthMm: 14.79 };

/** The bullseye as the TTS mod checks it (14.0), everything else nominal. */
export const TTS: PhysicalSet = { ...NOMINAL, name: 'tts', source: 'TTS ArcCheck.lua', bullseyeWidthMm: 14 };

/** The named sets a player can choose from; the first is the default. Adding one is adding a row. */
export const PHYSICAL_SETS: readonly PhysicalSet[] = [NOMINAL, MEASURED, MEASURED_ROUNDED, CBASSE, VASSAL, TTS];

/** Side of the play area and of a mat as sold: 3 ft (Fly 91.44 cm, VASSAL 914.3); cloth varies by some millimetres. */
export const MAT_MM = 914.4;

/** Width and length of the printed tile, mm: those of Hinny/strange-eons-xwing2, a generator of tokens; medium confidence, nobody measured one. */
export const TILE_MM: Readonly<Record<BaseSize, readonly [number, number]>> = { small: [34, 40], medium: [54, 60], large: [72, 80] };

/** Expected height of the tile's top above the mat, mm; one height is solved for each picture and size, because real bases differ (`TILE_TOP_SIGMA_MM`). */
export const TILE_TOP_MM = 4.9;

/** Height of the rails that hold the tile, above the mat, mm (TTS mesh, a fan's; low confidence). */
export const RAIL_TOP_MM = 6.8;
