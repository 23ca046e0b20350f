import type { IConnackPacket, IConnectPacket, IPublishPacket, Packet } from 'mqtt-packet';
import { maxPacketBytes, type Role } from '../wire/topics.js';

/** Reason codes of MQTT 5 that the relay gives; section 2.4 of the standard. */
export const REASON = {
  success: 0x00,
  disconnectWithWill: 0x04,
  malformedPacket: 0x81,
  protocolError: 0x82,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverBusy: 0x89,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  sessionTakenOver: 0x8e,
  packetTooLarge: 0x95,
  messageRateTooHigh: 0x96,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadFormatInvalid: 0x99,
  connectionRateExceeded: 0x9f,
} as const;

export type ReasonCode = (typeof REASON)[keyof typeof REASON];

/** Refusals that may not hold for long: "server unavailable" in MQTT 3.1.1. */
const LATER: readonly ReasonCode[] = [REASON.serverBusy, REASON.quotaExceeded, REASON.connectionRateExceeded];

/** The code by which MQTT 3.1.1 says in its CONNACK what MQTT 5 says by reason code. */
export function returnCodeFor(reasonCode: ReasonCode): number {
  if (reasonCode === REASON.badUserNameOrPassword) return 4;
  return LATER.includes(reasonCode) ? 3 : 5;
}

/**
 * The same CONNECT for aedes, which speaks 3.1.1 only. Sessions are never kept (`clean`): the retained documents are the whole
 * truth, and a queue for an overlay that went away would grow without end.
 */
export function connectForBroker(packet: IConnectPacket, clientId: string): IConnectPacket {
  const { username, password, will } = packet;
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId,
    keepalive: packet.keepalive ?? 0,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(will && { will: { topic: will.topic, payload: will.payload, qos: will.qos ?? 0, retain: will.retain ?? false } }),
  };
}

/** Any other packet of a client, for aedes, without what 3.1.1 has no place for. */
export function packetForBroker(packet: Packet): Packet {
  switch (packet.cmd) {
    case 'publish':
      return publishOf(packet);
    case 'subscribe': {
      const { messageId, subscriptions } = packet;
      // Nothing on the relay needs exactly-once: a document replaces the one before.
      const atMostOnce = subscriptions.map(({ topic, qos }) => ({ topic, qos: qos === 0 ? (0 as const) : (1 as const) }));
      return { cmd: 'subscribe', ...idOf(messageId), subscriptions: atMostOnce };
    }
    case 'unsubscribe':
      return { cmd: 'unsubscribe', ...idOf(packet.messageId), unsubscriptions: packet.unsubscriptions };
    default:
      return { cmd: packet.cmd, ...idOf(packet.messageId) } as Packet;
  }
}

/** The CONNACK for a client that is let in; `assignedClientId` when it left the choice to the relay. */
export function connackForClient(version: number, role: Role, assignedClientId: string | undefined): IConnackPacket {
  if (version !== 5) return { cmd: 'connack', returnCode: 0, sessionPresent: false };
  return {
    cmd: 'connack',
    reasonCode: REASON.success,
    sessionPresent: false,
    properties: {
      sessionExpiryInterval: 0,
      maximumPacketSize: maxPacketBytes(role),
      sharedSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      ...(assignedClientId !== undefined && { assignedClientIdentifier: assignedClientId }),
    },
  };
}

/** A document on its way out or in, without what only one of the versions knows. */
export function publishOf(packet: IPublishPacket): IPublishPacket {
  const { topic, payload, qos, dup, retain, messageId } = packet;
  return { cmd: 'publish', topic, payload, qos, dup, retain, ...idOf(qos === 0 ? undefined : messageId) };
}

function idOf(messageId: number | undefined): { messageId?: number } {
  return messageId === undefined ? {} : { messageId };
}
