import { msg } from '@lit/localize';
import type { Phase } from '../../../game/model/game-state.js';

/** Names of the phases of a round. */
export const phaseWords = (): Readonly<Record<Phase, string>> => ({
  planning: msg('planning'),
  activation: msg('activation'),
  engagement: msg('engagement'),
  end: msg('end'),
});
