import { generateKeyPairSync } from 'node:crypto';
import { isIP } from 'node:net';
import forge from 'node-forge';
import { keep, readKept } from './cache-folder.js';

/** A private key and its self-made certificate, PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Browsers refuse server certificates that hold for longer than 398 days. */
const VALID_DAYS = 397;
const RENEW_DAYS_BEFORE = 14;
const FILE = 'certificate.json';

/**
 * The certificate for these names and addresses: the kept one while it fits, else a new one. Kept, so that a phone which has accepted
 * it once is not asked again. A folder that cannot be written is no obstacle: the certificate then lives as long as the program.
 */
export async function certificateFor(names: readonly string[], folder: string, nowMs = Date.now()): Promise<Certificate> {
  const kept = parseKept(await readKept(folder, FILE));
  if (kept && fits(kept, names, nowMs)) return kept;
  const made = makeCertificate(names, nowMs);
  await keep(folder, FILE, JSON.stringify(made)).catch(() => undefined);
  return made;
}

function parseKept(text: string | undefined): Certificate | undefined {
  try {
    const { key, cert } = JSON.parse(text ?? '');
    return typeof key === 'string' && typeof cert === 'string' ? { key, cert } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a certificate names all of these and holds for a while yet. */
function fits({ cert }: Certificate, names: readonly string[], nowMs: number): boolean {
  try {
    const { validity, getExtension } = readCertificate(cert);
    const { altNames = [] } = (getExtension('subjectAltName') ?? {}) as { altNames?: { value?: string; ip?: string }[] };
    const known = new Set(altNames.map((one) => one.ip ?? one.value));
    return names.every((name) => known.has(name)) && validity.notAfter.getTime() - nowMs > RENEW_DAYS_BEFORE * DAY_MS;
  } catch {
    return false;
  }
}

function readCertificate(pem: string) {
  const certificate = forge.pki.certificateFromPem(pem);
  return { validity: certificate.validity, getExtension: (name: string) => certificate.getExtension(name) };
}

function makeCertificate(names: readonly string[], nowMs: number): Certificate {
  // Node makes the key in a blink; the library would take seconds.
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // A leading zero bit keeps the number positive, which the standard asks for.
  certificate.serialNumber = `0${forge.util.bytesToHex(forge.random.getBytesSync(16)).slice(1)}`;
  // A day back, because a phone's clock may be behind.
  certificate.validity.notBefore = new Date(nowMs - DAY_MS);
  certificate.validity.notAfter = new Date(nowMs + (VALID_DAYS - 1) * DAY_MS);
  const subject = [{ name: 'commonName', value: 'Hashmark on this network' }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })) },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return { key: privateKey, cert: forge.pki.certificateToPem(certificate) };
}
