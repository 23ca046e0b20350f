import type { Measuring } from '../../game/table/may-measure.js';
import type { Moment } from '../../game/table/moment.js';
import { parseManeuver } from '../../pieces/maneuver.js';
import { maneuverPhrase } from '../../scene/words/maneuver-phrase.js';
import { thingNames } from '../../scene/words/thing-names.js';
import type { Table } from '../../table/table.js';
import { type Phrase, phrase } from '../../texts/tools-texts.js';

const nameOf = (code: string) => maneuverPhrase(parseManeuver(code));

/** The question, for the log: "range and arcs of Red 1 to Blue 2". */
export function measuringWords(asked: Measuring, table: Table): Phrase {
  const name = (id: string | undefined) => (id === undefined ? phrase('point-or-edge') : thingNames([id], table));
  switch (asked.what) {
    case 'pair':
      return phrase('asked-pair', name(asked.from), name(asked.to));
    case 'all ranges':
      return phrase('asked-all-ranges', name(asked.from));
    case 'arcs':
      return phrase('asked-arcs', name(asked.of));
    case 'range':
      return phrase('asked-ruler', name(asked.from), name(asked.to));
    case 'maneuver':
      return asked.code ? phrase('asked-maneuver', nameOf(asked.code), name(asked.ship)) : phrase('asked-dial', name(asked.ship));
    case 'reposition':
      return phrase('asked-reposition', name(asked.ship));
    case 'device':
      return phrase('asked-device', name(asked.ship));
    case 'what moved':
      return phrase('asked-what-moved');
  }
}

/** The moment in words: "Red 1 attacks". */
export function momentWords(moment: Moment, table: Table): Phrase {
  if (moment.kind === 'nothing') return phrase('moment-nothing');
  const ship = thingNames([moment.ship], table);
  switch (moment.kind) {
    case 'maneuver':
      return moment.code ? phrase('moment-this-maneuver', ship, nameOf(moment.code)) : phrase('moment-maneuver', ship);
    case 'action':
      return phrase('moment-action', ship);
    case 'ability':
      return phrase('moment-ability', ship);
    case 'declare target':
      return phrase('moment-attacks', ship);
    case 'attack':
      return phrase('moment-attack', ship, thingNames([moment.defender], table));
  }
}
