import type { ReportMessage, SceneMessage, StatusMessage } from '../wire/messages.js';

/** Follows one camera connection and says which of its documents come out of order. */
export interface SequenceWatch {
  /** Each returns why the document is refused, or undefined and remembers it. */
  scene(message: SceneMessage): string | undefined;
  report(message: ReportMessage): string | undefined;
  status(message: StatusMessage): string | undefined;
}

/**
 * A scene must be newer than the one before: a late one would put ships back where they were. A report must answer a scene that
 * was sent, and none older than the last. A new session, or a new connection, starts over. Gaps are allowed: the newest is the truth.
 */
export function watchSequence(): SequenceWatch {
  let session: string | undefined;
  let lastScene = -1;
  let lastReport = -1;
  const follow = (nextSession: string | undefined): void => {
    if (nextSession === undefined || nextSession === session) return;
    session = nextSession;
    lastScene = -1;
    lastReport = -1;
  };
  return {
    scene(message) {
      follow(message.session);
      if (message.sequence <= lastScene) return `scene: expected a sequence above ${lastScene}, got ${message.sequence}`;
      lastScene = message.sequence;
      return undefined;
    },
    report(message) {
      follow(message.session);
      if (message.sequence > lastScene || message.sequence < lastReport) {
        return `report: expected a sequence from ${Math.max(lastReport, 0)} to ${lastScene}, got ${message.sequence}`;
      }
      lastReport = message.sequence;
      return undefined;
    },
    status(message) {
      follow(message.session);
      return undefined;
    },
  };
}
