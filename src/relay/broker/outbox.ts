import type { Duplex } from 'node:stream';
import { generate, type IPublishPacket, type Packet } from 'mqtt-packet';

export interface OutboxLimits {
  /** The client's MQTT version: 3, 4 (3.1.1) or 5. */
  readonly version: number;
  /** Unconfirmed documents that the client allows at once; MQTT 5's default where absent. */
  readonly receiveMaximum?: number;
  /** Largest packet that the client takes, bytes; no limit where absent. */
  readonly maximumPacketSize?: number;
  /** Delay of each document, ms. */
  readonly delayMs?: number;
}

/** Bytes that may wait for a client that asks but does not read, before it is disconnected. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** A document in the form that several clients are sent: the bytes, and the packet id in them. */
interface SharedForm {
  readonly topic: string;
  readonly bytes: Buffer;
  readonly messageId: number;
}

/** Documents as they were sent, by form, for as long as anyone keeps them. */
const SHARED = new WeakMap<Buffer, Map<number, SharedForm>>();
const MAX_IDS = 65_535;
let lastSharedId = 0;

/**
 * Packets that one client is sent, in its own version. Keeps a slow client from holding up the others: aedes waits for each subscriber, so
 * a frozen overlay would stop the table for all. The outbox always takes, and forgets what is overtaken.
 */
export class Outbox {
  readonly #socket: Duplex;
  readonly #limits: Required<OutboxLimits>;
  /** The newest document of each topic that the client cannot take yet. */
  readonly #waiting = new Map<string, IPublishPacket>();
  readonly #unconfirmed = new Set<number>();
  #lastId = 0;
  readonly #delayed = new Set<NodeJS.Timeout>();
  readonly #onDrain = () => this.#flush();

  constructor(socket: Duplex, limits: OutboxLimits) {
    this.#socket = socket;
    this.#limits = { receiveMaximum: 65_535, maximumPacketSize: Number.POSITIVE_INFINITY, delayMs: 0, ...limits };
    socket.on('drain', this.#onDrain);
  }

  /** Sends an answer at once; answers are never dropped. */
  answer(packet: Packet): void {
    if (!this.#socket.writable) return;
    const bytes = this.#bytesOf(packet);
    if (!bytes) return;
    this.#socket.write(bytes);
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) this.#socket.destroy(new Error('the client does not read'));
  }

  /** Sends a document, after the delay, as soon as the client can take it; of several that wait only the newest of a topic is sent. */
  document({ topic, payload, retain }: Pick<IPublishPacket, 'topic' | 'payload' | 'retain'>, qos: 0 | 1): void {
    const outgoing: IPublishPacket = { cmd: 'publish', topic, payload, qos, retain, dup: false };
    if (this.#limits.delayMs === 0) {
      this.#offer(outgoing);
      return;
    }
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.#offer(outgoing);
    }, this.#limits.delayMs);
    this.#delayed.add(timer);
  }

  /** The client has confirmed a document. */
  confirmed(messageId: number): void {
    this.#unconfirmed.delete(messageId);
    this.#flush();
  }

  close(): void {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#waiting.clear();
    this.#socket.off('drain', this.#onDrain);
  }

  #offer(packet: IPublishPacket): void {
    if (this.#waiting.size === 0 && this.#canWrite() && this.#unconfirmed.size < this.#limits.receiveMaximum) {
      this.#send(packet);
      return;
    }
    // Its place is at the end, also when it replaces one that waits: a report must not overtake its scene.
    this.#waiting.delete(packet.topic);
    this.#waiting.set(packet.topic, packet);
    this.#flush();
  }

  #flush(): void {
    for (const [topic, packet] of this.#waiting) {
      if (!this.#canWrite()) return;
      if (packet.qos > 0 && this.#unconfirmed.size >= this.#limits.receiveMaximum) continue;
      this.#waiting.delete(topic);
      this.#send(packet);
    }
  }

  #canWrite(): boolean {
    return this.#socket.writable && !this.#socket.writableNeedDrain;
  }

  #send(packet: IPublishPacket): void {
    const shared = this.#sharedFormOf(packet);
    // Where the shared id waits for its confirmation here, as after 65,535 others, this client has an id of its own.
    const isTaken = packet.qos > 0 && shared !== undefined && this.#unconfirmed.has(shared.messageId);
    const messageId = shared && !isTaken ? shared.messageId : this.#nextId();
    const bytes = shared && !isTaken ? shared.bytes : this.#bytesOf({ ...packet, messageId });
    if (!bytes || bytes.length > this.#limits.maximumPacketSize) return;
    if (packet.qos > 0) this.#unconfirmed.add(messageId);
    this.#socket.write(bytes);
  }

  /** An id that no unconfirmed document has. */
  #nextId(): number {
    do this.#lastId = (this.#lastId % MAX_IDS) + 1;
    while (this.#unconfirmed.has(this.#lastId));
    return this.#lastId;
  }

  /** The same bytes for all who are sent the same document in the same version: a report of 16 ships is 250 kB, and would be copied for each. */
  #sharedFormOf(packet: IPublishPacket): SharedForm | undefined {
    const { topic, payload, qos, retain } = packet;
    if (typeof payload === 'string') return undefined;
    const form = 4 * this.#limits.version + 2 * qos + Number(retain);
    const forms = SHARED.get(payload) ?? new Map<number, SharedForm>();
    const known = forms.get(form);
    if (known) return known.topic === topic ? known : undefined;
    lastSharedId = (lastSharedId % MAX_IDS) + 1;
    const bytes = this.#bytesOf({ ...packet, messageId: lastSharedId });
    if (!bytes) return undefined;
    const shared = { topic, bytes, messageId: lastSharedId };
    SHARED.set(payload, forms.set(form, shared));
    return shared;
  }

  /** A packet on the wire. One that cannot be written ends its client: a throw from here would end the process, which serves others. */
  #bytesOf(packet: Packet): Buffer | undefined {
    try {
      return generate(packet, { protocolVersion: this.#limits.version });
    } catch (error) {
      this.#socket.destroy(error as Error);
      return undefined;
    }
  }
}
