import type { AttackStep } from '../../../game/model/game-state.js';

/** The five steps of the rules, and what follows; each with the steps of the engine that belong to it. */
export const ATTACK_PARTS: readonly { readonly title: string; readonly steps: readonly AttackStep[] }[] = [
  { title: 'Declare target', steps: ['choose weapon', 'declare defender', 'pay costs'] },
  { title: 'Attack dice', steps: ['roll attack', 'defender modifies attack', 'attacker modifies attack'] },
  { title: 'Defense dice', steps: ['roll defense', 'attacker modifies defense', 'defender modifies defense'] },
  { title: 'Neutralize', steps: ['neutralize'] },
  { title: 'Damage', steps: ['deal damage'] },
  { title: 'After the attack', steps: ['after 1', 'after 2', 'after 3', 'after 4'] },
];

/** What is done at each step. */
export const STEP_WORDS: Readonly<Record<AttackStep, string>> = {
  'choose weapon': 'Choose a weapon',
  'declare defender': 'Declare the defender: here or on the map',
  'pay costs': 'Pay the costs',
  'roll attack': 'Roll attack dice',
  'defender modifies attack': 'The defender modifies attack dice',
  'attacker modifies attack': 'The attacker modifies attack dice',
  'roll defense': 'Roll defense dice',
  'attacker modifies defense': 'The attacker modifies defense dice',
  'defender modifies defense': 'The defender modifies defense dice',
  neutralize: 'Hits are cancelled first, then crits',
  'deal damage': 'All hits, then all crits',
  'after 1': '1. The defender’s “after you defend”',
  'after 2': '2. The attacker’s “after you perform an attack”',
  'after 3': '3. The defender’s bonus attacks',
  'after 4': '4. The attacker’s bonus attacks',
};
