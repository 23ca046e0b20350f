import { shipLabel } from '../../scene/words/ship-label.js';
import { translate } from '../locales/language.js';

/** Name of a ship on the page: the given one, otherwise its number in the page's language. */
export const shipName = (...[ship, all]: Parameters<typeof shipLabel>): string => translate(shipLabel(ship, all));

/** Separator between the names of the two ships of a measurement: it keeps a name that is written from right to left behind it. */
export const TO = '\u200e → ';
