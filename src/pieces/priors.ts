/** Priors of a camera, a mat and its bases: each value with its unit and source. */

/** Standard deviation of a side of a mat sold as 3 ft from 914.4 mm: cloth varies, one maker's mats are said to be 6 to 12 mm small. */
export const MAT_SIGMA_MM = 3.5;

/** The same beside a printed board: the board determines the scale, so that the mat may be of any make. */
export const MAT_BESIDE_BOARD_SIGMA_MM = 5;

/** Standard deviation of the width less the depth of a mat that should be square: with MAT_SIGMA_MM for either side they stretch nearly independently. */
export const SQUARE_SIGMA_MM = 6;

/** Focal length of an unknown phone or webcam, in units of the picture's long side: about 49° to 79° across (one standard deviation). */
export const FOCAL_PRIOR = { ratio: 0.82, logSigma: 0.3 } as const;

/** Standard deviations of the radial distortion of an unknown lens (`docs/conventions.md`, the camera model). */
export const DISTORTION_SIGMA = { k1: 0.1, k2: 0.04 } as const;

/** Standard deviation of the principal point of an unknown camera from the picture's middle, in units of its long side. */
export const CENTRE_SIGMA = 0.008;
/** The same of a picture that somebody has cut out of a larger one. */
export const CROPPED_CENTRE_SIGMA = 0.2;

/** Standard deviation of the height of the tiles of one size from TILE_TOP_MM above the mat: makes differ; assumed, no source measured it. */
export const TILE_TOP_SIGMA_MM = 0.7;

/** Play of a printed tile in its base, along either axis: it is loose by some tenths of a millimetre; assumed, no source measured it. */
export const TILE_SHIFT_SIGMA_MM = 0.3;

/** Standard deviation of a tile's turn in its base: the play of a small one's ends, 0.24 mm at 20 mm from its middle. */
export const TILE_TURN_SIGMA_RAD = 0.012;

/** Standard deviation by which a tile is shorter and narrower than TILE_MM on each side: nothing, or a lip's width on other makes; one each for a picture. */
export const TILE_TRIM_SIGMA_MM = 0.5;

/**
 * Bases are moulded to size, but the net sees them all a little too small or too large alike; relative. Of simulated tables by 0.4 %, of
 * path-traced ones, and of those of other programs, by 1 to 2 %: rounded edges, contact shadows.
 */
export const PLASTIC_SIGMA = 0.008;

/**
 * Standard deviation of the distance at which a mat's edge is seen outside of its side, all along it: a hem, a rim, a bow of the cloth. Without it, of 91 tables that no net has seen, those
 * coordinates that were claimed to 0.4 mm were 1.9 sigma off, with it 1.0.
 */
export const EDGE_OFFSET_SIGMA_MM = 0.5;

/** Standard deviation with which a straight template or the ruler is cut and two bases are pushed against its ends: five measured sets differ by ±0.25 mm (danrs/xwing-templates). */
export const PIECE_SIGMA_MM = 0.25;
