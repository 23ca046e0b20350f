import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamLinks } from '../../src/app/stream/stream-links.js';

const TABLE = { table: 'final', tokens: { camera: 'C', console: 'D', viewer: 'V' } };
const LAN = 'https://192.168.1.5:8080/';
const LOCAL = 'http://localhost:8080/';

test('on the computer that serves, a streaming program gets links without a certificate and other devices get codes with one', () => {
  for (const origin of ['http://localhost:8080', 'https://192.168.1.5:8080']) {
    const links = streamLinks(origin, { ...TABLE, addresses: [LAN, 'https://10.0.0.7:8080/'], local: LOCAL });
    assert.equal(links.map.href, `${LOCAL}overlay?table=final&view=map#token=V`, origin);
    assert.equal(links.console.href, `${LOCAL}console?table=final#token=D`);
    assert.equal(links.console.elsewhere, `${LAN}console?table=final#token=D`);
    assert.equal(links.camera.href, `${LAN}?camera=device&publish=final#token=C`, 'the camera’s link is for another device');
    assert.equal(links.camera.elsewhere, links.camera.href);
  }
});

test('on another device all links are at the address that reached it', () => {
  const links = streamLinks('https://10.0.0.7:8080', { ...TABLE, addresses: [LAN, 'https://10.0.0.7:8080/'] });
  assert.equal(links.panel.href, 'https://10.0.0.7:8080/overlay?table=final&view=panel#token=V');
  assert.equal(links.camera.elsewhere, 'https://10.0.0.7:8080/?camera=device&publish=final#token=C');
});

test('where no other device reaches the server there is no code to scan', () => {
  const links = streamLinks('http://localhost:8080', { ...TABLE, addresses: [], local: LOCAL });
  assert.equal(links.camera.href, `${LOCAL}?camera=device&publish=final#token=C`);
  assert.deepEqual([...new Set(Object.values(links).map(({ elsewhere }) => elsewhere))], [undefined]);
});
