import type { MatchMessage } from '../../relay/wire/messages.js';

type Tokens = MatchMessage['ships'][number]['tokens'];
type Face = NonNullable<MatchMessage['attack']>['attackDice'][number];

const FACES: readonly Face[] = ['blank', 'focus', 'hit', 'crit', 'evade'];
const MAX_TOKENS = 1000;
const MAX_KINDS = 40;
const MAX_DICE = 64;
const MAX_WHOLE = 1000;

/** Tokens as typed: “focus, 2 stress”. */
export function tokensText(tokens: Tokens): string {
  return tokens.map(({ kind, count }) => (count === 1 ? kind : `${count} ${kind}`)).join(', ');
}

/** Reads typed tokens; the same kind twice is one of both. What has no name is passed over. */
export function tokensIn(typed: string): Tokens {
  const counts = new Map<string, number>();
  for (const part of typed.split(/[,;]/)) {
    const [, before, kind = '', after] = /^\s*(\d+)?\s*[x×]?\s*(\D*?)\s*[x×]?\s*(\d+)?\s*$/i.exec(part) ?? [];
    const name = kind.trim().toLowerCase().slice(0, MAX_KINDS);
    const count = Number(before ?? after ?? 1);
    if (name && count > 0) counts.set(name, Math.min(MAX_TOKENS, (counts.get(name) ?? 0) + count));
  }
  return [...counts].slice(0, MAX_KINDS).map(([kind, count]) => ({ kind, count }));
}

/** Reads a typed whole number from 0 to `MAX_WHOLE`; undefined: nothing was typed, or no number. */
export function wholeIn(typed: string): number | undefined {
  const number = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? Math.min(MAX_WHOLE, Math.max(0, Math.round(number))) : undefined;
}

/** Dice as typed: “hit hit focus”. */
export function diceText(dice: readonly Face[]): string {
  return dice.join(' ');
}

/** Reads typed dice by their first letters, with or without spaces between: “hit crit”, “h c”, “hhf”. */
export function diceIn(typed: string): Face[] {
  const words = typed.toLowerCase().split(/[^a-z]+/);
  const faceOf = (letter: string) => FACES.find((face) => face.startsWith(letter));
  const isWord = (word: string) => FACES.some((face) => face === word || `${face}s` === word);
  return words.flatMap((word) => (isWord(word) ? [word[0]!] : [...word]).flatMap((letter) => faceOf(letter) ?? [])).slice(0, MAX_DICE);
}
