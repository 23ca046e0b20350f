import cv from '@techstark/opencv-js';

/**
 * OpenCV once its wasm is ready, wrapped in an object: the module itself has a `then`, so awaiting it, or resolving a promise
 * with it, never ends. The page serves this file as a bundle of its own, which the worker imports by address.
 * Rejects when the wasm cannot start (out of memory, wasm forbidden).
 */
export const opened: Promise<{ readonly cv: typeof cv }> = new Promise((resolve, reject) => {
  const module = cv as unknown as { onAbort?: (what: unknown) => void; then(ready: () => void): unknown };
  module.onAbort = (what) => reject(new Error(`OpenCV could not start: ${String(what)}`));
  module.then(() => resolve({ cv }));
});
