import * as v from 'valibot';
import {
  degrees,
  described,
  fields,
  flag,
  list,
  mm,
  number,
  oneOf,
  pair,
  probability,
  text,
  whole,
  word,
} from '../../table/documents/validate.js';

/** Most entries of one kind on screen at once: more cannot be read in a broadcast. */
const MAX_SHOWN = 64;
const MAX_SHIPS = 256;
const MAX_DICE = 64;

const shipId = () => word();
const player = () => oneOf([1, 2] as const);
const count = () => whole({ min: 0, max: 1000 });
const placeMm = () => pair(mm());

const DRAWING = fields({
  id: described(word(), 'a drawing that is sent again under its id goes on fading'),
  kind: oneOf(['line', 'circle', 'arrow'] as const),
  pointsMm: described(list(placeMm(), 1000, 2, 'points'), 'of a circle: its centre and a point on it; of an arrow: its tail first'),
  colour: v.optional(oneOf(['accent', 'player-1', 'player-2', 'ink'] as const)),
  fadeSeconds: v.optional(described(number({ min: 0, above: 0, max: 3600 }), 'gone after this time; absent: it stays')),
});

/** Most states of one ship in a replay: a turn is thinned to these. */
const MAX_REPLAY_KEYS = 120;

const REPLAY = fields({
  id: described(word(), 'a replay is played once for each id, from when it is received'),
  ships: list(
    fields({
      ship: shipId(),
      keys: described(
        list(
          fields({ atSeconds: number({ min: 0, max: 120 }), xMm: mm(), yMm: mm(), headingDeg: degrees() }),
          MAX_REPLAY_KEYS,
          1,
          'states',
        ),
        'where the ship stood when, in order; in a straight line between',
      ),
    }),
    MAX_SHOWN,
    1,
    'ships',
  ),
});

const FACE = oneOf(['blank', 'focus', 'hit', 'crit', 'evade'] as const);
const PHASE = oneOf(['planning', 'activation', 'engagement', 'end'] as const);
const TOKENS = () => list(fields({ kind: word(40), count: count() }), 40, 0, 'kinds of tokens');

const ATTACK = fields({
  attacker: shipId(),
  defender: shipId(),
  weapon: v.optional(text(200)),
  range: count(),
  isObstructed: flag(),
  attackDice: list(FACE, MAX_DICE, 0, 'dice'),
  defenseDice: list(FACE, MAX_DICE, 0, 'dice'),
  damageOdds: v.optional(described(list(probability(), 100, 0, 'probabilities'), 'probability of 0, 1, 2… damage')),
});

/** Values of a match that were entered by hand, for a state that no one foresaw. */
const BY_HAND = fields({
  round: v.optional(count()),
  phase: v.optional(PHASE),
  next: v.optional(described(text(200), 'the ship whose turn it is; empty: none')),
  ships: v.optional(
    list(
      fields({
        id: shipId(),
        name: v.optional(text(200)),
        owner: v.optional(player()),
        initiative: v.optional(count()),
        hull: v.optional(count()),
        shields: v.optional(count()),
        crits: v.optional(count()),
        isDestroyed: v.optional(flag()),
        tokens: v.optional(TOKENS()),
        maneuver: v.optional(described(text(8), 'empty: none')),
      }),
      MAX_SHIPS,
      0,
      'ships',
    ),
  ),
  attack: v.optional(ATTACK),
  noAttack: v.optional(described(flag(), 'whether no attack is shown, whatever the match says')),
});

/** The commentator's screen; all places in the table frame. */
export const SHOW_SCHEMA = fields({
  pairs: v.optional(
    described(
      list(fields({ from: shipId(), to: shipId() }), MAX_SHOWN, 0, 'pairs'),
      "measured pairs; absent: the one that the camera's page measures",
    ),
  ),
  measured: v.optional(
    described(
      fields({ fadeSeconds: number({ min: 0, above: 0, max: 3600 }) }),
      "the pair that the camera's page measures is shown beside those chosen, for `fadeSeconds` each time it is another one",
    ),
  ),
  caption: v.optional(
    fields({
      id: described(word(), 'a caption that is sent again under its id goes on fading'),
      text: word(200),
      fadeSeconds: v.optional(described(number({ min: 0, above: 0, max: 3600 }), 'gone after this time; absent: it stays')),
    }),
  ),
  byHand: v.optional(described(BY_HAND, 'values of the match in place of those that its page sends; what is absent goes on as it is sent')),
  arcs: v.optional(described(list(shipId(), MAX_SHOWN, 0, 'ships'), 'ships whose front arc is drawn')),
  fan: v.optional(
    fields({ ship: shipId(), codes: described(list(word(8), MAX_SHOWN, 1, 'maneuvers'), 'maneuvers whose ends are drawn, such as 2FB') }),
  ),
  flown: v.optional(
    described(
      list(fields({ ship: shipId(), fromMm: placeMm(), fromHeadingDeg: degrees(), code: v.optional(word(8)) }), MAX_SHOWN, 0, 'ships'),
      'where ships stood before',
    ),
  ),
  drawings: v.optional(list(DRAWING, MAX_SHOWN, 0, 'drawings')),
  plates: v.optional(described(list(fields({ ship: shipId(), text: word(80) }), MAX_SHOWN, 0, 'plates'), 'a name plate at a ship')),
  spotlight: v.optional(shipId()),
  doubtful: v.optional(described(flag(), 'whether what the camera did not make out is drawn; absent: not')),
  loupe: v.optional(described(flag(), 'whether the place that decides the measured pair is drawn large')),
  replay: v.optional(described(REPLAY, 'how ships moved, played in place of the present state and named as a replay')),
  attack: v.optional(described(flag(), 'whether the dice and odds of the attack that is going on are shown')),
  panel: v.optional(
    fields({
      names: v.optional(pair(text(80))),
      score: v.optional(pair(whole({ min: -1000, max: 1000 }))),
      clock: v.optional(
        described(
          fields({ remainingSeconds: number({ min: 0, max: 86_400 }), isRunning: flag() }),
          'as it stood when this was sent; sent again while it runs, since the clocks of two computers differ',
        ),
      ),
    }),
  ),
});

/** A match as everyone at the table may know it: no dial that is not revealed, no seed of the dice. */
export const PUBLIC_MATCH_SCHEMA = fields({
  round: count(),
  phase: PHASE,
  firstPlayer: player(),
  order: described(list(shipId(), MAX_SHIPS, 0, 'ships'), 'ships still to activate or to engage in this phase, the next one first'),
  active: v.optional(described(shipId(), 'the ship whose turn it is')),
  ships: list(
    fields({
      id: shipId(),
      name: text(200),
      owner: player(),
      initiative: count(),
      hull: count(),
      shields: count(),
      crits: count(),
      isDestroyed: flag(),
      tokens: described(TOKENS(), 'those it has'),
      maneuver: v.optional(described(word(8), 'only once revealed')),
    }),
    MAX_SHIPS,
    0,
    'ships',
  ),
  attack: v.optional(ATTACK),
});
