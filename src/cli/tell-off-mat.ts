/** Names on standard error the ships that stand wholly beside the mat: no answer counts them. */
export function tellOffMat(command: string, ids: readonly string[]): void {
  for (const id of ids) process.stderr.write(`hashmark ${command}: '${id}' stands wholly beside the mat and is left out.\n`);
}
