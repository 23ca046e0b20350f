import type { MatchMessage, SceneMessage } from '../../relay/wire/messages.js';
import type { Recording } from '../../relay/wire/recording.js';

/** A state of a recorded table, with its time. */
export interface RecordedState {
  readonly atSeconds: number;
  readonly scene: SceneMessage['scene'];
  /** The camera session; another one may have another table frame. */
  readonly session: string | undefined;
  readonly match: MatchMessage | undefined;
}

/** Longest pause that is kept, s: a break in a match is no reason to wait for it again. */
const LONGEST_PAUSE_S = 10;

/** A recording's states in their order, the first one at 0 s, long pauses cut. Throws on a recording without any. */
export function recordedStates({ documents }: Recording): readonly RecordedState[] {
  const states: RecordedState[] = [];
  let match: MatchMessage | undefined;
  let lastMs: number | undefined;
  let atSeconds = 0;
  for (const { atMs, channel, message } of documents) {
    if (channel === 'match') match = (message ?? undefined) as MatchMessage | undefined;
    if (channel !== 'scene' || message === null) continue;
    atSeconds += Math.min(LONGEST_PAUSE_S, Math.max(0, atMs - (lastMs ?? atMs)) / 1000);
    lastMs = atMs;
    const { scene, session } = message as SceneMessage;
    states.push({ atSeconds, scene, session, match });
  }
  if (states.length === 0)
    throw new Error('it has no state of a table: expected at least one scene. Choose a recording of a camera that saw one.');
  return states;
}

/** The state that stands at a time: the last one that is not after it. */
export function stateAt(states: readonly RecordedState[], atSeconds: number): RecordedState {
  let [low, high] = [0, states.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (states[middle]!.atSeconds <= atSeconds) low = middle;
    else high = middle - 1;
  }
  return states[low]!;
}
