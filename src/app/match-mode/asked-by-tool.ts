import type { Measuring } from '../../game/table/may-measure.js';
import type { RulerTarget } from '../../scene/ask/ruler-targets.js';
import type { Tool } from '../state/tool.js';

/**
 * The question of a tool about the present table; undefined where it is not a new one: a ruler that is not laid yet, a closer look at an
 * answer.
 */
export function askedByTool(tool: Tool): Measuring | undefined {
  switch (tool.kind) {
    case 'survey':
      return { what: 'all ranges', from: tool.shipId };
    case 'ruler':
      return askedByRuler(tool.things);
    case 'closeup':
    case 'there':
    case 'prove':
      return undefined;
    case 'check':
      return { what: 'what moved' };
    case 'try': {
      const { shipId: ship, attempt } = tool;
      if (attempt.kind !== 'maneuver') return { what: attempt.kind, ship };
      return { what: 'maneuver', ship, ...(attempt.code !== undefined && { code: attempt.code }) };
    }
  }
}

/** The question of a ruler, once it is laid at two things. */
export function askedByRuler([from, to]: readonly RulerTarget[]): Measuring | undefined {
  const idOf = (thing: RulerTarget) => (thing.kind === 'thing' ? thing.id : undefined);
  return from && to ? { what: 'range', from: idOf(from), to: idOf(to) } : undefined;
}
