import type { Ability } from '../../game/ability.js';
import { readAbility } from '../../game/read-event.js';

const KEY = 'hashmark-abilities';
const MOST = 60;

/** Abilities that players entered before, without their ships; nothing where the browser keeps nothing, and nothing that is damaged. */
export function keptAbilities(): readonly Ability[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(saved) ? saved.flatMap(readable) : [];
  } catch {
    return [];
  }
}

/** Keeps an ability for other matches; one of the same name is replaced. */
export function keepAbility(ability: Ability): void {
  const rest = keptAbilities().filter(({ name }) => name !== ability.name);
  try {
    localStorage.setItem(KEY, JSON.stringify([ability, ...rest].slice(0, MOST)));
  } catch {
    // A private window may forbid it; the ability then lasts as long as the match.
  }
}

function readable(saved: unknown): readonly Ability[] {
  try {
    return [readAbility(saved, 'ability')];
  } catch {
    return [];
  }
}
