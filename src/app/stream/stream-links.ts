import { msg } from '@lit/localize';
import { phrase } from '../../texts/phrase.js';
import { PhraseError } from '../../texts/phrase-error.js';

/** Answer of `/relay/tokens` to whoever has the camera's token: the tokens of a table, and the addresses of its server. */
export interface TableTokens {
  readonly table: string;
  readonly tokens: { readonly camera: string; readonly console: string; readonly viewer: string };
  /**
   * The server's addresses for other devices, each with a slash at its end, the best one first; empty where only its own computer reaches
   * it.
   */
  readonly addresses: readonly string[];
  /** Its address for programs on its own computer; absent on any other one. */
  readonly local?: string;
}

/** A page of the stream: its address, and its purpose. */
export interface StreamLink {
  readonly name: string;
  readonly purpose: string;
  /** For programs on this computer; the camera's for any device where others reach it, since it is sent to one. */
  readonly href: string;
  /** The same page for another device, to be scanned; undefined: no other device reaches it. */
  readonly elsewhere: string | undefined;
}

/** The pages of one table for a camera, a streaming program and a commentator. */
export type StreamLinks = Readonly<Record<'camera' | 'map' | 'overCamera' | 'panel' | 'caption' | 'console', StreamLink>>;

/** `origin`, that of this page, ends without a slash. */
export function streamLinks(origin: string, { table, tokens, addresses, local }: TableTokens): StreamLinks {
  const elsewhere = addresses.includes(`${origin}/`) ? `${origin}/` : addresses[0];
  const here = local ?? `${origin}/`;
  const at = (role: keyof TableTokens['tokens'], path: string) => ({
    href: `${role === 'camera' ? (elsewhere ?? here) : here}${path}#token=${tokens[role]}`,
    elsewhere: elsewhere === undefined ? undefined : `${elsewhere}${path}#token=${tokens[role]}`,
  });
  return {
    camera: {
      name: msg('Camera'),
      purpose: msg('Open it on the device whose camera sees the table: it measures, and sends millimetres, never pictures.'),
      ...at('camera', `?camera=device&publish=${table}`),
    },
    map: {
      name: msg('Map'),
      purpose: msg('Browser source, 1920 × 1080: the table from above with ships, arcs and measurements.'),
      ...at('viewer', overlayPath(table, 'map')),
    },
    overCamera: {
      name: msg('Over the camera'),
      purpose: msg('Browser source as large as the camera’s picture, exactly over it: ranges and arcs are drawn on the real table.'),
      ...at('viewer', overlayPath(table, 'camera')),
    },
    panel: {
      name: msg('Panel'),
      purpose: msg('Browser source, 800 × 600: round, clock, score, hull, shields and tokens of a match that is played by the rules.'),
      ...at('viewer', overlayPath(table, 'panel')),
    },
    caption: {
      name: msg('Caption'),
      purpose: msg('Browser source, 1920 × 300: the last measurement in words, without the map; it disappears by itself.'),
      ...at('viewer', overlayPath(table, 'caption')),
    },
    console: {
      name: msg('Console'),
      purpose: msg('For the commentator: chooses what is on screen, draws on the table, switches scenes.'),
      ...at('console', `console?table=${table}`),
    },
  };
}

/** The map overlay as this page may show it in itself: from its own address, with the reason why it is empty. */
export function previewHref({ table, tokens }: TableTokens): string {
  return `/${overlayPath(table, 'map')}&debug#token=${tokens.viewer}`;
}

function overlayPath(table: string, view: string): string {
  return `overlay?table=${table}&view=${view}`;
}

/** Asks the server of this page for its table's tokens. Rejects, with what to do, when it does not give them. */
export function askTokens(cameraToken: string): Promise<TableTokens> {
  return ask('/relay/tokens', 'GET', cameraToken);
}

/**
 * Gives a role a new token: links with the old one no longer work, and those who came with one are disconnected. Rejects as `askTokens`
 * does.
 */
export function replaceToken(cameraToken: string, role: 'console' | 'viewer'): Promise<TableTokens> {
  return ask(`/relay/tokens?role=${role}`, 'POST', cameraToken);
}

async function ask(path: string, method: string, cameraToken: string): Promise<TableTokens> {
  const response = await fetch(path, { method, headers: { Authorization: `Bearer ${cameraToken}` } }).catch(() => undefined);
  if (!response) throw new PhraseError(phrase('computer-serves-page-cannot'));
  if (response.status === 429) throw new PhraseError(phrase('too-many-wrong-links'));
  if (!response.ok) throw new PhraseError(phrase('link-old-another-table'));
  return response.json() as Promise<TableTokens>;
}
