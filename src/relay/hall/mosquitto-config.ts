import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Tokens } from '../broker/access-tokens.js';
import { CHANNELS, isTableName, MAX_PACKET_BYTES, type Role, TABLE_ROLES, topicOf } from '../wire/topics.js';

/** A table on a broker of many: `relay` is the token of the `hashmark serve` that stands in for all its roles. */
export interface BrokerTable {
  readonly table: string;
  readonly tokens: Tokens & { readonly relay: string };
}

export interface MosquittoOptions {
  readonly tables: readonly BrokerTable[];
  readonly directorToken: string;
  /** Folder where the files will be. */
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly webSocketPort: number;
  /** PEM files of the certificate and its key, with which both listeners are encrypted; absent: they are not. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
}

/**
 * The files with which Mosquitto (2.0 or later) keeps the roles apart: each user is `role@table` with its token as password, and reads and writes
 * what the role may of its own table and nothing else. Throws on an invalid table name.
 */
export function mosquittoFiles(options: MosquittoOptions): Readonly<Record<'mosquitto.conf' | 'acl' | 'passwords', string>> {
  const wrong = options.tables.find(({ table }) => !isTableName(table));
  if (wrong) throw new Error(`Table name ${JSON.stringify(wrong.table)}: expected 1 to 32 of a-z, 0-9 and -.`);
  return {
    'mosquitto.conf': settings(options),
    acl: accessList(options.tables),
    passwords: mosquittoPasswords(options.tables, options.directorToken),
  };
}

function settings({ folder, host, port, webSocketPort, tls }: MosquittoOptions): string {
  const encrypted = tls ? `certfile ${tls.certificate}\nkeyfile ${tls.key}\n` : '';
  return `# Made by hashmark broker.
listener ${port} ${host}
${encrypted}listener ${webSocketPort} ${host}
protocol websockets
${encrypted}allow_anonymous false
password_file ${join(folder, 'passwords')}
acl_file ${join(folder, 'acl')}
# The retained documents are the whole truth, and the next ones replace them: nothing has to outlive the broker.
persistence false
max_packet_size ${MAX_PACKET_BYTES}
max_qos 1
# A reader that is slow loses documents rather than memory.
max_queued_messages 100
max_queued_bytes ${4 * MAX_PACKET_BYTES}
max_keepalive 120
set_tcp_nodelay true
`;
}

function accessList(tables: readonly BrokerTable[]): string {
  const ofTables = tables.flatMap(({ table }) => [
    ...TABLE_ROLES.map((role) => [`user ${role}@${table}`, ...rightsOf(role, table)].join('\n')),
    [`user relay@${table}`, ...CHANNELS.map(({ channel }) => `topic readwrite ${topicOf(table, channel)}`)].join('\n'),
  ]);
  const director = ['user director', ...tables.flatMap(({ table }) => rightsOf('director', table))].join('\n');
  return `${[...ofTables, director].join('\n\n')}\n`;
}

function rightsOf(role: Role, table: string): string[] {
  return CHANNELS.flatMap(({ channel, writers, readers }) => {
    const rights = [...(readers.includes(role) ? ['read'] : []), ...(writers.includes(role) ? ['write'] : [])].join('');
    return rights === '' ? [] : [`topic ${rights} ${topicOf(table, channel)}`];
  });
}

/** The file of passwords: each user, `role@table` or `director`, with its token hashed. */
export function mosquittoPasswords(tables: readonly BrokerTable[], directorToken: string): string {
  const users = tables.flatMap(({ table, tokens }) => Object.entries(tokens).map(([role, token]) => [`${role}@${table}`, token] as const));
  return [...users, ['director', directorToken] as const].map(([user, token]) => `${user}:${hashed(token)}\n`).join('');
}

/** As mosquitto_passwd of version 2.0 writes it: PBKDF2 with SHA-512. Few rounds are enough for a token of 144 random bits. */
function hashed(token: string): string {
  const rounds = 101;
  const salt = randomBytes(12);
  return `$7$${rounds}$${salt.toString('base64')}$${pbkdf2Sync(token, salt, rounds, 64, 'sha512').toString('base64')}`;
}
