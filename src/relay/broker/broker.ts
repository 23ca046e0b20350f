import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import type { IConnectPacket, IPublishPacket } from 'mqtt-packet';
import { checkMessage } from '../wire/messages.js';
import { visitorOf } from '../wire/network-address.js';
import { CHANNELS, type Channel, channelRowOf, isTableName, type Role, readUserName, type TableRole, topicOf } from '../wire/topics.js';
import { isSameToken, makeToken, makeTokens, type Tokens, tokenMark } from './access-tokens.js';
import type { Admitted, Gate, Refusal } from './gate.js';
import { MqttGateway } from './mqtt-gateway.js';
import { REASON } from './mqtt-versions.js';
import { PendingConnections } from './pending-connections.js';
import { RateLimit } from './rate-limit.js';
import { type SequenceWatch, watchSequence } from './sequence-watch.js';

export interface RelayOptions {
  readonly table: string;
  /** Absent: new ones are made. */
  readonly tokens?: Tokens;
  /** Lets the director of an event in; absent: there is no director. */
  readonly directorToken?: string;
  /** Delay of viewers behind the table, ms: that of a stream, so that nobody sees the future by reading the socket. */
  readonly viewerDelayMs?: number;
  /** Called with a sentence: what was refused and why. */
  readonly onRefused?: (what: string) => void;
}

export type DocumentListener = (channel: Channel, payload: Buffer) => void;

/** The relay of one table. */
export interface Relay {
  readonly table: string;
  tokens(): Tokens;
  /** Gives a role a new token and disconnects everyone who came in with the old one. */
  replaceToken(role: TableRole): string;
  /** Calls back with each document that the relay takes from now on; an empty payload clears one. Returns the function that ends it. */
  onDocument(listener: DocumentListener): () => void;
  /** Passes on a call for a judge, or its answer, that came from elsewhere; what is not one is dropped. */
  publishCall(payload: Buffer): void;
  /** Whether this is the role's token. An address with too many wrong guesses in a while has to wait unheard. */
  checkToken(role: Role, token: string | Uint8Array, remoteAddress: string | undefined): 'right' | 'wrong' | 'wait';
  /**
   * Takes a connection of any kind that carries MQTT. The function it returns must be called with bytes that came in below the socket,
   * where that is not the network's own.
   */
  connect(socket: Duplex, remoteAddress?: string): { readonly countBytesBelow: (bytes: number) => void };
  close(): Promise<void>;
}

/** Maximum number of clients, by role: more than any table needs; readers beyond it take no place from writers. */
const MAX_CLIENTS: Readonly<Record<Role, number>> = { camera: 4, console: 64, viewer: 1024, director: 16 };
/** Wrong tokens from one address: each page left open with an old link tries every half minute. */
const WRONG_TOKENS = { burst: 20, perSecond: 0.5 };

/** Opens the relay of one table: aedes behind a gateway for each client. Throws on an invalid table name. */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  if (!isTableName(options.table)) throw new Error(`Table name ${JSON.stringify(options.table)}: expected 1 to 32 of a-z, 0-9 and -.`);
  const relay = new TableRelay(options);
  await relay.open();
  return relay;
}

interface Guest {
  readonly gateway: MqttGateway;
  role?: Role;
  /** Of a camera: distinguishes one that comes back over a new connection from another one. */
  session?: string;
  readonly watch: SequenceWatch;
  readonly remoteAddress: string | undefined;
  /** Takes it off the list of clients that have not said who they are. */
  hasSaidWho(): void;
}

class TableRelay implements Relay {
  readonly table: string;
  readonly #options: RelayOptions;
  readonly #guests = new Set<Guest>();
  readonly #pending = new PendingConnections();
  readonly #wrongTokens = new RateLimit(WRONG_TOKENS);
  readonly #gateways = new WeakMap<object, MqttGateway>();
  readonly #aedes: Aedes;
  #tokens: Tokens;
  /** The one camera. */
  #camera: Guest | undefined;
  /** Connections whose will must not say "offline" over the camera that followed them. */
  readonly #takenOver = new WeakSet<object>();

