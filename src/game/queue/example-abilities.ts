import type { Ability } from '../model/ability.js';

/**
 * The abilities that the rules text itself quotes in its two examples of the queue, each for one ship. All others are entered by players:
 * card texts are not shipped.
 */
export const EXAMPLE_ABILITIES = {
  jakeFarrell: (ship: string): Ability => ({
    kind: 'ability',
    id: `jake-farrell-${ship}`,
    name: 'Jake Farrell',
    ship,
    isOptional: true,
    window: 'after action',
    actions: ['barrel roll', 'boost'],
    target: { whose: 'friendly', ranges: [0, 1] },
    effects: [{ does: 'act', who: 'target', action: 'focus', isRed: false }],
  }),
  aWing: (ship: string): Ability => ({
    kind: 'ability',
    id: `a-wing-${ship}`,
    name: 'A-wing ship ability',
    ship,
    isOptional: true,
    window: 'after action',
    effects: [{ does: 'act', who: 'self', action: 'boost', isRed: true }],
  }),
  chopper: (ship: string): Ability => ({
    kind: 'ability',
    id: `chopper-${ship}`,
    name: '“Chopper”',
    ship,
    isOptional: false,
    window: 'start of engagement',
    target: { whose: 'enemy', ranges: [0], isEach: true },
    effects: [{ does: 'gain', who: 'target', token: 'jam', count: 2 }],
  }),
  kyleKatarn: (ship: string): Ability => ({
    kind: 'ability',
    id: `kyle-katarn-${ship}`,
    name: 'Kyle Katarn',
    ship,
    isOptional: true,
    window: 'start of engagement',
    target: { whose: 'friendly', ranges: [0, 1, 2, 3] },
    effects: [{ does: 'transfer', token: 'focus', count: 1 }],
  }),
  oldTeroch: (ship: string): Ability => ({
    kind: 'ability',
    id: `old-teroch-${ship}`,
    name: 'Old Teroch',
    ship,
    isOptional: true,
    window: 'start of engagement',
    target: { whose: 'enemy', ranges: [1], ownerInArc: 'front' },
    effects: [{ does: 'remove green', who: 'target' }],
  }),
  staticDischargeVanes: (ship: string): Ability => ({
    kind: 'replacement',
    id: `static-discharge-vanes-${ship}`,
    name: 'Static Discharge Vanes',
    ship,
    isOptional: true,
    tokens: ['ion', 'jam'],
    target: { whose: 'any', ranges: [0, 1] },
    effects: [
      { does: 'gain', who: 'self', token: 'stress', count: 1 },
      { does: 'transfer gained', count: 1 },
    ],
  }),
} as const;
