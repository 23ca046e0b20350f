import { networkInterfaces } from 'node:os';

/** Whether only this computer can reach a host name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The names under which other devices reach what listens on `host`: every address of this computer when it listens on all. */
export function reachableAddresses(host: string, interfaces = networkInterfaces()): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const addresses = Object.values(interfaces).flatMap((list) => list ?? []);
  // Link-local and IPv6 addresses change often and are not what a person types.
  return addresses.filter((one) => one.family === 'IPv4' && !one.internal && !one.address.startsWith('169.254.')).map((one) => one.address);
}
