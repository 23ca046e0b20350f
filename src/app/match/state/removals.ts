import { type History, present } from '../../../game/log/history.js';
import type { Edit } from '../../../table/edits.js';

const takenBack = (shipId: string): Edit => ({ kind: 'removed', shipId, takesBack: true });

/**
 * Edits of the page's table by which it learns what the rules removed since an earlier moment of the same match, and what they have again
 * because that was taken back. The ships of a match that begins are all there; those of one that is opened may only have the same ids.
 */
export function removalsSince(before: History, now: History): readonly Edit[] {
  const [first] = now.entries;
  if (before.entries[0] !== first)
    return first?.kind === 'begin' && now.entries.length === 1 ? first.ships.map(({ id }) => takenBack(id)) : [];
  const removedIn = (history: History) => new Set(present(history)?.ships.flatMap(({ id, isRemoved }) => (isRemoved ? [id] : [])));
  const [old, fresh] = [removedIn(before), removedIn(now)];
  const came = [...fresh].filter((id) => !old.has(id)).map((shipId): Edit => ({ kind: 'removed', shipId }));
  const back = [...old].filter((id) => !fresh.has(id)).map(takenBack);
  return [...came, ...back];
}
