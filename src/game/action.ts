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
