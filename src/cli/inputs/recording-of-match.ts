import { publicState } from '../../game/log/public-state.js';
import type { MatchState } from '../../game/log/states-of-match.js';
import { report } from '../../judge/report/report.js';
import type { RecordedDocument, Recording } from '../../relay/wire/recording.js';
import { wireScene } from '../../relay/wire/wire-scene.js';
import { sceneOf } from '../../table/documents/scene-file.js';

/** A log has no clock: its events follow each other at this distance, ms. Readers hear often enough that somebody is there. */
const STEP_MS = 1000;
const SESSION = 'match';

/**
 * A match as its camera would have sent it: after each event the table, what is measured on it, and what everyone may know of the match. Dials
 * that are set and not revealed stay out of it, as in a match that is played.
 */
export function recordingOfMatch(states: readonly MatchState[], table: string): Recording {
  return { table, documents: states.flatMap(({ state }, i) => documentsOf(state, i)) };
}

function documentsOf(state: MatchState['state'], index: number): readonly RecordedDocument[] {
  const atMs = index * STEP_MS;
  const sequence = index + 1;
  const messages: readonly Pick<RecordedDocument, 'channel' | 'message'>[] = [
    { channel: 'status', message: { online: true, session: SESSION } },
    { channel: 'scene', message: { sequence, capturedAtMs: atMs, session: SESSION, scene: wireScene(sceneOf(state.table)) } },
    { channel: 'report', message: { sequence, session: SESSION, report: report(state.table) } },
    { channel: 'match', message: publicState(state) },
  ];
  return messages.map((one) => ({ atMs, ...one }));
}
