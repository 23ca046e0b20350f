import { type Phrase, phrase } from '../../texts/rules-texts.js';
import type { Ability, Effect, Target, Who } from './ability.js';

/** An ability in words, to check its entry. */
export function abilityWords(ability: Ability): Phrase {
  const bonus = ability.kind === 'ability' && ability.grantsBonusAttack ? [phrase('bonus-attack')] : [];
  return phrase(
    'dots',
    whenWords(ability),
    ability.isOptional ? phrase('may') : phrase('must'),
    ...(ability.target ? [targetWords(ability.target)] : []),
    phrase('list', ...ability.effects.map(effectWords), ...bonus),
  );
}

function whenWords(ability: Ability): Phrase {
  if (ability.kind === 'replacement')
    return phrase('would-gain-tokens', phrase('or-list', ...ability.tokens.map((token) => phrase(token))));
  const { window, of = 'self', actions, attackRanges } = ability;
  const whose = of === 'self' ? phrase(window) : phrase(of === 'friendly' ? 'window-of-friendly' : 'window-of-enemy', phrase(window));
  const at = attackRanges ? phrase('words', whose, rangesWords(attackRanges, 'attack range')) : whose;
  return actions ? phrase('colon', at, phrase('or-list', ...actions.map((action) => phrase(action)))) : at;
}

/** “at range 0, 1”, “beyond range 1”; ranges as in `Target`. */
function rangesWords(ranges: readonly number[], what: 'range' | 'attack range'): Phrase {
  const all = [...new Set(ranges)].sort();
  // Ranges without a gap up to beyond 3 are all beyond the range before them.
  const from = all.findIndex((range, i) => range > 0 && all.at(-1) === 4 && 4 - range === all.length - 1 - i);
  const at = from < 0 ? all : all.slice(0, from);
  const [near, far] = what === 'range' ? (['at-range', 'beyond-range'] as const) : (['at-attack-range', 'beyond-attack-range'] as const);
  return phrase(
    'or-list',
    ...(at.length > 0 ? [phrase(near, phrase('list', ...at))] : []),
    ...(from < 0 ? [] : [phrase(far, all[from]! - 1)]),
  );
}

function targetWords({ whose, ranges, isAttackRange, isEach, ownerInArc, inOwnersArc }: Target): Phrase {
  const where = rangesWords(ranges, isAttackRange ? 'attack range' : 'range');
  return phrase(
    'list',
    phrase(`${isEach ? 'each' : 'one'}-${whose}-ship`, where),
    ...(inOwnersArc ? [phrase('in-its-arc', phrase(inOwnersArc))] : []),
    ...(ownerInArc ? [phrase('if-in-arc-of-that-ship', phrase(ownerInArc))] : []),
  );
}

function effectWords(effect: Effect): Phrase {
  switch (effect.does) {
    case 'gain':
      return phrase('gains', whom(effect.who), effect.count, phrase(effect.token));
    case 'remove':
      return phrase('removes', whom(effect.who), effect.count, phrase(effect.token));
    case 'remove green':
      return phrase('removes-green', whom(effect.who));
    case 'transfer':
      return phrase('hands-on', effect.count, phrase(effect.token));
    case 'transfer gained':
      return phrase('hands-on-gained', effect.count);
    case 'act':
      return phrase(effect.isRed ? 'performs-red' : 'performs', whom(effect.who), phrase(effect.action));
    case 'suffer':
      return phrase('suffers-damage', whom(effect.who), effect.count, phrase(effect.damage));
    case 'by hand':
      return phrase('by-hand-text', effect.text);
  }
}

const whom = (who: Who) => phrase(who === 'self' ? 'its-ship' : 'chosen-ship');
