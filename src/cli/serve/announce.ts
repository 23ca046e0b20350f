import encodeQR from 'qr';
import type { Service } from './service.js';

/** The one line for programs, as in formats/README.md. */
export function announcementLine(service: Service): string {
  return JSON.stringify({
    url: service.urls[0],
    mqtt: service.mqtt,
    table: service.table,
    tokens: service.tokens(),
  });
}

/** The text for a person: links to click, and codes to scan with a phone. */
export function announcement(service: Service, withCodes: boolean): string {
  const { table } = service;
  const { camera, console: commentator, viewer } = service.tokens();
  const { urls, localUrl } = service;
  const lines = [
    'Hashmark is ready. Stop it with Ctrl+C.',
    '',
    `  Player's page      ${playerLink(service)}`,
    '                     its menu Stream has all links below, with codes to scan and a preview',
    `  Simulated table    ${localUrl}?camera=simulated`,
    `  Send to a stream   ${cameraLink(urls[0]!, table, camera)}`,
    `  Overlay, map       ${localUrl}overlay?table=${table}&view=map#token=${viewer}`,
    `  Overlay, camera    ${localUrl}overlay?table=${table}&view=camera#token=${viewer}`,
    `  Overlay, panel     ${localUrl}overlay?table=${table}&view=panel#token=${viewer}`,
    `  Overlay, caption   ${localUrl}overlay?table=${table}&view=caption#token=${viewer}`,
    `  Console            ${localUrl}console?table=${table}#token=${commentator}`,
    `  Director           ${localUrl}director?tables=${table}#token=${service.directorToken}`,
    `  MQTT               ${service.mqtt}   users camera, console, viewer; the token is the password`,
    '',
  ];
  if (withCodes) lines.push(...codes(service, camera));
  return `${lines.join('\n')}\n`;
}

function codes(service: Service, camera: string): string[] {
  const lines = [
    'Scan a code with the phone that is to be the camera. The phone does not know the certificate, which this computer made',
    'itself, and will warn once: choose "Advanced", then "Proceed" or "visit this website".',
    '',
  ];
  for (const url of service.urls) {
    const link = cameraLink(url, service.table, camera);
    lines.push(`  ${link}`, onBlack(encodeQR(link, 'ascii', { border: 2, ecc: 'low' })), '');
  }
  return lines;
}

/** A code in white on black, whatever a terminal's own colours are: not every phone reads one whose black and white are exchanged. */
function onBlack(code: string): string {
  return code.trimEnd().replace(/^.*$/gm, '\u001b[40;97m$&\u001b[0m');
}

/** The player's page, which then knows the stream's links: the token behind the # reaches no server's log. */
export function playerLink(service: Service): string {
  return `${service.localUrl}#token=${service.tokens().camera}`;
}

function cameraLink(url: string, table: string, token: string): string {
  return `${url}?camera=device&publish=${table}#token=${token}`;
}
