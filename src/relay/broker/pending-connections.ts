interface Pending {
  readonly address: string;
  readonly drop: () => void;
}

/** Maximum number of connections that have not said who they are: in all, and from one address. */
const MOST = { inAll: 512, fromOneAddress: 256 };

/**
 * Connections that have not yet said who they are. They take no place from those who have, and among themselves the oldest gives way: a
 * client with a token only needs a moment, so that silent ones keep nobody out.
 */
export class PendingConnections {
  readonly #pending = new Set<Pending>();
  readonly #fromAddress = new Map<string, Set<Pending>>();

  /** Adds a connection; `drop` ends it when it has to give way. Returns the function that takes it off the list. */
  add(address: string, drop: () => void): () => void {
    const own: Pending = { address, drop };
    const siblings = this.#fromAddress.get(address) ?? new Set();
    this.#fromAddress.set(address, siblings.add(own));
    this.#pending.add(own);
    if (siblings.size > MOST.fromOneAddress) this.#dropOldest(siblings);
    else if (this.#pending.size > MOST.inAll) this.#dropOldest(this.#pending);
    return () => this.#remove(own);
  }

  #dropOldest(list: ReadonlySet<Pending>): void {
    const [oldest] = list;
    this.#remove(oldest!);
    oldest!.drop();
  }

  #remove(one: Pending): void {
    this.#pending.delete(one);
    const siblings = this.#fromAddress.get(one.address);
    siblings?.delete(one);
    if (siblings?.size === 0) this.#fromAddress.delete(one.address);
  }
}
