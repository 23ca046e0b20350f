import { base64Of, bytesOf } from '../table/documents/base64.js';
import { phrase } from '../texts/phrase.js';
import { PhraseError } from '../texts/phrase-error.js';

/** The signer of a file; `none`: nobody. */
export type SignedBy =
  | { readonly kind: 'none' }
  /** `publicKey`: in base64. `fingerprint`: its short form, for people. */
  | { readonly kind: 'key'; readonly publicKey: string; readonly fingerprint: string };

/** A file that is not what was signed. */
export class ChangedAfterSigning extends PhraseError {}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const BEFORE = ',"signature":';
/** The last two fields, as `signedText` writes them; programs that pass texts on write other line ends, and add some. */
const SIGNED_END = /,"publicKey":"([^"]{1,200})","signature":"([^"]{1,200})"\}[\r\n]*$/;
const LONGEST_END = 500;
const FINGERPRINT_BYTES = 8;

/**
 * The text of a JSON document, signed: its last fields are the public key, and the signature of all bytes before `,"signature":`. Without keys it
 * stays unsigned. The document has one field or more, and none of these names.
 */
export async function signedText(document: object, keys: CryptoKeyPair | undefined): Promise<string> {
  if (!keys) return `${JSON.stringify(document)}\n`;
  const body = JSON.stringify({ ...document, publicKey: await publicKeyOf(keys) }).slice(0, -1);
  const value = new Uint8Array(await crypto.subtle.sign(SIGNING, keys.privateKey, new TextEncoder().encode(body)));
  return `${body}${BEFORE}"${base64Of(value)}"}\n`;
}

/**
 * The signer of a JSON text. Throws ChangedAfterSigning where one of its bytes differs from what was signed, including where anything but
 * line ends was added behind the signature; a SyntaxError where it is not JSON, or was cut off.
 */
export async function signerOf(text: string): Promise<SignedBy> {
  const [, publicKey, value] = SIGNED_END.exec(text.slice(-LONGEST_END)) ?? [];
  if (publicKey === undefined || value === undefined) {
    const document = JSON.parse(text) as object | null;
    if (typeof document !== 'object' || document === null || !('publicKey' in document || 'signature' in document)) return { kind: 'none' };
    throw new ChangedAfterSigning(phrase('signature-elsewhere'));
  }
  const [key, bytes] = [bytesOf(publicKey), bytesOf(value)];
  if (!key || !bytes || !(await isSigned(text.slice(0, text.lastIndexOf(BEFORE)), key, bytes))) {
    throw new ChangedAfterSigning(phrase('signed-differently'));
  }
  return { kind: 'key', publicKey, fingerprint: await fingerprintOf(key) };
}

/** The public key in base64, as in a signature. */
export async function publicKeyOf({ publicKey }: CryptoKeyPair): Promise<string> {
  return base64Of(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));
}

/** A pair of keys whose private one can be used but never read. */
export function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']) as Promise<CryptoKeyPair>;
}

/** The first 64 bits of the SHA-256 of a public key, such as `3f2a 91c0 77de 12ab`. */
export async function fingerprintOf(publicKey: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', publicKey));
  const hex = [...digest.subarray(0, FINGERPRINT_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.match(/.{4}/g)!.join(' ');
}

async function isSigned(body: string, publicKey: Uint8Array<ArrayBuffer>, value: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, CURVE, false, ['verify']);
    return await crypto.subtle.verify(SIGNING, key, value, new TextEncoder().encode(body));
  } catch {
    // No point of the curve.
    return false;
  }
}
