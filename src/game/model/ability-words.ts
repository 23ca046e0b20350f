import type { Ability, Effect, Target } from './ability.js';

const WHOM = { self: 'its ship', target: 'the chosen ship' } as const;

/** An ability in words, to check what was entered. */
export function abilityWords(ability: Ability): string {
  const when = ability.kind === 'replacement' ? `would gain ${ability.tokens.join(' or ')}: instead, at once` : whenWords(ability);
  const may = ability.isOptional ? 'may' : 'must';
  const bonus = ability.kind === 'ability' && ability.grantsBonusAttack ? ['a bonus attack'] : [];
  const does = [...ability.effects.map(effectWords), ...bonus].join(', ');
  return `${when} · ${may}${ability.target ? ` · ${targetWords(ability.target)}` : ''} · ${does}`;
}

function whenWords({ window, of = 'self', actions, attackRanges }: Extract<Ability, { kind: 'ability' }>): string {
  const whose = of === 'self' ? '' : ` (${of === 'friendly' ? 'another friendly' : 'an enemy'} ship)`;
  const at = attackRanges ? ` ${rangesWords(attackRanges, 'attack range')}` : '';
  return `${window}${whose}${at}${actions ? `: ${actions.join(' or ')}` : ''}`;
}

/** “at range 0, 1”, “beyond range 1”; ranges as in `Target`. */
function rangesWords(ranges: readonly number[], what: 'range' | 'attack range'): string {
  const all = [...new Set(ranges)].sort();
  // What reaches without a gap up to beyond 3 is beyond the range before it.
  const from = all.findIndex((range, i) => range > 0 && all.at(-1) === 4 && 4 - range === all.length - 1 - i);
  const at = from < 0 ? all : all.slice(0, from);
  return [...(at.length > 0 ? [`at ${what} ${at.join(', ')}`] : []), ...(from < 0 ? [] : [`beyond ${what} ${all[from]! - 1}`])].join(
    ' or ',
  );
}

function targetWords({ whose, ranges, isAttackRange, isEach, ownerInArc, inOwnersArc }: Target): string {
  const which = `${isEach ? 'each' : whose === 'enemy' ? 'an' : 'a'} ${whose === 'any' ? '' : `${whose} `}ship ${rangesWords(ranges, isAttackRange ? 'attack range' : 'range')}`;
  const inside = inOwnersArc ? `, in its ${inOwnersArc} arc` : '';
  return `${which}${inside}${ownerInArc ? `, if it is in the ${ownerInArc} arc of that ship` : ''}`;
}

function effectWords(effect: Effect): string {
  switch (effect.does) {
    case 'gain':
      return `${WHOM[effect.who]} gains ${effect.count} ${effect.token}`;
    case 'remove':
      return `${WHOM[effect.who]} removes ${effect.count} ${effect.token}`;
    case 'remove green':
      return `${WHOM[effect.who]} removes all green tokens`;
    case 'transfer':
      return `hands ${effect.count} ${effect.token} on`;
    case 'transfer gained':
      return `hands ${effect.count} of what it would gain on`;
    case 'act':
      return `${WHOM[effect.who]} performs ${effect.isRed ? 'a red ' : ''}${effect.action}`;
    case 'suffer':
      return `${WHOM[effect.who]} suffers ${effect.count} ${effect.damage}`;
    case 'by hand':
      return `by hand: ${effect.text}`;
  }
}