  constructor(options: RelayOptions) {
    this.table = options.table;
    this.#options = options;
    this.#tokens = options.tokens ?? makeTokens();
    this.#aedes = new Aedes({
      // Documents are checked at the gateway; what comes here unchecked is the will of a camera that is gone.
      authorizePublish: (client, _packet, done) => {
        done(client && this.#takenOver.has(client.conn) ? new Error('another camera has the table') : null);
      },
      // Documents go straight to their reader: through aedes each would be packed and unpacked once more for every one of them.
      authorizeForward: (client, packet) => {
        this.#gateways.get(client.conn)?.deliver(packet);
        return null;
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

  replaceToken(role: TableRole): string {
    const token = makeToken();
    this.#tokens = { ...this.#tokens, [role]: token };
    const refusal = { reasonCode: REASON.administrativeAction, reason: 'the token was replaced' };
    for (const guest of [...this.#guests]) if (guest.role === role) guest.gateway.dismiss(refusal);
    return token;
  }

  checkToken(role: Role, token: string | Uint8Array, remoteAddress: string | undefined): 'right' | 'wrong' | 'wait' {
    const visitor = visitorOf(remoteAddress);
    if (!this.#wrongTokens.allows(visitor)) return 'wait';
    const expected = this.#tokenOf(role);
    if (expected !== undefined && isSameToken(token, expected)) return 'right';
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
        if (this.#camera === guest) this.#camera = undefined;
      },
    };
    const gateway = new MqttGateway(socket, gate);
    const busy = { reasonCode: REASON.serverBusy, reason: 'too many connections have not said who they are' };
    const hasSaidWho = this.#pending.add(visitorOf(remoteAddress), () => gateway.dismiss(busy));
    const guest: Guest = { gateway, watch: watchSequence(), remoteAddress, hasSaidWho };
    this.#guests.add(guest);
    this.#gateways.set(gateway.brokerSide, gateway);
    this.#aedes.handle(gateway.brokerSide);
    return { countBytesBelow: (bytes) => gateway.countBytesBelow(bytes) };
  }

  onDocument(listener: DocumentListener): () => void {
    const hear = (packet: { readonly topic: string; readonly payload: string | Buffer }, done: () => void): void => {
      listener(channelRowOf(this.table, packet.topic)!.channel, Buffer.from(packet.payload as Buffer));
      done();
    };
    const topics = CHANNELS.map(({ channel }) => topicOf(this.table, channel));
    for (const topic of topics) this.#aedes.subscribe(topic, hear, () => undefined);
    return () => {
      for (const topic of topics) this.#aedes.unsubscribe(topic, hear, () => undefined);
    };
  }

  publishCall(payload: Buffer): void {
    if (payload.length > 0 && !checkMessage('call', payload).ok) return;
    const topic = topicOf(this.table, 'call');
    this.#aedes.publish({ cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false }, () => undefined);
  }

  async close(): Promise<void> {
    const refusal = { reasonCode: REASON.serverShuttingDown, reason: 'the relay is being closed' };
    for (const guest of [...this.#guests]) guest.gateway.dismiss(refusal);
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
  }

  #admit(guest: Guest, connect: IConnectPacket): Admitted | Refusal {
    const { username, password, will, properties } = connect;
    const role = readUserName(username, this.table);
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
    if (role === 'camera') {
      guest.session = sessionOf(connect);
      if (this.#camera && this.#camera.session !== guest.session) return refuse(REASON.quotaExceeded, 'another camera sends this table');
      if (this.#camera) this.#takeOver(this.#camera);
      this.#camera = guest;
    }
    guest.hasSaidWho();
    // The client's own choice counts among those with the same token only: nobody can put out another role by calling itself the same.
    const brokerClientId = `${role}/${tokenMark(this.#tokenOf(role)!)}/${connect.clientId || randomUUID()}`;
    return { role, brokerClientId };
  }

  #tokenOf(role: Role): string | undefined {
    return role === 'director' ? this.#options.directorToken : this.#tokens[role];
  }

  #judge(guest: Guest, packet: IPublishPacket): Refusal | undefined {
    if (packet.properties?.topicAlias !== undefined) return { reasonCode: REASON.protocolError, reason: 'topic aliases are not offered' };
    return this.#judgeDocument(guest, packet.topic, Buffer.from(packet.payload as Buffer), guest.watch);
  }

  #judgeDocument(guest: Guest, topic: string, payload: Buffer, watch: SequenceWatch): Refusal | undefined {
    const row = channelRowOf(this.table, topic);
    if (!row || !guest.role || !row.writers.includes(guest.role))
      return { reasonCode: REASON.notAuthorized, reason: `${guest.role} may not write ${topic}` };
    const invalid = (reason: string): Refusal => ({ reasonCode: REASON.payloadFormatInvalid, reason });
    if (payload.length > row.maxBytes) return invalid(`${row.channel}: expected at most ${row.maxBytes} bytes, got ${payload.length}`);
    // An empty payload is how MQTT clears a retained document.
    if (payload.length === 0) return undefined;
    const checked = checkMessage(row.channel, payload);
    if (!checked.ok) return invalid(checked.reason);
    const outOfOrder = row.channel in watch ? watch[row.channel as keyof SequenceWatch](checked.message as never) : undefined;
    return outOfOrder === undefined ? undefined : invalid(outOfOrder);
  }

  #noted<R extends Refusal | undefined>(who: string, refusal: R): R {
    if (refusal) this.#options.onRefused?.(`${who}: ${refusal.reason}`);
    return refusal;
  }

  #takeOver(camera: Guest): void {
    this.#takenOver.add(camera.gateway.brokerSide);
    camera.gateway.dismiss({ reasonCode: REASON.sessionTakenOver, reason: 'this camera has come back over another connection' });
  }
}

/**
 * Name by which a camera is recognised: the session in its will, which a page keeps over all its connections; for others their client id.
 */
function sessionOf({ will, clientId }: IConnectPacket): string {
  const checked = will && checkMessage('status', Buffer.from(will.payload));
  return (checked?.ok && checked.message.session) || `client ${clientId}`;
}
