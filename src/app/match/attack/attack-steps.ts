import type { AttackStep } from '../../../game/model/game-state.js';
import { type Phrase, phrase } from '../../../texts/rules-texts.js';

/** The five steps of the rules, and the aftermath; each with its steps of the engine. */
export const ATTACK_PARTS: readonly { readonly title: Phrase; readonly steps: readonly AttackStep[] }[] = [
  { title: phrase('declare-target'), steps: ['choose weapon', 'declare defender', 'pay costs'] },
  { title: phrase('attack-dice'), steps: ['roll attack', 'defender modifies attack', 'attacker modifies attack'] },
  { title: phrase('defense-dice'), steps: ['roll defense', 'attacker modifies defense', 'defender modifies defense'] },
  { title: phrase('part-neutralize'), steps: ['neutralize'] },
  { title: phrase('part-damage'), steps: ['deal damage'] },
  { title: phrase('after-attack'), steps: ['after 1', 'after 2', 'after 3', 'after 4'] },
];

/** Names of the steps. */
export const STEP_WORDS: Readonly<Record<AttackStep, Phrase>> = {
  'choose weapon': phrase('choose-weapon'),
  'declare defender': phrase('declare-defender-here-map'),
  'pay costs': phrase('pay-costs'),
  'roll attack': phrase('roll-attack-dice'),
  'defender modifies attack': phrase('defender-modifies-attack-dice'),
  'attacker modifies attack': phrase('attacker-modifies-attack-dice'),
  'roll defense': phrase('roll-defense-dice'),
  'attacker modifies defense': phrase('attacker-modifies-defense-dice'),
  'defender modifies defense': phrase('defender-modifies-defense-dice'),
  neutralize: phrase('hits-cancelled-first-then'),
  'deal damage': phrase('all-hits-then-all'),
  'after 1': phrase('now-after-1'),
  'after 2': phrase('now-after-2'),
  'after 3': phrase('now-after-3'),
  'after 4': phrase('now-after-4'),
};
