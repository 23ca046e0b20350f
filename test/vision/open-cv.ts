import { createRequire } from 'node:module';
import type { Cv } from '../../src/vision/runtime/opencv.js';

/** OpenCV once it is ready; boxed, because the module is itself a thenable that never settles. */
export async function openCv(): Promise<{ readonly cv: Cv }> {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as Cv & { Mat?: unknown; onRuntimeInitialized?: () => void };
  if (!cv.Mat) {
    await new Promise<void>((resolve) => {
      cv.onRuntimeInitialized = resolve;
    });
  }
  return { cv };
}
