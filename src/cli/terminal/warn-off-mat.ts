import { say } from './output.js';

/** Names on standard error the ships that stand wholly beside the mat: no answer counts them. */
export function warnOffMat(command: string, ids: readonly string[]): void {
  for (const id of ids) say(`hashmark ${command}: '${id}' stands wholly beside the mat and is left out.\n`);
}

/** Throws where one of the ships that are asked about is among those that stand wholly beside the mat. */
export function requireOnMat(offMat: readonly string[], asked: readonly string[]): void {
  const gone = offMat.find((id) => asked.includes(id));
  if (gone !== undefined) throw new Error(`Ship '${gone}': stands wholly beside the mat, expected it on the mat. Correct its xMm and yMm.`);
}
