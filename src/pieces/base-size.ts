/** The ship bases that a camera is asked to find. */
export const BASE_SIZES = ['small', 'medium', 'large'] as const;
export type BaseSize = (typeof BASE_SIZES)[number];
