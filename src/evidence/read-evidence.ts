import { parseJson } from '../table/documents/parse-json.js';
import type { Evidence } from './evidence.js';
import { parseEvidence } from './evidence-file.js';
import { type SignedBy, signerOf } from './signed-text.js';

export interface ReadEvidence {
  readonly evidence: Evidence;
  readonly signedBy: SignedBy;
}

/**
 * Reads frozen evidence and whose it is. Throws ChangedAfterSigning, a SyntaxError where the text is no JSON or was cut off, else an Error that says
 * where, what was got and what was expected. `text` begins without a byte order mark or with one.
 */
export async function readEvidence(text: string): Promise<ReadEvidence> {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // First: of a file that was changed nothing else is to be said.
  const signedBy = await signerOf(bare);
  return { evidence: parseEvidence(parseJson(bare)), signedBy };
}
