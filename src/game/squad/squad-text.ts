import { FieldTwiceError } from '../../table/documents/parse-json.js';
import type { Problem } from '../../table/measurement.js';
import { type Phrase, phrase } from '../../texts/squad-texts.js';
import { squadsInText } from './json-in-text.js';
import { readSquad, type Squad } from './squad.js';
import { squadOfLink } from './squad-link.js';
import { withoutEntities } from './text-forms.js';

export type ReadSquad =
  | {
      readonly ok: true;
      readonly squad: Squad /** Those after the first, where the text holds several. */;
      readonly others: readonly Squad[];
    }
  | { readonly ok: false; readonly problem: Problem };

/** The largest squads of builders are a few thousand letters long. */
const MAX_LETTERS = 1_000_000;
/** A text with more squads is a tournament's. */
const MAX_SQUADS = 100;
/** Those of builders that are known also as a phone's address bar shows them. */
const LINKS = /(?:https?:\/\/|\b(?:yasb\.app|raithos\.github\.io|launchbaynext\.app)\/)[^\s<>]+/gi;
const EXPORT_HINT = phrase('squad-builder-choose-export');

/**
 * Reads the squads of what was opened, pasted or in a QR code: the JSON of XWS, whatever stands around it, or a link that holds it. Nothing is
 * fetched.
 */
export function readSquadText(given: string): ReadSquad {
  try {
    return readText(given);
  } catch (error) {
    if (error instanceof FieldTwiceError) return failed('squad-not-xws', phrase('no-squad-xws-format', error.message), EXPORT_HINT);
    throw error;
  }
}

/** Throws a FieldTwiceError. */
function readText(given: string): ReadSquad {
  const text = given.replace(/^\uFEFF/, '').trim();
  if (text === '') return failed('squad-empty', phrase('no-squad-text-empty'), EXPORT_HINT);
  if (text.length > MAX_LETTERS)
    return failed('squad-too-long', phrase('got-text-letters-expected', text.length, MAX_LETTERS), EXPORT_HINT);
  const { squads, other, isCutOff } = squadsInText(text);
  if (squads.length > 0 && !isCutOff) return ofDocuments(squads.slice(0, MAX_SQUADS));
  const links = (withoutEntities(text).match(LINKS) ?? []).map((link) => link.replace(/[,;:]+$/, ''));
  const held = links.slice(0, MAX_SQUADS).map(squadOfLink);
  const inLinks = held.flatMap((one) => ('document' in one ? [one.document] : []));
  if (inLinks.length > 0) return ofDocuments(inLinks);
  if (isCutOff) {
    const message = phrase('squad-cut-off-after', text.length, text.slice(-20));
    return failed('squad-cut-off', message, phrase('copy-whole-text-from'));
  }
  if (other) return ofDocuments([other]);
  const [problem] = held;
  if (problem && !('document' in problem)) return { ok: false, problem };
  return /^[{[]/.test(text) && text !== '[]'
    ? failed('squad-cut-off', phrase('squad-no-valid-json'), phrase('copy-whole-text-from'))
    : failed('squad-not-xws', phrase('no-squad', shown(text)), EXPORT_HINT);
}

/** Whether a text holds a squad that can be read. */
export const holdsSquad = (text: string) => readSquadText(text).ok;

/** The readable ones of several squads; where none can be read, the problem with the first. */
function ofDocuments(documents: readonly unknown[]): ReadSquad {
  const squads: Squad[] = [];
  let problem: string | undefined;
  for (const document of documents) {
    try {
      squads.push(readSquad(document));
    } catch (error) {
      problem ??= (error as Error).message;
    }
  }
  const [squad, ...others] = squads;
  return squad ? { ok: true, squad, others } : failed('squad-not-xws', phrase('no-squad-xws-format', problem ?? ''), EXPORT_HINT);
}

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const failed = (code: string, message: Phrase, hint: Phrase): ReadSquad => ({ ok: false, problem: { code, message, hint } });
