import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/squad-texts.js';
import { squadsInText } from './json-in-text.js';
import { squadOfLbn } from './lbn-link.js';
import { BUILDER_HINTS, type NumberedBuilder } from './numbered-builders.js';
import { squadOfYasb } from './yasb-link.js';

/** A builder whose links name ships by numbers of its own. */
interface Builder {
  readonly name: string;
  readonly id: NumberedBuilder;
  /** Of its pages; other programs made from it may have other numbers. */
  readonly hosts: RegExp;
  /** The field of the query that holds them. */
  readonly field: string;
  /** undefined: its numbers are not known. */
  readonly squadIn: (fieldOf: FieldOf, link: string) => object | undefined;
  /** The squad's name, its faction and its number of ships, as far as the fields of the query give them. */
  readonly heldIn: (fieldOf: FieldOf) => Held;
}

type FieldOf = (name: string) => string;

interface Held {
  readonly squad?: string;
  readonly faction?: string;
  readonly ships?: number;
}

const BUILDERS: readonly Builder[] = [
  {
    ...{ name: 'YASB', id: 'yasb', hosts: /^((www\.)?yasb\.app|raithos\.github\.io)$/i, field: 'd' },
    squadIn: squadOfYasb,
    // v9ZsZ200Z393X417WW…Y52X…: version, format, points and ships, which Y divides.
    heldIn: (fieldOf) => {
      const ships = (/^v\d+Z.*Z(.+)$/.exec(fieldOf('d'))?.[1] ?? '').split('Y').filter(Boolean).length;
      return { squad: fieldOf('sn'), faction: fieldOf('f'), ships };
    },
  },
  {
    ...{ name: 'Launch Bay Next', id: 'lbn', hosts: /^(launchbaynext\.app|launch-bay-next\.herokuapp\.com)$/i, field: 'lbx' },
    squadIn: (fieldOf, link) => squadOfLbn(fieldOf('lbx'), link),
    // 'Aces%20High'.20.1.1.…: the name, then points, faction and format by numbers.
    heldIn: (fieldOf) => ({ squad: /^'([^']*)'/.exec(fieldOf('lbx'))?.[1] ?? '' }),
  },
];

type Field = readonly [name: string, value: string];

/**
 * The squad that a link of a builder holds in itself: XWS as JSON, packed or not, in any field of its query or behind its #, or the numbers of a builder that is
 * known. Nothing is fetched; where it holds only other numbers, the problem says so.
 */
export function squadOfLink(link: string): { readonly document: unknown } | Problem {
  const [, host = '', query = '', fragment = ''] = /^(?:https?:\/\/)?([^/?#]+)[^?#]*(?:\?([^#]*))?(?:#(.*))?$/i.exec(link) ?? [];
  const given = [...fieldsOf(query), ...fieldsOf(fragment.replace(/^[^?]*\?/, ''))];
  for (const text of [...given.map(([, value]) => value), decoded(fragment)]) {
    const [document] = squadsInText(text).squads;
    if (document) return { document };
  }
  const builder = BUILDERS.find(({ field }) => given.some(([name]) => name === field));
  if (!builder) return noSquad(host);
  const fieldOf: FieldOf = (wanted) => given.find(([one]) => one === wanted)?.[1] ?? '';
  const document = builder.hosts.test(host) ? builder.squadIn(fieldOf, link) : undefined;
  return document ? { document } : numbersOnly(builder, fieldOf);
}

function fieldsOf(query: string): Field[] {
  return query.split('&').map((field) => {
    const [name = '', ...value] = field.split('=');
    return [decoded(name), decoded(value.join('=').replaceAll('+', ' '))];
  });
}

function numbersOnly({ name, id, heldIn }: Builder, fieldOf: FieldOf): Problem {
  const { squad, faction, ships } = heldIn(fieldOf);
  const holds = [...(squad ? [phrase('the-squad', squad)] : []), ...(faction ? [faction] : []), ...(ships ? [phrase('ships', ships)] : [])];
  return {
    code: 'squad-link-numbers',
    message: holds.length > 0 ? phrase('squad-link-numbers', name, phrase('list', ...holds)) : phrase('squad-link-only-numbers', name),
    hint: BUILDER_HINTS[id],
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
