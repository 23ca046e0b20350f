import { transfer, wrap } from 'comlink';
import type { WatchApi } from '../../worker/watch-api.js';
import { endWithPage } from './end-with-page.js';
import type { StartedWatch } from './motion-detector.js';

/** Starts the real watching worker. A call to one that cannot be loaded never settles: it counts as one that hangs. */
export function startWatch(): StartedWatch {
  const worker = new Worker(new URL('./watch-worker.js', import.meta.url), { type: 'module', name: 'watch' });
  const remote = wrap<WatchApi>(worker);
  return {
    api: {
      see: (picture, capturedAtMs, isKept) =>
        remote.see(transfer(picture, [picture instanceof ImageData ? picture.data.buffer : picture]), capturedAtMs, isKept),
      place: (capturedAtMs, camera, table) => remote.place(capturedAtMs, camera, table),
      retain: (times) => remote.retain(times),
    },
    end: endWithPage(worker),
  };
}
