/** Roles that a table has tokens for. */
export type TableRole = 'camera' | 'console' | 'viewer';

export const TABLE_ROLES: readonly TableRole[] = ['camera', 'console', 'viewer'];

/** Role that may connect; also the MQTT user name. The director of an event reads all tables and answers calls for a judge. */
export type Role = TableRole | 'director';

const ROLES: readonly Role[] = [...TABLE_ROLES, 'director'];

/** The documents that travel; the last level of a topic. */
export type Channel = 'scene' | 'report' | 'status' | 'camera' | 'match' | 'show' | 'call';

export interface ChannelRow {
  readonly channel: Channel;
  /** The only roles that may write it. */
  readonly writers: readonly Role[];
  readonly readers: readonly Role[];
  /** Scenes come many times a second and the next one heals a loss; the rest is confirmed. */
  readonly qos: 0 | 1;
  /** Largest payload the relay takes, bytes. */
  readonly maxBytes: number;
}

/**
 * The wire, one row for each document. The sizes leave room: a scene of 64 ships is about 20 KiB, a report of 16 ships about
 * 250 KiB, and a report grows with the square of the ships.
 */
export const CHANNELS: readonly ChannelRow[] = [
  { channel: 'scene', writers: ['camera'], readers: ROLES, qos: 0, maxBytes: 256 * 1024 },
  { channel: 'report', writers: ['camera'], readers: ROLES, qos: 1, maxBytes: 4 * 1024 * 1024 },
  { channel: 'status', writers: ['camera'], readers: ROLES, qos: 1, maxBytes: 4 * 1024 },
  // Where the camera stands and what its lens does: an overlay is laid over its picture with it.
  { channel: 'camera', writers: ['camera'], readers: ROLES, qos: 1, maxBytes: 4 * 1024 },
  { channel: 'match', writers: ['camera'], readers: ROLES, qos: 1, maxBytes: 128 * 1024 },
  { channel: 'show', writers: ['console'], readers: ROLES, qos: 1, maxBytes: 128 * 1024 },
  // A call for a judge, until it is answered. Not for the public.
  { channel: 'call', writers: ['camera', 'console', 'director'], readers: ['camera', 'console', 'director'], qos: 1, maxBytes: 4 * 1024 },
];

/** Topic and properties of a packet, and what a subscription may take, bytes. */
const PACKET_OVERHEAD_BYTES = 16 * 1024;

/** Largest MQTT packet that a role can have a use for: the largest document it may write, or a subscription. */
export function maxPacketBytes(role: Role): number {
  return Math.max(0, ...CHANNELS.filter(({ writers }) => writers.includes(role)).map(({ maxBytes }) => maxBytes)) + PACKET_OVERHEAD_BYTES;
}

/** The same for any role. */
export const MAX_PACKET_BYTES = Math.max(...ROLES.map(maxPacketBytes));

const TABLE_NAME = /^[a-z0-9-]{1,32}$/;

/** Whether a table may have this name: `[a-z0-9-]{1,32}`. */
export function isTableName(name: string): boolean {
  return TABLE_NAME.test(name);
}

/** The topic of one of a table's documents. Throws on a name that no table can have. */
export function topicOf(table: string, channel: Channel): string {
  if (!isTableName(table)) throw new Error(`Table name ${JSON.stringify(table)}: expected 1 to 32 of a-z, 0-9 and -.`);
  return `hashmark/1/${table}/${channel}`;
}

/** The row of the document that a topic carries; undefined for another table's topic. */
export function channelRowOf(table: string, topic: string): ChannelRow | undefined {
  const prefix = `hashmark/1/${table}/`;
  return topic.startsWith(prefix) ? CHANNELS.find(({ channel }) => channel === topic.slice(prefix.length)) : undefined;
}

/** The role and, after an @, the table that a user name says: `viewer` or, on a broker of many tables, `viewer@final`. */
export function readUserName(name: string | undefined, table: string): Role | undefined {
  return ROLES.find((role) => name === role || name === `${role}@${table}`);
}

/** Whether a subscription reaches this table's documents and nothing else; every role may read all of its own table. */
export function isOwnFilter(table: string, filter: string): boolean {
  return channelRowOf(table, filter) !== undefined || wildcardsOf(table).includes(filter);
}

/** The filters that mean all of a table's documents. */
export function wildcardsOf(table: string): readonly string[] {
  return [`hashmark/1/${table}/+`, `hashmark/1/${table}/#`];
}

/** Address of the relay of the server that sent a page: `wss://host/mqtt` for `https://host/…`. */
export function relayUrlFor(pageUrl: string): string {
  const url = new URL('/mqtt', pageUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
