import { type BarAction, parseBarAction } from '../model/action.js';
import { type KnownPilot, primaryWeapon, printedNumbers, type ShipKind, type ShipNumbers, SPECIAL_WEAPONS } from './ship-facts.js';
import facts from './upgrade-facts.json' with { type: 'json' };

/** Changes that a card makes to numbers, beside what its text says. */
interface Effect {
  readonly agility?: number;
  readonly hull?: number;
  readonly shields?: number;
  /** Dice of the front primary weapon. */
  readonly attack?: number;
  /** It gives a front primary weapon of this value. */
  readonly frontWeapon?: number;
  /** The front primary weapon fires in the arc of the turret. */
  readonly turnsFront?: boolean;
  readonly actions?: readonly string[];
  /** Force charges. */
  readonly force?: number;
}

const NAMES: Readonly<Record<string, string>> = facts.names;
const EFFECTS: Readonly<Record<string, Effect>> = facts.effects;
const WHOLE: ReadonlySet<string> = new Set(facts.whole);
const WEAPONS: ReadonlyMap<string, boolean> = new Map(SPECIAL_WEAPONS.map(({ weapon, isWhole }) => [weapon.id, isWhole]));

const own = <T>(table: Readonly<Record<string, T>>, id: string) => (Object.hasOwn(table, id) ? table[id] : undefined);

/** Whether a card is one of SPECIAL_WEAPONS. */
export const isSpecialWeapon = (id: string) => WEAPONS.has(id);

/** Whether all that a card does is in the numbers: nothing of it is left for the players to apply. */
export const isCountedWhole = (id: string) => WHOLE.has(id) || WEAPONS.get(id) === true;

/** Ids of all cards with their names. */
export const cardNames = (): readonly (readonly [string, string])[] => Object.entries(NAMES);

/** Whether an id is exactly that of a card on the list. */
export const isCardId = (id: string) => Object.hasOwn(NAMES, id);

/**
 * The name of a card; where the list lacks an id that ends in a slot or ship, that of the card without the ending. Undefined: not on the
 * list.
 */
export function cardName(id: string): string | undefined {
  return own(NAMES, id) ?? own(NAMES, id.replace(/-.*$/, ''));
}

/** The numbers of a ship with its pilot's card and its upgrades, as far as those are facts. */
export function numbersWith(kind: ShipKind, pilot: KnownPilot | undefined, upgrades: readonly string[]): ShipNumbers {
  return upgrades.reduce((numbers, id) => withEffect(numbers, own(EFFECTS, id) ?? {}), printedNumbers(kind, pilot));
}

function withEffect(numbers: ShipNumbers, { attack = 0, frontWeapon, turnsFront, actions = [], ...effect }: Effect): ShipNumbers {
  const changed = numbers.weapons.map((weapon) =>
    weapon.arc !== 'front' ? weapon : { ...weapon, value: weapon.value + attack, ...(turnsFront && { arc: 'single turret' as const }) },
  );
  const added = frontWeapon ? [primaryWeapon('front', frontWeapon, `primary-${changed.length + 1}`, 'Primary, front arc')] : [];
  const force = (numbers.force ?? 0) + (effect.force ?? 0);
  return {
    agility: Math.max(0, numbers.agility + (effect.agility ?? 0)),
    hull: numbers.hull + (effect.hull ?? 0),
    shields: Math.max(0, numbers.shields + (effect.shields ?? 0)),
    weapons: [...changed, ...added],
    actions: actions.map(parseBarAction).reduce(withAction, numbers.actions),
    ...(force > 0 && { force }),
  };
}

/** Adds an action unless the bar already has it in the same colour and with the same that may follow it. */
function withAction(bar: readonly BarAction[], action: BarAction): readonly BarAction[] {
  return bar.some((one) => isSame(one, action)) ? bar : [...bar, action];
}

const isSame = (a: BarAction, b: BarAction): boolean =>
  a.action === b.action && a.color === b.color && (a.linked && b.linked ? isSame(a.linked, b.linked) : a.linked === b.linked);
