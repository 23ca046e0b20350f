import type { EvidencePicture } from '../../evidence/evidence.js';
import { readEvidence } from '../../evidence/read-evidence.js';
import { ChangedAfterSigning, publicKeyOf, type SignedBy } from '../../evidence/signed-text.js';
import { bytesOf } from '../../table/documents/base64.js';
import type { Problem } from '../../table/measurement.js';
import { type Phrase, phrase, type Value } from '../../texts/phrase.js';
import { reasonOf } from '../../texts/phrase-error.js';
import type { FrameSource } from '../capture/frame-source.js';
import type { PageSession } from '../session/page-session.js';
import { deviceKeys } from './device-key.js';

const UNCHANGED = phrase('nothing-opened');

/**
 * Opens evidence: its picture, its table, its question; further ones can be asked. A fault in the file is reported, and nothing is opened.
 */
export async function openEvidence(text: string, name: string, session: PageSession): Promise<void> {
  const found = await readEvidence(text).catch((error: unknown) => problemOf(error, name));
  if ('code' in found) {
    session.showProblem(found);
    return;
  }
  const { evidence, signedBy } = found;
  const source = evidence.picture && (await frozenSource(evidence.picture, name));
  if (evidence.picture && !source) {
    session.showProblem(unreadable(name, phrase('picture-none-browser-reads')));
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

async function signedWords(signedBy: SignedBy): Promise<Phrase> {
  if (signedBy.kind === 'none') return phrase('not-signed');
  const own = await deviceKeys();
  const isOwn = own !== undefined && (await publicKeyOf(own.keys)) === signedBy.publicKey;
  return phrase('unchanged-since-signed', isOwn ? phrase('this-device') : phrase('the-device'), signedBy.fingerprint);
}

function problemOf(error: unknown, name: string): Problem {
  if (error instanceof ChangedAfterSigning) {
    return {
      code: 'evidence-changed',
      message: phrase('evidence-changed', name, error.reason),
      hint: phrase('proves-nothing-ask-file', UNCHANGED),
    };
  }
  const reason = error instanceof SyntaxError ? phrase('not-json-cut-off') : reasonOf(error);
  return unreadable(name, reason);
}

function unreadable(name: string, reason: Value): Problem {
  return {
    code: 'evidence-unreadable',
    message: phrase('evidence-unreadable', name, reason),
    hint: phrase('expected-evidence-hashmark-saves', UNCHANGED),
  };
}

/** The picture of evidence, to look at and not to measure again; undefined where this browser cannot read it. */
async function frozenSource({ type, base64, widthPx, heightPx }: EvidencePicture, title: string): Promise<FrameSource | undefined> {
  const bytes = bytesOf(base64);
  if (!bytes) return undefined;
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const view = document.createElement('img');
  view.src = url;
  view.alt = '';
  try {
    await view.decode();
  } catch {
    URL.revokeObjectURL(url);
    return undefined;
  }
  return {
    kind: 'frozen',
    title,
    view,
    size: () => ({ widthPx, heightPx }),
    start() {},
    again() {},
    stop() {
      view.removeAttribute('src');
      URL.revokeObjectURL(url);
    },
  };
}
