export const ACTIONS = [
  'focus',
  'calculate',
  'evade',
  'lock',
  'barrel roll',
  'boost',
  'reinforce',
  'reload',
  'rotate arc',
  'coordinate',
  'jam',
  'cloak',
  'slam',
] as const;
export type ActionName = (typeof ACTIONS)[number];

export const ACTION_COLORS = ['white', 'red', 'purple'] as const;
/** A red action gives stress, a purple one costs a force charge. */
export type ActionColor = (typeof ACTION_COLORS)[number];

/** An action as it stands on a ship's action bar, and the one that may follow it. */
export interface BarAction {
  readonly action: ActionName;
  readonly color: ActionColor;
  readonly linked?: Omit<BarAction, 'linked'>;
}

/** Value of `grantedBy` for an action that the bar links to the one just performed. */
export const LINKED_ACTION = 'linked action';

/**
 * Reads an action of the facts: `lock`, `red boost`, or with the action that may follow it, `barrel roll > red lock`. Throws on anything
 * else.
 */
export function parseBarAction(text: string): BarAction {
  const [first, then, ...rest] = text.split(' > ').map(parseOne);
  if (!first || rest.length > 0) throw new Error(`Action '${text}': expected one action and at most one that follows it.`);
  return { ...first, ...(then && { linked: then }) };
}

/** An action in the words that parseBarAction reads. */
export function barActionWords({ action, color, linked }: BarAction): string {
  const one = `${color === 'white' ? '' : `${color} `}${action}`;
  return linked ? `${one} > ${barActionWords(linked)}` : one;
}

function parseOne(text: string): BarAction {
  const color = ACTION_COLORS.find((one) => text.startsWith(`${one} `)) ?? 'white';
  const name = text.replace(/^(white|red|purple) /, '');
  const action = ACTIONS.find((one) => one === name);
  if (!action) throw new Error(`Action '${text}': got ${name}, expected one of ${ACTIONS.join(', ')}.`);
  return { action, color };
}
