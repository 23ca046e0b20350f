import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FrameListener, FrameSource } from '../../src/app/capture/frame-source.js';
import type { Clock } from '../../src/app/state/page-clock.js';
import type { VisionClient } from '../../src/app/vision-client/vision-client.js';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import type { MeasureResult, TableMeasurement } from '../../src/table/measurement.js';
import { OVERHEAD } from '../table/overhead-camera.js';

const COVARIANCE = { xx: 0.04, xy: 0, xh: 0, yy: 0.04, yh: 0, hh: 1e-5 };
export const PLACES = [
  { x: 200, y: 200, headingRad: 0.5 },
  { x: 500, y: 300, headingRad: 1 },
  { x: 300, y: 600, headingRad: 2 },
];

/** Three ships as a camera sees them; bumped, it takes the next side of the square mat for the near one. */
export function look({ isBumped = false, ships = PLACES.length, capturedAtMs = 0 } = {}): MeasureResult {
  const bases = PLACES.slice(0, ships).map(({ x, y, headingRad }) => ({
    base: 'small' as const,
    pose: isBumped ? { x: 914.4 - y, y: x, headingRad: headingRad - Math.PI / 2 } : { x, y, headingRad },
    covariance: COVARIANCE,
    detectionProbability: 0.99,
  }));
  const measurement: TableMeasurement = {
    capturedAtMs,
    camera: OVERHEAD,
    mat: { widthMm: 914.4, depthMm: 914.4, sigmaMm: 1 },
    bases,
    jointCovariance: jointOf(bases.map(({ covariance }) => covariance)),
    obstacles: [],
    unmeasurable: [],
    stageMs: {},
  };
  return { ok: true, measurement };
}

/** A thread that measures as a test says; it is asked for no photos, and finds nothing that a person points out. */
export function fakeClient(measure: VisionClient['measure'], forget: VisionClient['forget'] = async () => {}): VisionClient {
  return {
    ...{ load: async () => {}, measure, measurePhotos: async () => assert.fail('no photos') },
    ...{ fitObstacle: async () => undefined, fitBase: async () => [], rankObstacles: async () => [] },
    ...{ print: async () => undefined, forget, close: () => {} },
  };
}

/** Time that goes on when a test says so. */
export class StoppedClock implements Clock {
  #nowMs = 0;
  #calls: (() => void)[] = [];
  readonly nowMs = () => this.#nowMs;
  every(_: number, call: () => void): () => void {
    this.#calls = [...this.#calls, call];
    return () => {
      this.#calls = this.#calls.filter((other) => other !== call);
    };
  }
  pass(ms: number): void {
    this.#nowMs += ms;
    for (const call of this.#calls) call();
  }
}

/** A source that sends what the test gives to `camera()`. */
export function cameraOf(kind: string): { readonly source: FrameSource; camera(): FrameListener; isAwake(): boolean } {
  let isAwake = false;
  let camera: FrameListener | undefined;
  const source = {
    ...{ kind, title: 'Camera', deviceId: '', keptId: '', view: undefined as never, size: () => ({ widthPx: 1920, heightPx: 1080 }) },
    start: (to: FrameListener) => {
      camera = to;
    },
    awake: (isWanted: boolean) => {
      isAwake = isWanted;
    },
    ...{ again: () => {}, stop: () => {}, lock: async () => [], unlock: async () => {} },
  } as unknown as FrameSource;
  return { source, camera: () => camera!, isAwake: () => isAwake };
}

export const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

/** What a tab keeps from one load of its page to the next, as long as the test runs. */
export function keptInTab(t: TestContext): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  Object.assign(globalThis, { sessionStorage });
  t.after(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));
  return kept;
}
