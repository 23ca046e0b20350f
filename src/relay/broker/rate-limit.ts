export interface Rate {
  /** Number allowed at once. */
  readonly burst: number;
  /** Number allowed per second in the long run. */
  readonly perSecond: number;
}

interface Bucket {
  left: number;
  atMs: number;
}

/** Keys that are remembered; the one that was quiet for longest is forgotten first. */
const MAX_KEYS = 10_000;

/** Limits how often something happens for each key (a token bucket each). */
export class RateLimit {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, nowMs: () => number = Date.now) {
    this.#rate = rate;
    this.#nowMs = nowMs;
  }

  /** Whether it may happen now, without counting it. */
  allows(key = ''): boolean {
    return this.#bucket(key).left >= 1;
  }

  /** Counts one; false when it may not happen now. */
  take(key = ''): boolean {
    const bucket = this.#bucket(key);
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    // Last again in the order of being forgotten.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MAX_KEYS) this.#buckets.delete(this.#buckets.keys().next().value!);
    return true;
  }

  #bucket(key: string): Bucket {
    const { burst, perSecond } = this.#rate;
    const nowMs = this.#nowMs();
    const bucket = this.#buckets.get(key);
    if (!bucket) return { left: burst, atMs: nowMs };
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    return bucket;
  }
}
