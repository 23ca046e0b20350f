import cv from '@techstark/opencv-js';

/**
 * OpenCV once its wasm is ready, in a box: the module itself has a `then`, so awaiting it, or resolving a promise with it, never ends.
 * This file is built as a bundle of its own, which the worker imports by address. Rejects when the wasm cannot start.
 */
export const opened: Promise<{ readonly cv: typeof cv }> = new Promise((resolve, reject) => {
  const module = cv as unknown as { onAbort?: (what: unknown) => void; then(ready: () => void): unknown };
  module.onAbort = (what) => reject(new Error(`OpenCV could not start: ${String(what)}`));
  module.then(() => resolve({ cv }));
});
