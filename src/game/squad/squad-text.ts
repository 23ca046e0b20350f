import type { Problem } from '../../table/measurement.js';
import { parseJson } from '../../table/parse-json.js';
import { readSquad, type Squad } from './squad.js';
import { squadOfLink } from './squad-link.js';

export type ReadSquad = { readonly ok: true; readonly squad: Squad } | { readonly ok: false; readonly problem: Problem };

/** The largest squads of builders are a few thousand letters long. */
const MOST_LETTERS = 1_000_000;
const EXPORT_HINT = 'In the squad builder, choose the export as XWS (JSON), and give that text or file here.';

/** Reads a squad from what was opened, pasted or in a QR code: the JSON of XWS, or a link that holds it. Nothing is fetched. */
export function readSquadText(given: string): ReadSquad {
  const text = given.trim().replace(/^\uFEFF/, '');
  if (text === '') return failed('squad-empty', 'There is no squad: the text is empty.', EXPORT_HINT);
  if (text.length > MOST_LETTERS)
    return failed('squad-too-long', `Got a text of ${text.length} letters, expected a squad of at most ${MOST_LETTERS}.`, EXPORT_HINT);
  if (/^[{[]/.test(text)) return ofJson(text);
  const [link] = /https?:\/\/\S+/i.exec(text) ?? [];
  return link ? ofLink(link) : failed('squad-not-xws', `This is no squad: “${shown(text)}”.`, EXPORT_HINT);
}

function ofLink(text: string): ReadSquad {
  const found = squadOfLink(text);
  return 'document' in found ? ofDocument(found.document) : { ok: false, problem: found };
}

function ofJson(text: string): ReadSquad {
  let document: unknown;
  try {
    document = parseJson(text);
  } catch {
    const isCutOff = !/[}\]]$/.test(text);
    const what = isCutOff
      ? `The squad was cut off after ${text.length} letters: it ends in “${text.slice(-20)}”.`
      : 'The squad is no valid JSON.';
    return failed('squad-cut-off', what, 'Copy the whole text from the builder again.');
  }
  return ofDocument(document);
}

function ofDocument(document: unknown): ReadSquad {
  try {
    return { ok: true, squad: readSquad(document) };
  } catch (error) {
    return failed('squad-not-xws', `This is no squad in the XWS format: ${(error as Error).message}`, EXPORT_HINT);
  }
}

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const failed = (code: string, message: string, hint: string): ReadSquad => ({ ok: false, problem: { code, message, hint } });
