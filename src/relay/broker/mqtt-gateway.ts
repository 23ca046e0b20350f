import { randomUUID } from 'node:crypto';
import { Duplex } from 'node:stream';
import {
  generate,
  type IConnectPacket,
  type IDisconnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
  parser,
} from 'mqtt-packet';
import { isOwnFilter, maxPacketBytes, type Role } from '../wire/topics.js';
import type { Gate, Refusal } from './gate.js';
import { connackForClient, connectForBroker, packetForBroker, REASON, returnCodeFor } from './mqtt-versions.js';
import { Outbox } from './outbox.js';
import { RateLimit } from './rate-limit.js';
import { Subscriptions } from './subscriptions.js';

/** Bytes of one packet that a client may make us keep before it has said who it is. */
const MAX_CONNECT_BYTES = 16 * 1024;
/** Bytes that may arrive beside a packet below MQTT before any of them is handed on: one read of a socket. */
const MAX_UNDELIVERED_BYTES = 64 * 1024;
/** Packet rate that is allowed, far above what any page sends: thirty states a second, three documents each. */
const PACKET_RATE = { burst: 1000, perSecond: 200 };
const CONNECT_TIMEOUT_MS = 10_000;
/** Subscriptions of one client that may wait for aedes at once. */
const MAX_QUESTIONS = 64;
/** Time for a client to read why it is disconnected, ms. */
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Stands between one client and aedes: speaks MQTT 5 or 3.1.1 with the client and 3.1.1 with aedes, checks everything once, answers
 * refusals in the client's own version, and never lets a slow or broken client hold up the broker. Whatever goes wrong on either side
 * ends this client and nothing else.
 */
export class MqttGateway {
  /** Connection to aedes: plain MQTT 3.1.1, only what the gate let pass. */
  readonly brokerSide: Duplex;
  readonly #socket: Duplex;
  readonly #gate: Gate;
  readonly #fromClient = parser();
  readonly #fromBroker = parser({ protocolVersion: 4 });
  /** Answers that only we can give, by message id, until aedes has done its part. */
  readonly #granted = new Map<number, number[]>();
  readonly #subscriptions: Subscriptions;
  readonly #connectTimer: NodeJS.Timeout;
  readonly #packetRate = new RateLimit(PACKET_RATE);
  #undeliveredBytes = 0;
  #outbox: Outbox;
  #role: Role | undefined;
  #version = 4;
  #assignedClientId: string | undefined;
  #over = false;

  constructor(socket: Duplex, gate: Gate) {
    this.#socket = socket;
    this.#gate = gate;
    this.#subscriptions = new Subscriptions(gate.table);
    this.#outbox = new Outbox(socket, { version: 4 });
    this.#connectTimer = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS);
    this.brokerSide = new Duplex({
      read: () => void socket.resume(),
      write: (chunk, _encoding, done) => {
        try {
          this.#fromBroker.parse(chunk);
          done();
        } catch (error) {
          // Thrown on, it would go through aedes into the event loop and end the process.
          done(error as Error);
        }
      },
      destroy: (error, done) => {
        this.#end();
        done(error);
      },
    });
    this.#fromBroker.on('packet', (packet) => this.#takeFromBroker(packet));
    this.#fromClient.on('packet', (packet) => this.#takeFromClient(packet));
    this.#fromClient.on('error', (error) => this.#malformed(error));
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    // aedes first takes what was sent before the end: a document and a farewell often come in one piece.
    socket.on('end', () => this.brokerSide.push(null));
    socket.on('close', () => this.brokerSide.push(null));
    socket.on('error', () => this.brokerSide.destroy());
  }

  /**
   * Counts bytes that came in below the socket, where a WebSocket gathers a message before it hands it on: a client may not make us
   * keep more there than one of its packets either.
   */
  countBytesBelow(bytes: number): void {
    this.#undeliveredBytes += bytes;
    if (this.#undeliveredBytes <= this.#maxPacketBytes() + MAX_UNDELIVERED_BYTES) return;
    this.#tooLarge();
    // No farewell: it would wait for the end of the message, and gather on.
    this.#socket.destroy();
  }

  /** Sends a document to which the client has subscribed, where its role may read it: one to the whole table asks for more. */
  deliver(packet: Pick<IPublishPacket, 'topic' | 'payload' | 'qos' | 'retain'>): void {
    const asked = this.#subscriptions.qosOf(packet.topic);
    if (!this.#over && asked !== undefined) this.#outbox.document(packet, packet.qos > 0 ? asked : 0);
  }

  /** Ends the connection and says why, as far as the client's version has words for it. */
  dismiss({ reasonCode, reason }: Refusal): void {
    if (this.#over) return;
    if (this.#role === undefined) {
      this.#outbox.answer({ cmd: 'connack', sessionPresent: false, reasonCode, returnCode: returnCodeFor(reasonCode) });
    } else if (this.#version === 5) {
      this.#outbox.answer({ cmd: 'disconnect', reasonCode, properties: { reasonString: reason } });
    }
    this.brokerSide.destroy();
  }

  #read(chunk: Buffer): void {
    this.#undeliveredBytes = 0;
    if (this.#over) return;
    try {
      const unparsedBytes = this.#fromClient.parse(chunk);
      if (unparsedBytes > this.#maxPacketBytes()) this.#tooLarge();
    } catch (error) {
      this.#malformed(error as Error);
    }
  }

  #maxPacketBytes(): number {
    return this.#role === undefined ? MAX_CONNECT_BYTES : maxPacketBytes(this.#role);
  }

  #tooLarge(): void {
    this.dismiss({ reasonCode: REASON.packetTooLarge, reason: `expected at most ${this.#maxPacketBytes()} bytes in one packet` });
  }

  #malformed(error: Error): void {
    this.dismiss({ reasonCode: REASON.malformedPacket, reason: error.message });
  }

  #takeFromClient(packet: Packet): void {
    if (this.#over) return;
    if (!this.#packetRate.take()) {
      this.dismiss({ reasonCode: REASON.messageRateTooHigh, reason: `expected at most ${PACKET_RATE.perSecond} packets a second` });
      return;
    }
    const isFirst = this.#role === undefined;
    if ((packet.cmd === 'connect') !== isFirst) this.#refuse('expected one CONNECT, and that first');
    else if (packet.cmd === 'connect') this.#connect(packet);
    else if (packet.cmd === 'publish') this.#publish(packet);
    else if (packet.cmd === 'subscribe') this.#subscribe(packet);
    else if (packet.cmd === 'unsubscribe') this.#unsubscribe(packet);
    else if (packet.cmd === 'disconnect') this.#disconnect(packet);
    else if (packet.cmd === 'puback' || packet.cmd === 'pubrel' || packet.cmd === 'pingreq') {
      if (packet.cmd === 'puback') this.#outbox.confirmed(packet.messageId!);
      else this.#toBroker(packetForBroker(packet));
    } else this.#refuse(`${packet.cmd} has no place here`);
  }

  #refuse(reason: string): void {
    this.dismiss({ reasonCode: REASON.protocolError, reason });
  }

