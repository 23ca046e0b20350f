import { shipLabel } from '../../scene/words/ship-label.js';
import { translate } from '../locales/language.js';

/** Name of a ship on the page: its name as it was given, else its number in the page's language. */
export const shipName = (...[ship, all]: Parameters<typeof shipLabel>): string => translate(shipLabel(ship, all));

/** Between the names of who measures and what is measured to: after it a name that is written from right to left does not come first. */
export const TO = '\u200e → ';
