import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TableRole } from '../wire/topics.js';

/** One secret for each role of a table; the MQTT password. */
export type Tokens = Readonly<Record<TableRole, string>>;

/** A secret of 144 random bits, safe in an address. */
export function makeToken(): string {
  return randomBytes(18).toString('base64url');
}

export function makeTokens(): Tokens {
  return { camera: makeToken(), console: makeToken(), viewer: makeToken() };
}

/** Distinguishes tokens without revealing them. */
export function tokenMark(token: string): string {
  return createHash('sha256').update(token).digest('base64url').slice(0, 8);
}

/** Whether two tokens are equal, in a time that does not reveal how much of them is. */
export function isSameToken(got: string | Uint8Array, expected: string): boolean {
  const digest = (token: string | Uint8Array) => createHash('sha256').update(token).digest();
  return timingSafeEqual(digest(got), digest(expected));
}
