import { msg, str } from '@lit/localize';
import { pixelInPicture } from '../../geometry/in-picture.js';
import { ageText } from '../../scene/words/freshness.js';
import type { CorrectedShip } from '../../table/track/track-table.js';
import { answerWords } from '../locales/language.js';
import type { TableView } from '../state/table-session.js';

/** Why a ship is not seen now, in a word or two. */
export function unseenBadge(known: TableView, shown: CorrectedShip): string {
  return isInView(known, shown) ? msg('hidden') : msg('out of view');
}

/** That a ship keeps the place where it was seen last, and since when it has it. */
export function unseenNote({ state, ...known }: TableView, shown: CorrectedShip, name: string): string {
  const { lastSeenAtMs } = shown;
  const when =
    lastSeenAtMs === undefined || state.capturedAtMs === undefined ? undefined : ageText(state.capturedAtMs - lastSeenAtMs, answerWords());
  if (!isInView({ ...known, state }, shown))
    return when
      ? msg(str`${name} is out of view. Last seen ${when}: that position counts.`)
      : msg(str`${name} is out of view. Its last position counts.`);
  return when
    ? msg(str`${name} is hidden now. Last seen ${when}: that position counts.`)
    : msg(str`${name} is hidden now. Its last position counts.`);
}

function isInView({ state: { camera } }: TableView, { ship: { pose } }: CorrectedShip): boolean {
  return !camera || pixelInPicture(camera, { ...pose, z: 0 }) !== undefined;
}
