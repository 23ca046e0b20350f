import type { DeviceKeys } from '../../src/app/evidence/device-key.js';
import { signedText, signerOf } from '../../src/evidence/signed-text.js';
import { equal } from './app-assert.js';

/** Each visit has modules of its own; storage is what stays. */
async function visit(number: number): Promise<DeviceKeys> {
  const url = new URL(`../../src/app/evidence/device-key.ts?visit=${number}`, import.meta.url).href;
  const { deviceKeys } = (await import(url)) as typeof import('../../src/app/evidence/device-key.js');
  return (await deviceKeys())!;
}

const cleared = () =>
  new Promise<void>((resolve, reject) => {
    Object.assign(indexedDB.deleteDatabase('hashmark'), { onsuccess: () => resolve(), onerror: reject });
  });

const fingerprintOf = async ({ keys }: DeviceKeys) => {
  const signedBy = await signerOf(await signedText({ a: 1 }, keys));
  return signedBy.kind === 'key' ? signedBy.fingerprint : '';
};

suite('the key of a device', () => {
  setup(cleared);
  teardown(cleared);

  test('is new at the first visit, the same and not new at the next, and another new one after the browser has cleared it', async () => {
    const visits = [await visit(1), await visit(2)];
    await cleared();
    visits.push(await visit(3));
    equal(
      visits.map(({ isNew, isKept }) => [isNew, isKept]),
      [
        [true, true],
        [false, true],
        [true, true],
      ],
    );
    const [first, second, third] = await Promise.all(visits.map(fingerprintOf));
    equal([first === second, first === third], [true, false]);
  });

  test('is for this visit alone where the browser keeps nothing', async () => {
    const { open } = indexedDB;
    indexedDB.open = () => {
      throw new DOMException('', 'SecurityError');
    };
    try {
      const { isNew, isKept } = await visit(4);
      equal([isNew, isKept], [true, false]);
    } finally {
      indexedDB.open = open;
    }
  });
});
