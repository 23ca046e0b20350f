import type { Duplex } from 'node:stream';
import { generate, type IPublishPacket, type Packet } from 'mqtt-packet';
import { publishOf } from './mqtt-versions.js';

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
  document(packet: IPublishPacket): void {
    const outgoing: IPublishPacket = { ...publishOf(packet), qos: packet.qos === 0 ? 0 : 1 };
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
      const bytes = this.#bytesOf(packet);
      if (!bytes || bytes.length > this.#limits.maximumPacketSize) continue;
      if (packet.qos > 0) this.#unconfirmed.add(packet.messageId!);
      this.#socket.write(bytes);
    }
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
