import type { Problem } from '../../table/measurement.js';
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
  const holds = [fieldOf('sn') && `the squad “${fieldOf('sn')}”`, fieldOf('f'), count && `${count} ships`].filter(Boolean).join(', ');
  return {
    code: 'squad-link-numbers',
    message: `This link of ${name} ${holds ? `holds ${holds}, but ` : ''}names its ships by numbers of the builder's own, which are not known here.`,
    hint: `Open it in ${name}, choose the export as XWS (JSON), and give that text or file here. Nothing is asked of the network.`,
  };
}

function noSquad(host: string): Problem {
  return {
    code: 'squad-link-empty',
    message: `This link to ${host} holds no squad in itself.`,
    hint: 'Open it, choose the export as XWS (JSON), and give that text or file here. Nothing is asked of the network.',
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
