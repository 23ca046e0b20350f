/** The signs of x and y at the corners of a rectangle about a piece's origin, x right and y forward: front left first, then clockwise. */
export const CORNER_SIGNS = [
  [-1, 1],
  [1, 1],
  [1, -1],
  [-1, -1],
] as const;
