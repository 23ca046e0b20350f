import { phrase } from '../../texts/rules-texts.js';
import type { Handlers } from '../model/handler.js';
import { changedShip, nameOf, withNote } from '../model/lookup.js';
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
        phrase('cannot-engage-now', nameOf(state, id)),
        due.length ? phrase('next', phrase('or-list', ...due.map(({ name }) => name))) : phrase('nobody-due'),
      );
    const next = { ...state, engagement: { ...state.engagement, ship: id } };
    return triggered(withNote(next, phrase('engages', ship.name)), { window: 'before engaging', ship: id }, false);
  },
  'end engaging': (state) => {
    const { ship } = state.engagement;
    if (ship === undefined) return refuse('out-of-turn', phrase('no-ship-engaging'), phrase('choose-ship-engages'));
    return { ...changedShip(state, ship, { hasEngaged: true }), engagement: { ...state.engagement, ship: undefined } };
  },
};
