import type { Difficulty } from '../../pieces/maneuver.js';
import { type Tokens, withTokens } from './tokens.js';

const LADDER: readonly Difficulty[] = ['blue', 'white', 'red'];

/** Tokens that a blue maneuver removes. The long text removes strain too; the older short text knows stress only (MAN-04). */
export type BlueRemoves = 'stress and strain' | 'stress only';

/** One step harder: blue to white, white to red; red stays red (MAN-07). */
export function increased(difficulty: Difficulty): Difficulty {
  return LADDER[Math.min(LADDER.indexOf(difficulty) + 1, LADDER.length - 1)]!;
}

/** One step easier: red to white, white to blue; blue stays blue (MAN-08). */
export function decreased(difficulty: Difficulty): Difficulty {
  return LADDER[Math.max(LADDER.indexOf(difficulty) - 1, 0)]!;
}

/** The tokens of a ship after a blue maneuver (MAN-04). */
export function afterBlue(tokens: Tokens, blueRemoves: BlueRemoves): Tokens {
  const calmer = withTokens(tokens, 'stress', -1);
  return blueRemoves === 'stress only' ? calmer : withTokens(calmer, 'strain', -1);
}

/** Whether a ship is stressed: it has a stress token (MAN-05). */
export function isStressed(tokens: Tokens): boolean {
  return tokens.stress > 0;
}
