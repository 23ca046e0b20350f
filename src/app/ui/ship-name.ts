import { shipLabel } from '../../scene/words/ship-label.js';
import { translate } from '../locales/language.js';

/** What a ship is called on the page: its name as it was given, else its number in the page's language. */
export const shipName = (...[ship, all]: Parameters<typeof shipLabel>): string => translate(shipLabel(ship, all));
