import type { Camera } from '../geometry/camera.js';
import type { Report } from '../judge/report/report-file.js';
import type { Setup } from '../table/setup/setup.js';
import type { Table } from '../table/table.js';

/** A moment of a table, frozen: a dispute that is to be settled, or a reading that somebody finds wrong. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** Time when it was frozen, ISO 8601, UTC. */
  readonly frozenAt: string;
  readonly versions: EvidenceVersions;
  readonly table: Table;
  /** The report on the table at that time. */
  readonly report: Report;
  /** The two ships that were asked about. */
  readonly asked?: { readonly from: string; readonly to: string };
  /** The answer in words, as the page gave it. */
  readonly answer?: string;
  /** Why the table was not seen then, or no longer. */
  readonly problem?: string;
  /** Camera of the picture; absent where no table was found in it, or there is no picture. */
  readonly camera?: Camera;
  /** One standard deviation of the mat's width and depth, mm. */
  readonly matSigmaMm?: number;
  readonly setup?: Setup;
  readonly picture?: EvidencePicture;
  /** The fault that a person finds. */
  readonly said?: string;
  /** Activities of the page, by name. */
  readonly state?: Readonly<Record<string, string>>;
  readonly log?: readonly LogEntry[];
}

export const EVIDENCE_KINDS = ['dispute', 'bad reading'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface EvidenceVersions {
  readonly program: string;
  /** Version of the rules, as in a match's log. */
  readonly rules: number;
}

/** The picture as it was measured, encoded; a mirrored one is turned back. */
export interface EvidencePicture {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly widthPx: number;
  readonly heightPx: number;
  readonly base64: string;
}

/** An event of the page, in words; no names, no places. */
export interface LogEntry {
  readonly atMs: number;
  readonly text: string;
}
