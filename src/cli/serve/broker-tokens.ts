import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeToken } from '../../relay/broker/access-tokens.js';
import { type BrokerTable, mosquittoPasswords } from '../../relay/hall/mosquitto-config.js';
import { keep } from './cache-folder.js';

/** All tokens of a hall, as tokens.json has them beside Mosquitto's configuration. */
export interface HallTokens {
  readonly director: string;
  readonly tables: Readonly<Record<string, BrokerTable['tokens']>>;
}

/** Writes the tokens and, hashed, Mosquitto's passwords. */
export async function keepTokens(folder: string, tokens: HallTokens): Promise<void> {
  await keep(folder, 'passwords', mosquittoPasswords(namedTables(tokens), tokens.director));
  await keep(folder, 'tokens.json', `${JSON.stringify(tokens, undefined, 2)}\n`);
}

/** Gives a user, `director` or `ROLE@TABLE`, a new token in a folder that `keepTokens` wrote; throws where there is no such user. */
export async function replaceToken(folder: string, user: string): Promise<HallTokens> {
  const text = await readFile(join(folder, 'tokens.json'), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new Error(`${folder} has no tokens.json: expected the folder that hashmark broker made. Name it with --out FOLDER.`);
  const before = JSON.parse(text) as HallTokens;
  const [role, table] = user.split('@') as [string, string | undefined];
  const ofTable = table !== undefined && Object.hasOwn(before.tables, table) ? before.tables[table] : undefined;
  const isKnown = table === undefined ? role === 'director' : ofTable !== undefined && Object.hasOwn(ofTable, role);
  if (!isKnown) {
    const roles = Object.keys(Object.values(before.tables)[0] ?? {}).join(', ');
    throw new Error(
      `there is no user ${JSON.stringify(user)}: expected director, or one of ${roles} with @ and one of ${Object.keys(before.tables).join(', ')}.`,
    );
  }
  const after: HallTokens =
    table === undefined
      ? { ...before, director: makeToken() }
      : { ...before, tables: { ...before.tables, [table]: { ...ofTable!, [role]: makeToken() } } };
  await keepTokens(folder, after);
  return after;
}

function namedTables({ tables }: HallTokens): readonly BrokerTable[] {
  return Object.entries(tables).map(([table, tokens]) => ({ table, tokens }));
}
