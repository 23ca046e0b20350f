import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/squad-texts.js';
import { squadsInText } from './json-in-text.js';

/** A builder whose links name ships by numbers of its own, which no list of facts translates. `field` of the query holds them. */
interface NumberedBuilder {
  readonly name: string;
  readonly field: string;
  /** Ships in the value of that field. */
  readonly shipsOf: (value: string) => number | undefined;
}

const NUMBERED_BUILDERS: readonly NumberedBuilder[] = [
  // v9ZsZ200Z393X417WW…Y52X…: version, format, points and ships, which Y divides.
  { name: 'YASB', field: 'd', shipsOf: (value) => (/^v\d+Z.*Z(.+)$/.exec(value)?.[1] ?? '').split('Y').filter(Boolean).length },
  { name: 'Launch Bay Next', field: 'lbx', shipsOf: () => undefined },
];

type Field = readonly [name: string, value: string];

/**
 * The squad that a link of a builder holds in itself: XWS as JSON, packed or not, in any field of its query or behind its #. Nothing is fetched; of a link that holds
 * only numbers of its builder's, the problem says so.
 */
export function squadOfLink(link: string): { readonly document: unknown } | Problem {
  const [, host = '', query = '', fragment = ''] = /^https?:\/\/([^/?#]+)[^?#]*(?:\?([^#]*))?(?:#(.*))?$/i.exec(link) ?? [];
  const given = [...fieldsOf(query), ...fieldsOf(fragment.replace(/^[^?]*\?/, ''))];
  for (const text of [...given.map(([, value]) => value), decoded(fragment)]) {
    const [document] = squadsInText(text).squads;
    if (document) return { document };
  }
  const builder = NUMBERED_BUILDERS.find(({ field }) => given.some(([name]) => name === field));
  return builder ? numbersOnly(builder, given) : noSquad(host);
}

function fieldsOf(query: string): Field[] {
  return query.split('&').map((field) => {
    const [name = '', ...value] = field.split('=');
    return [decoded(name), decoded(value.join('=').replaceAll('+', ' '))];
  });
}

function numbersOnly({ name, field, shipsOf }: NumberedBuilder, given: readonly Field[]): Problem {
  const fieldOf = (wanted: string) => given.find(([one]) => one === wanted)?.[1] ?? '';
  const count = shipsOf(fieldOf(field));
  const [squad, faction] = [fieldOf('sn'), fieldOf('f')];
  const holds = [...(squad ? [phrase('the-squad', squad)] : []), ...(faction ? [faction] : []), ...(count ? [phrase('ships', count)] : [])];
  return {
    code: 'squad-link-numbers',
    message: holds.length > 0 ? phrase('squad-link-numbers', name, phrase('list', ...holds)) : phrase('squad-link-only-numbers', name),
    hint: phrase('open-choose-export-xws', name),
  };
}

function noSquad(host: string): Problem {
  return {
    code: 'squad-link-empty',
    message: phrase('squad-link-empty', host),
    hint: phrase('open-choose-export-xws-json'),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
