import type { PrintImage } from '../../table/setup/setup.js';
import { requested } from '../ui/requested.js';

const DATABASE = 'hashmark-prints';
const STORE = 'prints';

/** The maps of mats' prints that this device keeps, each under an id. What may not be kept, as in a private window, rejects. */
export interface PrintStore {
  get(id: string): Promise<unknown>;
  put(id: string, print: PrintImage): Promise<void>;
  /** Forgets all but these. */
  retain(ids: readonly string[]): Promise<void>;
}

export const PRINT_STORE: PrintStore = {
  get: (id) => inStore('readonly', (store) => requested(store.get(id))),
  put: (id, print) =>
    inStore('readwrite', async (store) => {
      await requested(store.put(print, id));
    }),
  retain: (ids) =>
    inStore('readwrite', async (store) => {
      const kept = await requested(store.getAllKeys());
      for (const id of kept) if (!ids.includes(String(id))) await requested(store.delete(id));
    }),
};

async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const database = await requested(request);
  try {
    return await use(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}
