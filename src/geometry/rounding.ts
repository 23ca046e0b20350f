/**
 * The smallest difference, in millimetres, that the program takes for real. Two pieces no farther apart than this touch; a distance no
 * more than this beyond a band line lies in the nearer band. Reason: a scene file of six decimals places a corner of a turned base only
 * to about 1e-6 mm, and doubles at table size carry 1e-12 mm, while the smallest thing anybody builds or measures is 0.01 mm.
 */
export const ROUNDING_MM = 1e-5;
