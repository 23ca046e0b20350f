import type { Duplex } from 'node:stream';
import { generate, type IPublishPacket, type Packet } from 'mqtt-packet';

export interface OutboxLimits {
  /** The client's MQTT version: 3, 4 (3.1.1) or 5. */
  readonly version: number;
  /** Unconfirmed documents that the client allows at once; MQTT 5's default where absent. */
  readonly receiveMaximum?: number;
  /** Largest packet that the client takes, bytes; no limit where absent. */
  readonly maximumPacketSize?: number;
  /** How long each document is kept back, ms. */
  readonly delayMs?: number;
}

/** Bytes that may wait for a client which asks but does not read, before it is put out. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** Documents as they were sent, for as long as anyone keeps them. */
const SHARED = new WeakMap<Buffer, Map<string, Buffer>>();

/**
 * What one client is sent, in its own version. Keeps a slow client from holding up the others: aedes waits for each subscriber, so
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
    // Its place is at the end, also when it replaces one that waits: a report must not overtake its scene.
    this.#waiting.delete(packet.topic);
    this.#waiting.set(packet.topic, packet);
    this.#flush();
  }

  #flush(): void {
    for (const [topic, packet] of this.#waiting) {
      if (this.#socket.writableNeedDrain || !this.#socket.writable) return;
      if (packet.qos > 0 && this.#unconfirmed.size >= this.#limits.receiveMaximum) continue;
      this.#waiting.delete(topic);
      const bytes = packet.qos === 0 ? this.#sharedBytesOf(packet) : this.#bytesOf({ ...packet, messageId: this.#nextId() });
      if (!bytes) return;
      if (bytes.length > this.#limits.maximumPacketSize) continue;
      if (packet.qos > 0) this.#unconfirmed.add(this.#lastId);
      this.#socket.write(bytes);
    }
  }

  /** An id that no unconfirmed document has. */
  #nextId(): number {
    do this.#lastId = (this.#lastId % 65_535) + 1;
    while (this.#unconfirmed.has(this.#lastId));
    return this.#lastId;
  }

  /** The same bytes for all who are sent the same document in the same version. */
  #sharedBytesOf(packet: IPublishPacket): Buffer | undefined {
    if (typeof packet.payload === 'string') return this.#bytesOf(packet);
    const forms = SHARED.get(packet.payload) ?? new Map<string, Buffer>();
    const form = `${this.#limits.version} ${packet.retain} ${packet.topic}`;
    const bytes = forms.get(form) ?? this.#bytesOf(packet);
    if (bytes) SHARED.set(packet.payload, forms.set(form, bytes));
    return bytes;
  }

  /** A packet on the wire. One that cannot be said ends its client: a throw from here would end the process, which serves others. */
  #bytesOf(packet: Packet): Buffer | undefined {
    try {
      return generate(packet, { protocolVersion: this.#limits.version });
    } catch (error) {
      this.#socket.destroy(error as Error);
      return undefined;
    }
  }
}
