import type { Measuring } from '../../game/table/may-measure.js';
import type { Moment } from '../../game/table/moment.js';
import { maneuverName, parseManeuver } from '../../pieces/maneuver.js';
import { namesOf } from '../../scene/words/headline.js';
import type { Table } from '../../table/table.js';

const nameOf = (code: string) => maneuverName(parseManeuver(code));

/** What was asked, for the log: "range and arcs of Red 1 to Blue 2". */
export function measuringWords(asked: Measuring, table: Table): string {
  const name = (id: string | undefined) => (id === undefined ? 'a point or edge' : namesOf([id], table));
  switch (asked.what) {
    case 'pair':
      return `range and arcs of ${name(asked.from)} to ${name(asked.to)}`;
    case 'all ranges':
      return `all ranges of ${name(asked.from)}`;
    case 'arcs':
      return `arcs of ${name(asked.of)}`;
    case 'range':
      return `ruler from ${name(asked.from)} to ${name(asked.to)}`;
    case 'maneuver':
      return `${asked.code ? `maneuver ${nameOf(asked.code)}` : 'the whole dial'} of ${name(asked.ship)}`;
    case 'reposition':
      return `roll, boost or decloak of ${name(asked.ship)}`;
    case 'device':
      return `device of ${name(asked.ship)}`;
    case 'what moved':
      return 'what moved';
  }
}

/** What is going on: "Red 1 attacks". */
export function momentWords(moment: Moment, table: Table): string {
  if (moment.kind === 'nothing') return 'nothing is measured now';
  const ship = namesOf([moment.ship], table);
  switch (moment.kind) {
    case 'maneuver':
      return `${ship} executes its maneuver${moment.code ? ` ${nameOf(moment.code)}` : ''}`;
    case 'action':
      return `${ship} performs an action`;
    case 'ability':
      return `an ability of ${ship} asks`;
    case 'declare target':
      return `${ship} attacks`;
    case 'attack':
      return `${ship} attacks ${namesOf([moment.defender], table)}`;
  }
}
