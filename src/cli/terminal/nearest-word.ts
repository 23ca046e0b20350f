/** The word that somebody probably meant: it differs by the fewest letters, no more than a third of them; undefined when none is so near. */
export function nearestWord(got: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, letters: lettersApart(got, word) }))
    .filter(({ word, letters }) => letters <= Math.max(1, Math.floor(word.length / 3)) || (got.length > 1 && word.startsWith(got)))
    .sort((a, b) => a.letters - b.letters);
  return best?.word;
}

/** Levenshtein distance: letters put in, left out or replaced. */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
