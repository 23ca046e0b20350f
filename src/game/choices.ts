import { phrase } from '../texts/rules-texts.js';
import { attackChoices } from './choices/attack-choices.js';
import { phaseChoices } from './choices/phase-choices.js';
import { type Proposal, variant } from './choices/proposal.js';
import { queueChoices, replacementChoices } from './choices/queue-choices.js';
import type { GameEvent } from './model/event.js';
import type { GameState } from './model/game-state.js';
import { attackOf, knownShip, weaponOf } from './model/lookup.js';
import { answerWord, type OpenQuestion } from './model/question.js';
import { isRefusal, type Refusal } from './model/refusal.js';
import { reduce } from './reduce.js';
import { weaponRefusal } from './steps/attack-declare.js';

/** Something that could be done next: allowed, or why not. */
export interface Choice extends Proposal {
  readonly refusal?: Refusal;
}

/**
 * Everything that the rules provide for now, each with its refusal where they forbid it: every dial, action, weapon, defender, way to spend
 * a token, order of the queue, and every ruling on what is too close to call. The engine itself is asked, so the two never differ. Left out
 * is what only people and cameras can say: another table, dice that lie on the table, abilities and tokens by hand.
 */
export function choices(state: GameState): readonly Choice[] {
  const found = proposals(state).map((proposal) => asked(state, proposal));
  return [...found, ...rulings(state, found)];
}

/** The same without variants and rulings: what a page offers as a list. */
export function mainChoices(state: GameState): readonly Choice[] {
  return proposals(state)
    .filter(({ isVariant }) => !isVariant)
    .map((proposal) => asked(state, proposal));
}

function asked(state: GameState, proposal: Proposal): Choice {
  const against = refusalOf(state, proposal.event) ?? extraRefusal(state, proposal.event);
  return against ? { ...proposal, refusal: against } : proposal;
}

/** Why the rules would not take an event now; undefined: they would. */
export function refusalOf(state: GameState, event: GameEvent): Refusal | undefined {
  const next = reduce(state, event);
  return isRefusal(next) ? next : undefined;
}

/** A weapon without any valid target may be named by the rules, but it leads nowhere (ATK-07). */
function extraRefusal(state: GameState, event: GameEvent): Refusal | undefined {
  if (event.kind !== 'choose weapon') return undefined;
  const attacker = knownShip(state, attackOf(state)!.attacker);
  return weaponRefusal(state, attacker, weaponOf(attacker, event.weapon)!);
}

function proposals(state: GameState): readonly Proposal[] {
  if (state.changedTable) {
    return [
      { label: phrase('table-counts'), event: { kind: 'which table', counts: 'before' } },
      { label: phrase('table-now-counts'), event: { kind: 'which table', counts: 'now' } },
    ];
  }
  if (state.replacing.length > 0) return replacementChoices(state);
  const attack = attackOf(state);
  if (state.queue.length > (attack?.queueBelow ?? 0)) return queueChoices(state);
  return attack ? attackChoices(state, attack) : phaseChoices(state);
}

/** The rulings that a judge may give on the open questions of choices, each once. */
function rulings(state: GameState, found: readonly Choice[]): readonly Choice[] {
  const open = new Map<string, OpenQuestion>();
  for (const { refusal } of found) for (const one of refusal?.open ?? []) open.set(JSON.stringify(one.question), one);
  return [...open.values()].flatMap(({ question, outcomes }) =>
    outcomes.map(({ answer }) =>
      asked(state, variant(phrase('judge', phrase(question.about), answerWord(answer)), { kind: 'decide', question, answer })),
    ),
  );
}
