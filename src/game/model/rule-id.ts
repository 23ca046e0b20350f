/** Number of rules in each part of docs/rule-list.md; an answer that refuses something names one of their ids. */
const COUNTS = { MAN: 29, RNG: 11, ATK: 21, QUE: 8 } as const;
const EXAMPLES = ['QUE-EX1', 'QUE-EX2'] as const;

export type RuleId = `${keyof typeof COUNTS}-${number}` | (typeof EXAMPLES)[number];

/** All ids, in the order of the list. */
export const RULE_IDS: readonly RuleId[] = [
  ...Object.entries(COUNTS).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, i) => `${family}-${String(i + 1).padStart(2, '0')}` as RuleId),
  ),
  ...EXAMPLES,
];
