import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import type { IConnectPacket, IPublishPacket } from 'mqtt-packet';
import type { Admitted, Gate, Refusal } from './gate.js';
import { checkMessage } from './messages.js';
import { MqttGateway } from './mqtt-gateway.js';
import { REASON } from './mqtt-versions.js';
import { visitorOf } from './network-address.js';
import { PendingConnections } from './pending-connections.js';
import { RateLimit } from './rate-limit.js';
import { type SequenceWatch, watchSequence } from './sequence-watch.js';
import { isSameToken, makeToken, makeTokens, type Tokens, tokenMark } from './tokens.js';
import { channelRowOf, isTableName, ROLES, type Role } from './topics.js';

export interface RelayOptions {
  readonly table: string;
  /** Absent: made afresh. */
  readonly tokens?: Tokens;
  /** How long viewers are kept behind the table, ms: a stream's delay, so that nobody sees the future by reading the socket. */
  readonly viewerDelayMs?: number;
  /** Told, in a sentence, what was refused and why. */
  readonly onRefused?: (what: string) => void;
}

/** The relay of one table. */
export interface Relay {
  readonly table: string;
  tokens(): Tokens;
  /** Gives a role a new token and puts out everyone who came in with the old one. */
  replaceToken(role: Role): string;
  /** Whether this is the role's token. Who guessed wrong too often in a while, from one address, is told to wait without being heard. */
  checkToken(role: Role, token: string | Uint8Array, remoteAddress: string | undefined): 'right' | 'wrong' | 'wait';
  /**
   * Takes a connection of any kind that carries MQTT. What returns is told of bytes that came in below the socket, where it is
   * not the network's own.
   */
  connect(socket: Duplex, remoteAddress?: string): { readonly countBytesBelow: (bytes: number) => void };
  close(): Promise<void>;
}

/** More than any table needs; readers beyond take no place from those who write. */
const MAX_CLIENTS: Readonly<Record<Role, number>> = { camera: 4, console: 64, viewer: 1024 };
/** Wrong tokens from one address: pages that were left open with an old link try every half minute each. */
const WRONG_TOKENS = { burst: 20, perSecond: 0.5 };

/** Opens the relay of one table: aedes behind a door for each client. Throws on a table name that is none. */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  if (!isTableName(options.table)) throw new Error(`Table name ${JSON.stringify(options.table)}: expected 1 to 32 of a-z, 0-9 and -.`);
  const relay = new TableRelay(options);
  await relay.open();
  return relay;
}

interface Guest {
  readonly gateway: MqttGateway;
  role?: Role;
  readonly watch: SequenceWatch;
  readonly remoteAddress: string | undefined;
  /** Takes it off the list of those who have not said who they are. */
  hasSaidWho(): void;
}

class TableRelay implements Relay {
  readonly table: string;
  readonly #options: RelayOptions;
  readonly #guests = new Set<Guest>();
  readonly #pending = new PendingConnections();
  readonly #wrongTokens = new RateLimit(WRONG_TOKENS);
  readonly #aedes: Aedes;
  #tokens: Tokens;
  /** The one camera; a newer one takes the table over. */
  #camera: Guest | undefined;
  /** Connections whose will must not say "offline" over the camera that followed them. */
  readonly #takenOver = new WeakSet<object>();

