/** The ship bases that a camera is asked to find. */
export const BASE_SIZES = ['small', 'medium', 'large'] as const;
export type BaseSize = (typeof BASE_SIZES)[number];

/** All bases that may stand on a table: huge ones are placed by hand. */
export const SHIP_BASES = [...BASE_SIZES, 'huge'] as const;
export type ShipBase = (typeof SHIP_BASES)[number];

/** The outline of a ship's base. */
export interface BaseShape {
  readonly base: ShipBase;
  /** Measured length of a huge base, mm; absent: nobody measured it. */
  readonly lengthMm?: number;
}

/** Whether a base is one that flies by templates and that a camera is asked to find; a huge one stands where a hand puts it. */
export function isSquare<T extends { readonly base: ShipBase }>(ship: T): ship is T & { readonly base: BaseSize } {
  return ship.base !== 'huge';
}
