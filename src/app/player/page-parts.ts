import type { Phrase } from '../../texts/phrase.js';
import type { LeaveQuestion } from '../dialogs/leave-question.js';
import type { PageFairPlay } from '../match-mode/page-fair-play.js';
import type { PageSession } from '../session/page-session.js';
import type { PageTools } from '../session/page-tools.js';
import type { PageSetup } from '../setup/page-setup.js';
import type { PageSquads } from '../squads/page-squads.js';
import type { ModeStore } from '../state/mode.js';
import type { PagePublishing } from '../stream/page-publishing.js';

/** Parts of the page that an event may reach. */
export interface PageParts {
  readonly modes: ModeStore;
  readonly tools: PageTools;
  readonly setup: PageSetup;
  readonly squads: PageSquads;
  readonly fairPlay: PageFairPlay;
  readonly leaving: LeaveQuestion;
  readonly publishing: PagePublishing;
  /** That of the page, which is there once it is connected. */
  session(): PageSession;
  openCamera(deviceId?: string): void;
  openSimulated(): void;
  openFiles(files: readonly File[]): void;
  /** Lets a person choose files of the device. */
  pickFiles(): void;
  /** Leaves the table for something else; `why`: the reason, where it is not obvious. */
  leaveFor(go: () => void, why?: Phrase): void;
  /** Leaves the table, and the match that is played on it. */
  leaveAll(go: () => void): void;
  endMatch(): void;
}
