import type { Mat } from '@techstark/opencv-js';

/** OpenCV as @techstark/opencv-js gives it, already initialised. */
export type Cv = typeof import('@techstark/opencv-js');

/** The marker part of OpenCV, which is in the library but not in its types. */
export interface ArucoCv {
  getPredefinedDictionary(code: number): Deletable;
  readonly aruco_CharucoBoard: new (size: unknown, squareMm: number, markerMm: number, dictionary: Deletable, ids: Mat) => Deletable;
  readonly aruco_CharucoParameters: new () => Deletable;
  readonly aruco_DetectorParameters: new () => Deletable;
  readonly aruco_RefineParameters: new (minRepDistance: number, errorCorrectionRate: number, checkAllOrders: boolean) => Deletable;
  readonly aruco_CharucoDetector: new (
    board: Deletable,
    charuco: Deletable,
    detector: Deletable,
    refine: Deletable,
  ) => Deletable & {
    detectBoard(image: Mat, corners: Mat, ids: Mat, markerCorners: unknown, markerIds: Mat): void;
  };
}

export interface Deletable {
  delete(): void;
}

/** Runs `use` and frees every OpenCV object it registered with `own`, also when it throws. */
export function withMats<T>(use: (own: <M extends Deletable>(object: M) => M) => T): T {
  const owned: Deletable[] = [];
  try {
    return use((object) => {
      owned.push(object);
      return object;
    });
  } finally {
    for (const object of owned.reverse()) object.delete();
  }
}

/** OpenCV throws pointers as numbers; this turns one into an Error that says what failed. */
export function openCvError(cv: Cv, thrown: unknown): unknown {
  if (typeof thrown !== 'number') return thrown;
  const exception = (cv as unknown as { exceptionFromPtr(pointer: number): { msg: string } }).exceptionFromPtr(thrown);
  return new Error(`OpenCV failed: ${exception.msg}`);
}

export type { Mat };
