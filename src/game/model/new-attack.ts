import type { Attack } from './game-state.js';

/** An attack before its first step; `queueBelow` entries of the queue wait for its end. */
export function newAttack(attacker: string, isBonus: boolean, queueBelow: number): Attack {
  return {
    attacker,
    isBonus,
    queueBelow,
    step: 'choose weapon',
    weapon: undefined,
    defender: undefined,
    facts: undefined,
    range0By: undefined,
    attackAdjustments: [],
    defenseAdjustments: [],
    attackDice: [],
    defenseDice: [],
    uncancelled: undefined,
    damage: [],
  };
}
