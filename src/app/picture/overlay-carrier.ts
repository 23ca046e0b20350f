import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Camera, pixelFromTable, tableFromPixel } from '../../geometry/camera.js';
import { mapByHomography, type PlaneMap, pixelsFromPixels, product } from '../../geometry/plane-map.js';
import type { Pixel } from '../../geometry/point.js';
import type { LiveView } from '../vision-client/live-view.js';

/** Movement below which a camera is at rest, px of its picture: nothing is carried, and the source shows itself. */
const AT_REST_PX = 1;
/** Number of such frames after which a camera counts as at rest. */
const FRAMES_AT_REST = 20;
/** Limits for carrying a drawing as a plane: bend by the lens, px of the picture, or scale, beyond which it is redrawn… */
const MAX_BENT_PX = 1;
const MAX_SCALED = 1.15;
/** …no more often than this, ms: labels are placed again then. */
const DRAWN_EVERY_MS = 250;

/** The element that shows picture and overlay. */
interface Host extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/** Carries a drawn overlay with a camera that moves, and shows it over the very frame whose camera it has. */
export class OverlayCarrier implements ReactiveController {
  readonly #host: Host;
  readonly #live: () => LiveView | undefined;
  readonly #carried: () => void;
  #listensTo: LiveView | undefined;
  #unlisten = () => {};
  /** The camera for which the overlay is drawn. */
  #drawn: Camera | undefined;
  #drawnAtMs = 0;
  #measured: Camera | undefined;
  #framesAtRest = FRAMES_AT_REST;

  /** `carried` is called for each frame in which the camera may have moved, or is lost. */
  constructor(host: Host, live: () => LiveView | undefined, carried: () => void) {
    this.#host = host;
    this.#live = live;
    this.#carried = carried;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#unlisten();
    this.#listensTo = undefined;
  }

  hostUpdated(): void {
    const live = this.#live();
    if (live !== this.#listensTo) {
      this.#unlisten();
      this.#unlisten = live?.listen(() => this.#follow()) ?? (() => {});
      this.#listensTo = live;
    }
    this.#carry();
  }

  /** Notes that the overlay is drawn now, for a table that was measured by this camera. */
  draw(measured: Camera | undefined): void {
    this.#measured = measured;
    this.#drawn = this.now(measured);
    this.#drawnAtMs = performance.now();
  }

  get drawn(): Camera | undefined {
    return this.#drawn;
  }

  /** The present pose of the camera that measured a table. */
  now(measured: Camera | undefined): Camera | undefined {
    const now = this.#live()?.camera;
    return measured && now && this.#framesAtRest < FRAMES_AT_REST ? now : measured;
  }

  /** Whether nobody knows where the camera is: the drawing is out of place. */
  get isLost(): boolean {
    return this.#live()?.isLost === true;
  }

  #follow(): void {
    const now = this.#live()?.camera;
    if (now && this.#measured) this.#framesAtRest = maxShiftPx(this.#measured, now) < AT_REST_PX ? this.#framesAtRest + 1 : 0;
    const isDue = performance.now() - this.#drawnAtMs > DRAWN_EVERY_MS;
    const camera = this.now(this.#measured);
    if (isDue && this.#drawn && camera && camera !== this.#drawn && isToBeDrawn(this.#drawn, camera)) this.#host.requestUpdate();
    this.#carry();
    this.#carried();
    this.#showFrame();
  }

  #carry(): void {
    const svg = this.#host.renderRoot.querySelector<SVGElement>('.layer > svg');
    const camera = this.now(this.#measured);
    if (!svg || !this.#drawn || !camera) return;
    svg.classList.toggle('lost', this.isLost);
    svg.style.transform = camera === this.#drawn ? '' : cssOf(carriedBy(this.#drawn, camera, svg.clientWidth));
  }

  /** Shows the frame itself, where the source's own picture would be of a different moment from the overlay. */
  #showFrame(): void {
    const canvas = this.#host.renderRoot.querySelector<HTMLCanvasElement>('canvas.live');
    if (!canvas) return;
    const picture = this.#live()?.picture;
    const isCarried = this.#measured !== undefined && this.now(this.#measured) !== this.#measured;
    canvas.hidden = !picture || !isCarried;
    if (canvas.hidden || !picture || !('displayWidth' in picture)) return;
    if (canvas.width !== picture.displayWidth) canvas.width = picture.displayWidth;
    if (canvas.height !== picture.displayHeight) canvas.height = picture.displayHeight;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
  }
}

/** Places of a picture at which two cameras are compared, as shares of it. */
const PLACES = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));

/** Some places in the pictures of two cameras. */
function pairsOf(from: Camera, to: Camera): readonly (readonly [Pixel, Pixel])[] {
  return PLACES.flatMap(([x, y]) => {
    const pixel = { u: x * from.widthPx, v: y * from.heightPx };
    const at = tableFromPixel(from, pixel);
    const seen = at && pixelFromTable(to, { ...at, z: 0 });
    return seen ? [[pixel, seen] as const] : [];
  });
}

function maxShiftPx(from: Camera, to: Camera): number {
  return Math.max(0, ...pairsOf(from, to).map(([a, b]) => Math.hypot(a.u - b.u, a.v - b.v)));
}

function isToBeDrawn(drawn: Camera, now: Camera): boolean {
  const map = pixelsFromPixels(drawn, now);
  const pairs = pairsOf(drawn, now);
  if (!map || pairs.length < PLACES.length) return true;
  const bentPx = Math.max(
    ...pairs.map(([from, to]) => {
      const [u, v] = mapByHomography(map, from.u, from.v);
      return Math.hypot(u - to.u, v - to.v);
    }),
  );
  const [first, last] = [pairs[0]!, pairs.at(-1)!];
  const scaled = Math.hypot(last[1].u - first[1].u, last[1].v - first[1].v) / Math.hypot(last[0].u - first[0].u, last[0].v - first[0].v);
  return bentPx > MAX_BENT_PX || Math.max(scaled, 1 / scaled) > MAX_SCALED;
}

/** The map of a drawing of this width in CSS pixels. */
function carriedBy(drawn: Camera, now: Camera, width: number): PlaneMap | undefined {
  const map = pixelsFromPixels(drawn, now);
  const scale = width / drawn.widthPx;
  // (0, 0) is the centre of the first pixel, half a pixel inside the picture's edge.
  const toCss = [scale, 0, scale / 2, 0, scale, scale / 2, 0, 0, 1];
  const fromCss = [1 / scale, 0, -0.5, 0, 1 / scale, -0.5, 0, 0, 1];
  return map && product(product(toCss, map), fromCss);
}

function cssOf(map: PlaneMap | undefined): string {
  if (!map) return '';
  const [a, b, c, d, e, f, g, h, i] = map.map((value) => value / map[8]!);
  return `matrix3d(${a},${d},0,${g},${b},${e},0,${h},0,0,1,0,${c},${f},0,${i})`;
}
