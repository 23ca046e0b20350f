export const TOKEN_KINDS = [
  'focus',
  'evade',
  'calculate',
  'reinforce',
  'stress',
  'strain',
  'deplete',
  'ion',
  'jam',
  'tractor',
  'disarm',
  'cloak',
  'force',
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Number of each token beside a ship; never below 0. */
export type Tokens = Readonly<Record<TokenKind, number>>;

export const NO_TOKENS: Tokens = Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, 0])) as Record<TokenKind, number>;

/** Green tokens, which a jam token takes away. */
export const GREEN: readonly TokenKind[] = ['focus', 'evade', 'calculate', 'reinforce'];

/** Round tokens, which leave in the End Phase; square ones (stress, strain, deplete, ion), cloak tokens and force charges stay, of which one comes back then. */
export const ROUND: readonly TokenKind[] = ['focus', 'evade', 'calculate', 'reinforce', 'jam', 'tractor', 'disarm'];

/** Tokens whose text forbids the ship's attacks, unless a card says otherwise: people say whether it attacks. */
export const HOLD_FIRE: readonly TokenKind[] = ['disarm', 'cloak'];

/** Adds (or with a negative number removes) tokens, never below 0. */
export function withTokens(tokens: Tokens, kind: TokenKind, by: number): Tokens {
  return { ...tokens, [kind]: Math.max(0, tokens[kind] + by) };
}

/** The green tokens a ship has, as kinds. */
export function greenOf(tokens: Tokens): readonly TokenKind[] {
  return GREEN.filter((kind) => tokens[kind] > 0);
}
