import { readEvidence } from '../../evidence/read-evidence.js';
import { ChangedAfterSigning, publicKeyOf, type SignedBy } from '../../evidence/signed-text.js';
import type { Problem } from '../../table/measurement.js';
import type { PageSession } from '../session/page-session.js';
import { deviceKeys } from './device-key.js';
import { frozenSource } from './frozen-source.js';

const UNCHANGED = 'Nothing of it was opened; the table on the page is as it was.';

/** Opens evidence: its picture, its table, its question; further ones can be asked. What is wrong with the file is said, and nothing is opened. */
export async function openEvidence(text: string, name: string, session: PageSession): Promise<void> {
  const found = await readEvidence(text).catch((error: unknown) => problemOf(error, name));
  if ('code' in found) {
    session.showProblem(found);
    return;
  }
  const { evidence, signedBy } = found;
  const source = evidence.picture && (await frozenSource(evidence.picture, name));
  if (evidence.picture && !source) {
    session.showProblem(unreadable(name, 'its picture is none that this browser reads.'));
    return;
  }
  const { kind, frozenAt, answer, said } = evidence;
  const signed = await signedWords(signedBy);
  session.openFrozen(evidence, source, {
    kind,
    frozenAt,
    signed,
    ...(answer !== undefined && { answer }),
    ...(said !== undefined && { said }),
  });
}

async function signedWords(signedBy: SignedBy): Promise<string> {
  if (signedBy.kind === 'none') return 'not signed: nothing shows whether it was changed';
  const own = await deviceKeys();
  const isOwn = own !== undefined && (await publicKeyOf(own.keys)) === signedBy.publicKey;
  return `unchanged since ${isOwn ? 'this device' : 'the device'} ${signedBy.fingerprint} signed it`;
}

function problemOf(error: unknown, name: string): Problem {
  if (error instanceof ChangedAfterSigning) {
    return {
      code: 'evidence-changed',
      message: `${name} was changed after signing: ${error.message}`,
      hint: `It proves nothing. ${UNCHANGED} Ask for the file as it was saved.`,
    };
  }
  const reason = error instanceof SyntaxError ? 'it is not JSON, or was cut off.' : error instanceof Error ? error.message : String(error);
  return unreadable(name, reason);
}

function unreadable(name: string, reason: string): Problem {
  return {
    code: 'evidence-unreadable',
    message: `${name} could not be opened: ${reason}`,
    hint: `Expected evidence as Hashmark saves it (hashmark-evidence, version 1). ${UNCHANGED}`,
  };
}
