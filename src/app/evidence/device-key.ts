import { newKeys } from '../../evidence/signed-text.js';
import { requested } from '../ui/requested.js';
import { askToLast } from '../ui/storage.js';

const DATABASE = 'hashmark';
const STORE = 'keys';
const KEY = 'evidence';

/** The keys that this device signs with. `isKept`: on the next visit they are the same; `isNew`: they were made in this one. */
export interface DeviceKeys {
  readonly keys: CryptoKeyPair;
  readonly isKept: boolean;
  readonly isNew: boolean;
}

let asked: Promise<DeviceKeys | undefined> | undefined;

/**
 * The device's own keys, made at the first use; the private one can be used and never read, not even by this page. A browser that keeps nothing
 * has keys for this visit; undefined where there is no cryptography, because the page came over plain HTTP.
 */
export function deviceKeys(): Promise<DeviceKeys | undefined> {
  asked ??= keptOrNew();
  return asked;
}

async function keptOrNew(): Promise<DeviceKeys | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  try {
    const database = await openDatabase();
    try {
      const kept = await requested<CryptoKeyPair | undefined>(database.transaction(STORE).objectStore(STORE).get(KEY));
      askToLast();
      return { keys: kept ?? (await firstKeys(database)), isKept: true, isNew: kept === undefined };
    } finally {
      database.close();
    }
  } catch {
    return { keys: await newKeys(), isKept: false, isNew: true };
  }
}

/** Two pages may be the first at once: the keys that were there first stay. */
async function firstKeys(database: IDBDatabase): Promise<CryptoKeyPair> {
  const keys = await newKeys();
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const there = await requested<CryptoKeyPair | undefined>(store.get(KEY));
  if (there) return there;
  await requested(store.add(keys, KEY));
  return keys;
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return requested(request);
}