  #connect(packet: IConnectPacket): void {
    this.#version = packet.protocolVersion ?? 4;
    const admitted = this.#gate.admit(packet);
    const delayMs = 'role' in admitted ? this.#gate.delayMs(admitted.role) : 0;
    this.#outbox = new Outbox(this.#socket, { version: this.#version, delayMs, ...packet.properties });
    if (!('role' in admitted)) {
      this.dismiss(admitted);
      return;
    }
    clearTimeout(this.#connectTimer);
    this.#role = admitted.role;
    if (packet.clientId === '') this.#assignedClientId = `hashmark-${randomUUID()}`;
    this.#toBroker(connectForBroker(packet, admitted.brokerClientId));
  }

  #publish(packet: IPublishPacket): void {
    const refusal = this.#gate.publish(this.#role!, packet);
    if (!refusal) this.#toBroker(packetForBroker(packet));
    // QoS 0 has no answer, and 3.1.1 no word for no: there the document is confirmed and dropped, and the connection stays.
    else if (packet.qos > 0) {
      const { reasonCode, reason } = refusal;
      const refused = this.#version === 5 && { reasonCode, properties: { reasonString: reason } };
      this.#outbox.answer({ cmd: packet.qos === 1 ? 'puback' : 'pubrec', messageId: packet.messageId!, ...refused });
    }
  }

  #subscribe(packet: ISubscribePacket): void {
    const isOwn = ({ topic }: { readonly topic: string }) => isOwnFilter(this.#gate.table, topic);
    const refused = this.#version === 5 ? REASON.notAuthorized : 0x80;
    const granted = packet.subscriptions.map((each) => (isOwn(each) ? Math.min(each.qos, 1) : refused));
    const subscriptions = packet.subscriptions.filter(isOwn);
    this.#subscriptions.add(subscriptions, this.#role!);
    if (subscriptions.length === 0) this.#outbox.answer({ cmd: 'suback', messageId: packet.messageId!, granted });
    else this.#ask({ ...packet, subscriptions }, granted);
  }

  #unsubscribe(packet: IUnsubscribePacket): void {
    const granted = packet.unsubscriptions.map(() => REASON.success);
    this.#subscriptions.remove(packet.unsubscriptions, this.#role!);
    this.#ask(packet, granted);
  }

  /** Passes a question on; `granted` is what its answer will say. Its id must be free: two answers could not be distinguished. */
  #ask(packet: ISubscribePacket | IUnsubscribePacket, granted: number[]): void {
    const id = packet.messageId!;
    if (this.#granted.has(id)) this.#refuse(`packet identifier ${id} still waits for its answer`);
    else if (this.#granted.size >= MAX_QUESTIONS) this.#refuse(`expected at most ${MAX_QUESTIONS} subscriptions that wait for an answer`);
    else {
      this.#granted.set(id, granted);
      this.#toBroker(packetForBroker(packet));
    }
  }

  #disconnect(packet: IDisconnectPacket): void {
    // A farewell with this code asks for the will, which aedes publishes when there was no farewell.
    if (packet.reasonCode === REASON.disconnectWithWill) this.brokerSide.push(null);
    else this.#toBroker({ cmd: 'disconnect' });
  }

  #takeFromBroker(packet: Packet): void {
    if (packet.cmd === 'connack') this.#outbox.answer(connackForClient(this.#version, this.#role!, this.#assignedClientId));
    else if (packet.cmd === 'suback' || packet.cmd === 'unsuback') {
      const granted = this.#granted.get(packet.messageId!);
      this.#granted.delete(packet.messageId!);
      if (granted) this.#outbox.answer({ ...packet, granted });
    } else this.#outbox.answer(packet);
  }

  #toBroker(packet: Packet): void {
    if (!this.brokerSide.push(generate(packet, { protocolVersion: 4 }))) this.#socket.pause();
  }

  /** Lets what was written reach the client, then closes. */
  #end(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#connectTimer);
    this.#outbox.close();
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT_MS).unref();
    this.#gate.left();
  }
}
