import { BAND_MM, BANDS } from '../../pieces/dimensions.js';
import { PIECE_SIGMA_MM } from '../../pieces/priors.js';
import { template } from '../../pieces/templates.js';

/** Pieces of known length that everybody has at the table, by their names as templates. */
export const PROVING_PIECES = ['straight 1', 'straight 2', 'straight 3', 'straight 4', 'straight 5', 'ruler'] as const;
export type ProvingPiece = (typeof PROVING_PIECES)[number];

/** Ways in which the piece was laid: between two bases and taken away again, or left lying there. */
export const PROOF_WAYS = ['bases', 'piece'] as const;
export type ProofWay = (typeof PROOF_WAYS)[number];

/** A known length that was laid on the table, and what was read of it. */
export interface Proof {
  readonly piece: ProvingPiece;
  readonly by: ProofWay;
  readonly readMm: number;
  /** One standard deviation of the reading, as it was claimed. */
  readonly sigmaMm: number;
  /** ISO 8601, UTC. */
  readonly provedAt: string;
}

/** A reading beyond this many standard deviations is wrong: of honest ones one in twenty is. */
const MAX_SIGMAS = 2;
/** A gap that is farther from every piece was not made by any of them, mm. */
const NEAR_PIECE_MM = 8;

/** Length of a piece, mm. */
export function provingLengthMm(piece: ProvingPiece): number {
  return piece === 'ruler' ? BANDS * BAND_MM : template('straight', Number(piece.at(-1))).lengthMm;
}

/** Whether a reading is as near to the truth as it claims to be, given how exactly pieces are cut. */
export function isProved({ piece, by, readMm, sigmaMm }: Omit<Proof, 'provedAt'>): boolean {
  // The piece's own reading counts how it is cut.
  const claimedMm = Math.hypot(sigmaMm, by === 'bases' ? PIECE_SIGMA_MM : 0);
  return Math.abs(readMm - provingLengthMm(piece)) <= MAX_SIGMAS * claimedMm;
}

/** The piece that fits between two bases with this gap; undefined where none does. */
export function pieceBetween(gapMm: number): ProvingPiece | undefined {
  return PROVING_PIECES.find((piece) => Math.abs(provingLengthMm(piece) - gapMm) <= NEAR_PIECE_MM);
}
