import { CHANNELS, type Role, topicOf, wildcardsOf } from '../wire/topics.js';

/** Topics that one client of a table has subscribed to and is therefore sent. */
export class Subscriptions {
  readonly #table: string;
  /** Filters that were granted, and their QoS. */
  readonly #askedQos = new Map<string, number>();
  /** The resulting QoS of each topic, kept because it is looked up for every document of every client. */
  #readable: ReadonlyMap<string, 0 | 1> = new Map();

  constructor(table: string) {
    this.#table = table;
  }

  /** The highest QoS that was asked for a topic; undefined: not asked for, or not for this role to read. */
  qosOf(topic: string): 0 | 1 | undefined {
    return this.#readable.get(topic);
  }

  add(subscriptions: readonly { readonly topic: string; readonly qos: number }[], role: Role): void {
    for (const { topic, qos } of subscriptions) this.#askedQos.set(topic, qos);
    this.#readable = this.#nowReadable(role);
  }

  remove(filters: readonly string[], role: Role): void {
    for (const filter of filters) this.#askedQos.delete(filter);
    this.#readable = this.#nowReadable(role);
  }

  #nowReadable(role: Role): ReadonlyMap<string, 0 | 1> {
    return new Map(
      CHANNELS.filter(({ readers }) => readers.includes(role)).flatMap(({ channel }) => {
        const topic = topicOf(this.#table, channel);
        const asked = [topic, ...wildcardsOf(this.#table)].flatMap((filter) => this.#askedQos.get(filter) ?? []);
        return asked.length === 0 ? [] : [[topic, Math.max(...asked) > 0 ? 1 : 0] as const];
      }),
    );
  }
}
