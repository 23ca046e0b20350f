import type { IConnectPacket, IPublishPacket } from 'mqtt-packet';
import type { Role } from '../wire/topics.js';
import type { ReasonCode } from './mqtt-versions.js';

/** Why something is refused: the MQTT 5 code for programs, the sentence for people. */
export interface Refusal {
  readonly reasonCode: ReasonCode;
  readonly reason: string;
}

/** A client that is let in. */
export interface Admitted {
  readonly role: Role;
  /** Name under which aedes knows it. A new client displaces one of the same name, so the choice must not be the client's alone. */
  readonly brokerClientId: string;
}

/** Decides what passes, separately for each connection. */
export interface Gate {
  readonly table: string;
  admit(connect: IConnectPacket): Admitted | Refusal;
  /** Undefined lets the document pass. */
  publish(role: Role, packet: IPublishPacket): Refusal | undefined;
  /** Delay of documents for this role, ms. */
  delayMs(role: Role): number;
  /** Called once when the connection has ended. */
  left(): void;
}
