import type { Problem } from '../../table/measurement.js';
import { type Phrase, phrase } from '../../texts/squad-texts.js';
import { squadsInText } from './json-in-text.js';

/** A builder whose links name ships by numbers of its own, which no list of facts translates. `field` of the query holds them. */
interface NumberedBuilder {
  readonly name: string;
  readonly field: string;
  /** The squad's name, its faction and how many ships it has, as far as the fields of the query tell. */
  readonly heldIn: (fieldOf: (name: string) => string) => Held;
  /** How to get the squad out of the builder as XWS. */
  readonly hint: Phrase;
}

interface Held {
  readonly squad?: string;
  readonly faction?: string;
  readonly ships?: number;
}

const NUMBERED_BUILDERS: readonly NumberedBuilder[] = [
  {
    name: 'YASB',
    field: 'd',
    // v9ZsZ200Z393X417WW…Y52X…: version, format, points and ships, which Y divides.
    heldIn: (fieldOf) => {
      const ships = (/^v\d+Z.*Z(.+)$/.exec(fieldOf('d'))?.[1] ?? '').split('Y').filter(Boolean).length;
      return { squad: fieldOf('sn'), faction: fieldOf('f'), ships };
    },
    hint: phrase('open-yasb-choose-xws'),
  },
  {
    name: 'Launch Bay Next',
    field: 'lbx',
    // 'Aces%20High'.20.1.1.…: the name, then points, faction and format by numbers.
    heldIn: (fieldOf) => ({ squad: decoded(/^'([^']*)'/.exec(fieldOf('lbx'))?.[1] ?? '') }),
    hint: phrase('open-lbn-choose-xws'),
  },
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

function numbersOnly({ name, heldIn, hint }: NumberedBuilder, given: readonly Field[]): Problem {
  const { squad, faction, ships } = heldIn((wanted) => given.find(([one]) => one === wanted)?.[1] ?? '');
  const holds = [...(squad ? [phrase('the-squad', squad)] : []), ...(faction ? [faction] : []), ...(ships ? [phrase('ships', ships)] : [])];
  return {
    code: 'squad-link-numbers',
    message: holds.length > 0 ? phrase('squad-link-numbers', name, phrase('list', ...holds)) : phrase('squad-link-only-numbers', name),
    hint,
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
