import { networkInterfaces } from 'node:os';

/** Whether only this computer can reach a host name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether what listens on a host listens on every address of this computer. */
export function isOnAll(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Whether a connection comes from this computer over its loopback address. */
export function isFromLoopback({ remoteAddress = '' }: { readonly remoteAddress?: string | undefined }): boolean {
  return isLoopback(remoteAddress.replace('::ffff:', ''));
}

/** The names under which other devices reach what listens on `host`: every address of this computer when it listens on all. */
export function reachableAddresses(host: string): string[] {
  if (!isOnAll(host)) return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  // Link-local and IPv6 addresses change often and are not what a person types.
  return addresses.filter((one) => one.family === 'IPv4' && !one.internal && !one.address.startsWith('169.254.')).map((one) => one.address);
}
