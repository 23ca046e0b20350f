import { createRequire } from 'node:module';

/** OpenCV, ready. Boxed: it is itself a thenable, and awaiting it would never end. */
export async function loadOpenCv() {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js');
  if (!cv.Mat) {
    await new Promise((resolve) => {
      cv.onRuntimeInitialized = resolve;
    });
  }
  return { cv };
}
