import { makeToken, makeTokens, type Tokens } from '../../relay/broker/access-tokens.js';
import { TABLE_ROLES } from '../../relay/wire/topics.js';
import { keep, readKept } from './cache-folder.js';

/** The tokens of a table, the same as last time: an overlay in a streaming program must heal after the program was started again. */
export async function keptTokens(folder: string, table: string): Promise<Tokens> {
  const tokens = parseTokens(await readKept(folder, fileOf(table))) ?? makeTokens();
  await keepTokens(folder, table, tokens);
  return tokens;
}

/** Keeps new tokens; a folder that cannot be written only means that they are new again next time. */
export async function keepTokens(folder: string, table: string, tokens: Tokens): Promise<void> {
  await keep(folder, fileOf(table), JSON.stringify(tokens)).catch(() => undefined);
}

function fileOf(table: string): string {
  return `tokens-${table}.json`;
}

function parseTokens(text: string | undefined): Tokens | undefined {
  try {
    const tokens = JSON.parse(text ?? '');
    const isWhole = TABLE_ROLES.every((role) => typeof tokens[role] === 'string' && /^[\w-]{16,}$/.test(tokens[role]));
    const areDifferent = isWhole && new Set(TABLE_ROLES.map((role) => tokens[role])).size === TABLE_ROLES.length;
    return areDifferent ? { camera: tokens.camera, console: tokens.console, viewer: tokens.viewer } : undefined;
  } catch {
    return undefined;
  }
}

const DIRECTOR_FILE = 'token-director.json';

/** The director's token, the same as last time. */
export async function keptDirectorToken(folder: string): Promise<string> {
  const kept = /^"([\w-]{16,})"$/.exec((await readKept(folder, DIRECTOR_FILE)) ?? '')?.[1];
  const token = kept ?? makeToken();
  if (!kept) await keep(folder, DIRECTOR_FILE, JSON.stringify(token)).catch(() => undefined);
  return token;
}

/** The token in an `Authorization: Bearer …` header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer (\S+)$/.exec(header ?? '')?.[1];
}
