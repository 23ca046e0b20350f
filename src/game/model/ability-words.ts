import type { Ability, Effect, Target } from './ability.js';

const WHOM = { self: 'its ship', target: 'the chosen ship' } as const;

/** An ability in words, to check what was entered. */
export function abilityWords(ability: Ability): string {
  const when = ability.kind === 'replacement' ? `would gain ${ability.tokens.join(' or ')}: instead, at once` : whenWords(ability);
  const may = ability.isOptional ? 'may' : 'must';
  const bonus = ability.kind === 'ability' && ability.grantsBonusAttack ? ['a bonus attack'] : [];
  const does = [...bonus, ...ability.effects.map(effectWords)].join(', ');
  return `${when} · ${may}${ability.target ? ` · ${targetWords(ability.target)}` : ''} · ${does}`;
}

function whenWords({ window, of = 'self', actions }: Extract<Ability, { kind: 'ability' }>): string {
  const whose = of === 'self' ? '' : ` (${of === 'friendly' ? 'another friendly' : 'an enemy'} ship)`;
  return `${window}${whose}${actions ? `: ${actions.join(' or ')}` : ''}`;
}

function targetWords({ whose, ranges, isEach, ownerInArc, inOwnersArc }: Target): string {
  const which = `${isEach ? 'each' : whose === 'enemy' ? 'an' : 'a'} ${whose === 'any' ? '' : `${whose} `}ship at range ${[...ranges].sort().join(', ')}`;
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
