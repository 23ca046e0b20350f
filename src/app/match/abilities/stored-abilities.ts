import type { Ability } from '../../../game/model/ability.js';
import { readAbility } from '../../../game/model/read-event.js';
import { keep, kept } from '../../ui/storage.js';

const KEY = 'hashmark-abilities';
const MOST = 60;

/** Abilities that players entered before; nothing where the browser keeps nothing, and nothing that is damaged. */
export function keptAbilities(): readonly Ability[] {
  const saved = kept(KEY);
  return Array.isArray(saved) ? saved.flatMap(readable) : [];
}

/** Keeps an ability for other matches; one of the same name is replaced. */
export function keepAbility(ability: Ability): void {
  keep(KEY, [ability, ...keptAbilities().filter(({ name }) => name !== ability.name)].slice(0, MOST));
}

/** Forgets a kept ability; those of matches stay. */
export function forgetAbility({ name }: Pick<Ability, 'name'>): void {
  keep(
    KEY,
    keptAbilities().filter((one) => one.name !== name),
  );
}

function readable(saved: unknown): readonly Ability[] {
  try {
    return [readAbility(saved, 'ability')];
  } catch {
    return [];
  }
}
