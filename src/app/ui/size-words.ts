import { msg } from '@lit/localize';
import type { ShipBase } from '../../pieces/base-size.js';
import { phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';

/** Names of the sizes of bases. */
export const sizeWords = (): Readonly<Record<ShipBase, string>> => ({
  ...{ small: msg('small'), medium: msg('medium'), large: msg('large') },
  huge: translate(phrase('base-huge')),
});
