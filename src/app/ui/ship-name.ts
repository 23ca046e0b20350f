import { shipLabel } from '../../scene/words/ship-label.js';
import { translate } from '../locales/language.js';

/** What a ship is called on the page: its name as it was given, else its number in the page's language. */
export const shipName: typeof shipLabel = (ship, all) => (ship.name ? shipLabel(ship, all) : translate(shipLabel(ship, all)));
