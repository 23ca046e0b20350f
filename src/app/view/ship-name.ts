import { shipLabel } from '../../scene/ship-label.js';
import { translate } from '../locales/language.js';

/** What a ship is called on the page, in its language. */
export const shipName: typeof shipLabel = (ship, all) => translate(shipLabel(ship, all));