  constructor(options: RelayOptions) {
    this.table = options.table;
    this.#options = options;
    this.#tokens = options.tokens ?? makeTokens();
    this.#aedes = new Aedes({
      // Documents are checked at the door; what comes here unchecked is the will of a camera that is gone.
      authorizePublish: (client, _packet, done) => {
        done(client && this.#takenOver.has(client.conn) ? new Error('another camera has the table') : null);
      },
      queueLimit: 100,
    });
  }

  async open(): Promise<void> {
    await this.#aedes.listen();
  }

  tokens(): Tokens {
    return this.#tokens;
  }

  replaceToken(role: Role): string {
    const token = makeToken();
    this.#tokens = { ...this.#tokens, [role]: token };
    const refusal = { reasonCode: REASON.administrativeAction, reason: 'the token was replaced' };
    for (const guest of [...this.#guests]) if (guest.role === role) guest.gateway.dismiss(refusal);
    return token;
  }

  checkToken(role: Role, token: string | Uint8Array, remoteAddress: string | undefined): 'right' | 'wrong' | 'wait' {
    const visitor = visitorOf(remoteAddress);
    if (!this.#wrongTokens.allows(visitor)) return 'wait';
    if (isSameToken(token, this.#tokens[role])) return 'right';
    this.#wrongTokens.take(visitor);
    return 'wrong';
  }

  connect(socket: Duplex, remoteAddress?: string): { readonly countBytesBelow: (bytes: number) => void } {
    const gate: Gate = {
      table: this.table,
      admit: (connect) => this.#admit(guest, connect),
      publish: (role, packet) => this.#noted(role, this.#judge(guest, packet)),
      delayMs: (role) => (role === 'viewer' ? (this.#options.viewerDelayMs ?? 0) : 0),
      left: () => {
        guest.hasSaidWho();
        this.#guests.delete(guest);
      },
    };
    const gateway = new MqttGateway(socket, gate);
    const busy = { reasonCode: REASON.serverBusy, reason: 'too many connections have not said who they are' };
    const hasSaidWho = this.#pending.add(visitorOf(remoteAddress), () => gateway.dismiss(busy));
    const guest: Guest = { gateway, watch: watchSequence(), remoteAddress, hasSaidWho };
    this.#guests.add(guest);
    this.#aedes.handle(gateway.brokerSide);
    return { countBytesBelow: (bytes) => gateway.countBytesBelow(bytes) };
  }

  async close(): Promise<void> {
    const refusal = { reasonCode: REASON.serverShuttingDown, reason: 'the relay is being closed' };
    for (const guest of [...this.#guests]) guest.gateway.dismiss(refusal);
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
  }

  #admit(guest: Guest, connect: IConnectPacket): Admitted | Refusal {
    const { username, password, will, properties } = connect;
    const role = ROLES.find((each) => each === username);
    const refuse = (reasonCode: Refusal['reasonCode'], reason: string) => this.#noted(username ?? 'nobody', { reasonCode, reason });
    if (properties?.authenticationMethod !== undefined) return refuse(REASON.badAuthenticationMethod, 'expected a user name and a token');
    // An unknown role counts as a wrong token: there is no token for it.
    const checked = this.checkToken(role ?? 'viewer', role && password ? password : '', guest.remoteAddress);
    if (checked === 'wait') return refuse(REASON.connectionRateExceeded, 'too many wrong tokens from this address, wait a minute');
    if (!role || checked === 'wrong') {
      return refuse(REASON.badUserNameOrPassword, `expected camera, console or viewer with the token of table ${this.table}`);
    }
    const alike = [...this.#guests].filter((each) => each.role === role).length;
    if (alike >= MAX_CLIENTS[role]) return refuse(REASON.serverBusy, `expected at most ${MAX_CLIENTS[role]} clients as ${role}`);
    guest.role = role;
    if (will) {
      const badWill = this.#judgeDocument(guest, will.topic, Buffer.from(will.payload), watchSequence());
      if (badWill) return refuse(badWill.reasonCode, `will: ${badWill.reason}`);
    }
    guest.hasSaidWho();
    if (role === 'camera') {
      if (this.#camera) this.#takeOver(this.#camera);
      this.#camera = guest;
    }
    // The client's own choice counts among those with the same token only: nobody can put out another role by calling itself the same.
    const brokerClientId = `${role}/${tokenMark(this.#tokens[role])}/${connect.clientId || randomUUID()}`;
    return { role, brokerClientId };
  }

  #judge(guest: Guest, packet: IPublishPacket): Refusal | undefined {
    if (packet.properties?.topicAlias !== undefined) return { reasonCode: REASON.protocolError, reason: 'topic aliases are not offered' };
    return this.#judgeDocument(guest, packet.topic, Buffer.from(packet.payload as Buffer), guest.watch);
  }

  #judgeDocument(guest: Guest, topic: string, payload: Buffer, watch: SequenceWatch): Refusal | undefined {
    const row = channelRowOf(this.table, topic);
    if (!row || row.writer !== guest.role) return { reasonCode: REASON.notAuthorized, reason: `${guest.role} may not write ${topic}` };
    const invalid = (reason: string): Refusal => ({ reasonCode: REASON.payloadFormatInvalid, reason });
    if (payload.length > row.maxBytes) return invalid(`${row.channel}: expected at most ${row.maxBytes} bytes, got ${payload.length}`);
    // An empty payload is how MQTT clears a retained document.
    if (payload.length === 0) return undefined;
    const checked = checkMessage(row.channel, payload);
    if (!checked.ok) return invalid(checked.reason);
    const outOfOrder = row.channel === 'show' ? undefined : watch[row.channel](checked.message as never);
    return outOfOrder === undefined ? undefined : invalid(outOfOrder);
  }

  #noted<R extends Refusal | undefined>(who: string, refusal: R): R {
    if (refusal) this.#options.onRefused?.(`${who}: ${refusal.reason}`);
    return refusal;
  }

  #takeOver(camera: Guest): void {
    this.#takenOver.add(camera.gateway.brokerSide);
    camera.gateway.dismiss({ reasonCode: REASON.sessionTakenOver, reason: 'another camera has taken the table over' });
  }
}
