import type { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import type { IConnectPacket, IPublishPacket } from 'mqtt-packet';
import { ClientDoor, type Gate, type Refusal } from './client-door.js';
import { checkMessage } from './messages.js';
import { REASON } from './mqtt-versions.js';
import { type SequenceWatch, watchSequence } from './sequence-watch.js';
import { isSameToken, makeToken, makeTokens, type Tokens } from './tokens.js';
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
  /** Takes a connection of any kind that carries MQTT. */
  connect(socket: Duplex): void;
  close(): Promise<void>;
}

/** More than any event needs; a flood of connections ends here. */
const MAX_CLIENTS = 256;

/** Opens the relay of one table: aedes behind a door for each client. Throws on a table name that is none. */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  if (!isTableName(options.table)) throw new Error(`Table name ${JSON.stringify(options.table)}: expected 1 to 32 of a-z, 0-9 and -.`);
  const relay = new TableRelay(options);
  await relay.open();
  return relay;
}

interface Guest {
  readonly door: ClientDoor;
  role?: Role;
  readonly watch: SequenceWatch;
}

class TableRelay implements Relay {
  readonly table: string;
  readonly #options: RelayOptions;
  readonly #guests = new Set<Guest>();
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
    for (const guest of [...this.#guests]) if (guest.role === role) guest.door.dismiss(refusal);
    return token;
  }

  connect(socket: Duplex): void {
    const gate: Gate = {
      table: this.table,
      admit: (connect) => this.#admit(guest, connect),
      publish: (role, packet) => this.#noted(role, this.#judge(guest, packet)),
      delayMs: (role) => (role === 'viewer' ? (this.#options.viewerDelayMs ?? 0) : 0),
      left: () => void this.#guests.delete(guest),
    };
    const guest: Guest = { door: new ClientDoor(socket, gate), watch: watchSequence() };
    this.#guests.add(guest);
    this.#aedes.handle(guest.door.brokerSide);
  }

  async close(): Promise<void> {
    const refusal = { reasonCode: REASON.serverShuttingDown, reason: 'the relay is being closed' };
    for (const guest of [...this.#guests]) guest.door.dismiss(refusal);
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
  }

  #admit(guest: Guest, connect: IConnectPacket): { readonly role: Role } | Refusal {
    const { username, password, will, properties } = connect;
    const role = ROLES.find((each) => each === username);
    const refuse = (reasonCode: Refusal['reasonCode'], reason: string) => this.#noted(username ?? 'nobody', { reasonCode, reason });
    if (this.#guests.size > MAX_CLIENTS) return refuse(REASON.serverBusy, `expected at most ${MAX_CLIENTS} clients`);
    if (properties?.authenticationMethod !== undefined) return refuse(REASON.badAuthenticationMethod, 'expected a user name and a token');
    if (!role || !password || !isSameToken(password, this.#tokens[role])) {
      return refuse(REASON.badUserNameOrPassword, `expected camera, console or viewer with the token of table ${this.table}`);
    }
    guest.role = role;
    if (will) {
      const badWill = this.#judgeDocument(guest, will.topic, Buffer.from(will.payload), watchSequence());
      if (badWill) return refuse(badWill.reasonCode, `will: ${badWill.reason}`);
    }
    if (role === 'camera') {
      if (this.#camera) this.#takeOver(this.#camera);
      this.#camera = guest;
    }
    return { role };
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
    this.#takenOver.add(camera.door.brokerSide);
    camera.door.dismiss({ reasonCode: REASON.sessionTakenOver, reason: 'another camera has taken the table over' });
  }
}
