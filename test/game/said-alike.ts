import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { matchByHand } from '../../src/app/overlay/match-by-hand.js';
import { recordingOfMatch } from '../../src/cli/inputs/recording-of-match.js';
import { present, replayed } from '../../src/game/log/history.js';
import { matchFile, readMatch } from '../../src/game/log/match-file.js';
import { publicState } from '../../src/game/log/public-state.js';
import { statesOfMatch } from '../../src/game/log/states-of-match.js';
import type { GameState } from '../../src/game/model/game-state.js';
import { isRefusal } from '../../src/game/model/refusal.js';
import { MESSAGE_SCHEMAS } from '../../src/relay/wire/message-schemas.js';
import type { MatchMessage } from '../../src/relay/wire/messages.js';
import { validate } from '../../src/table/documents/validate.js';
import { hashmark } from '../cli/hashmark.js';
import { logOf } from './play.js';

const copied = (value: unknown) => JSON.parse(JSON.stringify(value));

/** What a state has beside what everyone may know: what waits for a decision, who has left, whose turn is over. */
const rest = ({ ships, queue, activation, engagement, toTakeOff }: GameState) =>
  copied({
    ships: ships.map(({ id, isRemoved, isDestroyed, hasActivated, hasEngaged, wasPartial }) => ({
      ...{ id, isRemoved, isDestroyed, hasActivated, hasEngaged, wasPartial },
    })),
    waiting: queue.map(({ key, ability }) => ({ key, ability })),
    step: activation?.step,
    initiative: engagement.initiative,
    toTakeOff,
  });

/**
 * Fails unless the page (as the match is played on it, and as it opens it again), `hashmark replay` and `hashmark referee` (of the log that the page
 * saves) and the overlay (of what the page sends) say the same of a state that was played.
 */
export async function assertSaidAlike(state: GameState): Promise<void> {
  const page = copied(publicState(state));
  const log = copied(matchFile({ entries: logOf(state) }));
  const opened = replayed(readMatch(log));
  assert.ok(!isRefusal(opened));
  assert.deepEqual(copied(publicState(present(opened)!)), page, 'the page, opened again');
  const folder = mkdtempSync(join(tmpdir(), 'hashmark-alike-'));
  try {
    const path = join(folder, 'match.json');
    writeFileSync(path, JSON.stringify(log));
    const replay = await hashmark('replay', path, '--json');
    assert.equal(replay.status, 0, replay.stderr);
    const printed = JSON.parse(replay.stdout.trim().split('\n').at(-1)!).state as GameState;
    assert.deepEqual(copied(publicState(printed)), page, 'hashmark replay');
    assert.deepEqual(rest(printed), rest(state), 'hashmark replay');
    const referee = await hashmark('referee', path, '--json');
    assert.equal(referee.status, 0, referee.stderr);
    const { round, phase, ships } = JSON.parse(referee.stdout);
    assert.deepEqual([round, phase], [page.round, page.phase], 'hashmark referee');
    assert.deepEqual(
      ships.filter((one: { isRemoved: boolean }) => !one.isRemoved).map(({ id, hull, shields }: Numbers) => ({ id, hull, shields })),
      page.ships.map(({ id, hull, shields }: Numbers) => ({ id, hull, shields })),
      'hashmark referee',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  const sent = recordingOfMatch(statesOfMatch(log), 'table').documents.findLast(({ channel }) => channel === 'match')!;
  const taken = validate(MESSAGE_SCHEMAS.match, copied(sent.message), 'match') as MatchMessage;
  assert.deepEqual(copied(matchByHand(taken, undefined, [])), page, 'the overlay');
}

interface Numbers {
  readonly id: string;
  readonly hull: number;
  readonly shields: number;
}
