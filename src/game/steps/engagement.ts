import type { Handlers } from '../model/handler.js';
import { changedShip, withNote } from '../model/lookup.js';
import { refuse } from '../model/refusal.js';
import { nextToEngage } from '../model/turn-order.js';
import { triggered } from './triggers.js';

export const engagementHandlers: Handlers<'engage' | 'end engaging'> = {
  engage: (state, { ship: id }) => {
    const due = nextToEngage(state);
    const ship = due.find((one) => one.id === id);
    if (!ship)
      return refuse(
        'out-of-turn',
        `${id} cannot engage now.`,
        due.length ? `Next: ${due.map(({ name }) => name).join(' or ')}.` : 'Nobody is due.',
      );
    const next = { ...state, engagement: { ...state.engagement, ship: id } };
    return triggered(withNote(next, `${ship.name} engages`), { window: 'before engaging', ship: id }, false);
  },
  'end engaging': (state) => {
    const { ship } = state.engagement;
    if (ship === undefined) return refuse('out-of-turn', 'No ship is engaging.', 'Choose the ship that engages.');
    return { ...changedShip(state, ship, { hasEngaged: true }), engagement: { ...state.engagement, ship: undefined } };
  },
};
