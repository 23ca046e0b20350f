import { hasTrackFrames } from '../capture/track-frames.js';

/** Facts of browser and device that decide how the page sees. */
export interface DeviceFacts {
  readonly browser: string;
  readonly cores: number | undefined;
  /** Threads need shared memory, which a page has only when it is isolated. */
  readonly isIsolated: boolean;
  /** The renderer, as the browser names it; undefined without WebGL 2. */
  readonly webGl: string | undefined;
  /** Frames come from the camera's track, not from a video that is shown. */
  readonly hasTrackFrames: boolean;
  readonly screen: string;
}

export function deviceFacts(): DeviceFacts {
  return {
    browser: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    isIsolated: globalThis.crossOriginIsolated,
    webGl: webGlRenderer(),
    hasTrackFrames: hasTrackFrames(),
    screen: `${innerWidth}×${innerHeight} × ${devicePixelRatio}`,
  };
}

function webGlRenderer(): string | undefined {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return undefined;
  const named = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return renderer;
}
