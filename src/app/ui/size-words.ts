import { msg } from '@lit/localize';
import type { BaseSize } from '../../pieces/base-size.js';

/** What people call the sizes of bases. */
export const sizeWords = (): Readonly<Record<BaseSize, string>> => ({ small: msg('small'), medium: msg('medium'), large: msg('large') });
