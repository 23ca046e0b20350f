import type { DiceChange, GameEvent } from './event.js';
import type { GameState } from './game-state.js';
import { answerWord } from './question.js';

type Words = {
  readonly [K in GameEvent['kind']]: (
    event: Extract<GameEvent, { readonly kind: K }>,
    name: (id: string) => string,
    state: GameState,
  ) => string;
};

const signed = (by: number) => (by > 0 ? `+${by}` : String(by));

const WORDS: Words = {
  begin: ({ ships, firstPlayer }) => `The match begins: ${ships.length} ships, player ${firstPlayer} is first`,
  table: () => 'The table changed',
  'which table': ({ counts }) => (counts === 'now' ? 'The table as it is now counts' : 'The table as it was counts'),
  decide: ({ question, answer, by }) => `${by || 'A judge'} decides: ${question.about} ${answerWord(answer)}`,
  'describe ship': ({ ship }) => `${ship.name} is described again`,
  'add ability': ({ ability }, name) => `${name(ability.ship)} has an ability: ${ability.name}`,
  'remove ability': ({ ability }) => `The ability ${ability} is struck from the list`,
  'next phase': () => 'Next phase',
  'set dial': ({ ship, code }, name) => `${name(ship)} sets ${code}`,
  activate: ({ ship }, name) => `${name(ship)} activates`,
  ailerons: ({ code }) => `Adaptive Ailerons: ${code}`,
  reveal: ({ code }) => (code === undefined ? 'The dial is revealed' : `The dial shows ${code}`),
  'change difficulty': ({ by, reason }) => `Difficulty ${by > 0 ? 'up' : 'down'} (${reason})`,
  'replace maneuver': ({ code, reason }) => `${code} instead (${reason})`,
  execute: ({ align }) => `The maneuver is executed${align ? `, placed ${align}` : ''}`,
  act: ({ ship, action, isRed, isPurple, grantedBy }, name) =>
    `${name(ship)}: ${isRed ? 'red ' : isPurple ? 'purple ' : ''}${action}${grantedBy ? ` (${grantedBy})` : ''}`,
  'end activation': () => 'The activation ends',
  engage: ({ ship }, name) => `${name(ship)} engages`,
  'end engaging': () => 'The engagement of the ship ends',
  attack: ({ attacker, isBonus }, name) => `${name(attacker)} ${isBonus ? 'begins a bonus attack' : 'begins an attack'}`,
  'choose weapon': ({ weapon }, _, { ships }) => `Weapon: ${weaponName(ships, weapon)}`,
  'declare defender': ({ defender, range0By }, name) => `Defender: ${name(defender)}${range0By ? ` at range 0 (${range0By})` : ''}`,
  'pay costs': () => 'Costs are paid',
  'no attack': () => 'No attack',
  'adjust dice': ({ dice, by, reason }) => `${signed(by)} ${dice} dice (${reason})`,
  roll: ({ faces, tooFewDice }) => `Roll: ${faces.join(', ') || 'no dice'}${tooFewDice ? ' (the rest follows)' : ''}`,
  modify: ({ by, change }) => `The ${by} modifies: ${changeWords(change)}`,
  done: (_, __, { attacks }) => (attacks.length > 0 ? `Done; next: ${attacks.at(-1)!.step}` : 'Done'),
  neutralize: () => 'Results are neutralized',
  'deal damage': () => 'Damage is dealt',
  trigger: ({ window }) => `Triggered: ${window}`,
  order: () => 'The queue is ordered',
  resolve: ({ target }, name) => `The front of the queue is resolved${target ? ` on ${name(target)}` : ''}`,
  skip: () => 'The front of the queue is not used',
  replace: ({ isUsed, target }, name) =>
    isUsed ? `The replacement effect is used${target ? ` on ${name(target)}` : ''}` : 'The replacement effect is not used',
  tokens: ({ ship, token, by, reason }, name) => `${name(ship)}: ${signed(by)} ${token} (${reason})`,
  lock: ({ ship, target, isHeld, reason }, name) => `${name(ship)} ${isHeld ? 'has' : 'loses'} a lock on ${name(target)} (${reason})`,
  charges: ({ ship, weapon, by, reason }, name, { ships }) =>
    `${name(ship)}: ${signed(by)} charges of ${weaponName(ships, weapon)} (${reason})`,
  'count tokens': ({ ship, token, count }, name) => `${name(ship)} has ${count} ${token} beside it`,
  'point turret': ({ ship, turret }, name) => `The turret of ${name(ship)} points to the ${turret}`,
  suffer: ({ ship, damage, count, reason }, name) => `${name(ship)} suffers ${count} ${damage} (${reason})`,
  flee: ({ ship }, name) => `${name(ship)} flees`,
};

function weaponName(ships: GameState['ships'], weapon: string): string {
  return ships.flatMap(({ weapons }) => weapons).find(({ id }) => id === weapon)?.name ?? weapon;
}

function changeWords(change: DiceChange): string {
  switch (change.with) {
    case 'ability':
      if (change.does === 'set') return `${change.name}: die ${change.die + 1} to ${change.face}`;
      return change.does === 'add' ? `${change.name}: adds ${change.face}` : `${change.name}: rerolls to ${change.faces.join(', ')}`;
    case 'lock':
      return `lock, rerolls to ${change.faces.join(', ')}`;
    default:
      return change.with;
  }
}

/** An event in words, for a list or a log; ships by their names. */
export function eventWords(event: GameEvent, state: GameState): string {
  const name = (id: string) => state.ships.find((ship) => ship.id === id)?.name ?? id;
  const words = WORDS[event.kind] as (event: GameEvent, name: (id: string) => string, state: GameState) => string;
  return words(event, name, state);
}
