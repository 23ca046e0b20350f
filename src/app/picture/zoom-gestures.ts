import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Fit, inside, pushed, SAME_SHAPE, type Share, WHOLE, type Zoom, zoomedAt } from './zoom.js';

/** Time after which a resting finger wants to see what is under it, ms. */
const LOUPE_MS = 250;
/** Time on one place after which everything about the ship there is asked for. */
const HOLD_MS = 600;
/** Movement below which a finger is still in its place, CSS px. */
const STILL_PX = 9;
const DOUBLE_MS = 320;
const DOUBLE_SCALE = 3;

/** Touches that a picture's frame reports. */
export interface Touched {
  /** Called when a finger that searched under the loupe is lifted: this place is meant. */
  picked(at: Share): void;
  /** Held still for long. */
  held(at: Share): void;
}

interface Finger {
  readonly id: number;
  readonly from: { readonly x: number; readonly y: number };
  readonly atMs: number;
  now: { readonly x: number; readonly y: number };
}

/**
 * Two fingers enlarge and push a picture, one pushes an enlarged one; a double tap enlarges, or shows the whole. A resting finger sees what
 * is under it in a loupe, and the place where it is lifted is meant. Elements over the picture with `data-holds` keep a single finger for
 * themselves; two zoom everywhere.
 */
export class ZoomGestures implements ReactiveController {
  zoom: Zoom = WHOLE;
  #fit: Fit = SAME_SHAPE;
  #home: Zoom = WHOLE;
  /** Place where a finger rests, share of the frame. */
  loupe: Share | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #frame: () => Element | null;
  readonly #touched: Touched;
  #fingers: readonly Finger[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTap: { readonly atMs: number; readonly x: number; readonly y: number } | undefined;
  /** Whether the next click belongs to a gesture. */
  #isSpent = false;

  constructor(host: ReactiveControllerHost, frame: () => Element | null, touched: Touched) {
    this.#host = host;
    this.#frame = frame;
    this.#touched = touched;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#fingers = [];
  }

  /** View to which a double tap leads back, and which is shown until somebody enlarges. */
  get home(): Zoom {
    return this.#home;
  }

  /** Whether somebody has enlarged the picture: a finger then pushes it. */
  get isEnlarged(): boolean {
    return this.zoom.scale > 1 && this.zoom !== this.#home;
  }

  /** Sets the fit of the picture in its frame, and its default view there; for use while the host is drawn. */
  settle(fit: Fit, home: Zoom): void {
    const isHome = this.zoom === this.#home;
    this.#fit = fit;
    this.#home = home;
    this.zoom = isHome ? home : inside(this.zoom, fit);
  }

  /** Returns to the default view; for use while the host is drawn. */
  reset(): void {
    this.zoom = this.#home;
  }

  show(zoom: Zoom): void {
    this.zoom = zoom;
    this.#host.requestUpdate();
  }

  /** Whether a click is a tap; one that ends a gesture is not one. */
  isTap(): boolean {
    const isTap = !this.#isSpent;
    this.#isSpent = false;
    return isTap;
  }

  readonly down = (event: PointerEvent): void => {
    const at = { x: event.clientX, y: event.clientY };
    if (this.#fingers.length === 0) this.#isSpent = false;
    this.#fingers = [...this.#fingers.slice(0, 1), { id: event.pointerId, from: at, atMs: event.timeStamp, now: at }];
    clearTimeout(this.#timer);
    this.#setLoupe(undefined);
    // A finger on a handle moves its piece, and a second one makes it a pinch.
    if (this.#fingers.length > 1 || isOnHandle(event)) this.#isSpent = true;
    else if (event.isPrimary && event.button === 0) this.#timer = setTimeout(() => this.#rest(at, event.pointerType), LOUPE_MS);
  };

  readonly move = (event: PointerEvent): void => {
    const finger = this.#fingers.find(({ id }) => id === event.pointerId);
    if (!finger) return;
    const was = this.#fingers.map(({ now }) => now);
    finger.now = { x: event.clientX, y: event.clientY };
    if (this.#fingers.length > 1) this.#pinch(was);
    else if (this.loupe) this.#setLoupe(this.#share(finger.now));
    else if (!isStill(finger) && !isOnHandle(event)) {
      clearTimeout(this.#timer);
      if (!this.isEnlarged) return;
      this.#isSpent = true;
      this.#push(was[0]!, finger.now);
    }
  };

  readonly up = (event: PointerEvent): void => {
    const finger = this.#fingers.find(({ id }) => id === event.pointerId);
    this.#fingers = this.#fingers.filter((one) => one !== finger);
    clearTimeout(this.#timer);
    if (!finger) return;
    const at = this.#share(finger.now);
    if (this.loupe) {
      this.#setLoupe(undefined);
      this.#isSpent = true;
      if (!isStill(finger) || event.timeStamp - finger.atMs < HOLD_MS) this.#touched.picked(at);
    } else if (!this.#isSpent && isStill(finger)) this.#tap(finger.now, event.timeStamp);
  };

  readonly cancel = (event: PointerEvent): void => {
    this.#fingers = this.#fingers.filter(({ id }) => id !== event.pointerId);
    clearTimeout(this.#timer);
    this.#setLoupe(undefined);
  };

  /** The wheel enlarges with Ctrl, as everywhere; without it the page scrolls. */
  readonly wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.show(zoomedAt(this.zoom, Math.exp(-event.deltaY / 250), this.#share({ x: event.clientX, y: event.clientY }), this.#fit));
  };

  /** Keeps the page from scrolling under a searching finger. */
  readonly touchmove = (event: TouchEvent): void => {
    if (this.loupe && event.cancelable) event.preventDefault();
  };

  #rest(at: { readonly x: number; readonly y: number }, pointerType: string): void {
    const [finger] = this.#fingers;
    if (!finger) return;
    if (pointerType !== 'mouse') this.#setLoupe(this.#share(at));
    this.#timer = setTimeout(() => {
      if (this.#fingers[0] !== finger || !isStill(finger)) return;
      this.#isSpent = true;
      this.#touched.held(this.#share(at));
    }, HOLD_MS - LOUPE_MS);
  }

  #tap(at: { readonly x: number; readonly y: number }, atMs: number): void {
    const last = this.#lastTap;
    const isDouble = last !== undefined && atMs - last.atMs < DOUBLE_MS && Math.hypot(at.x - last.x, at.y - last.y) < 3 * STILL_PX;
    this.#lastTap = isDouble ? undefined : { atMs, ...at };
    if (!isDouble) return;
    this.#isSpent = true;
    this.show(this.zoom.scale > this.#home.scale ? this.#home : zoomedAt(this.zoom, DOUBLE_SCALE, this.#share(at), this.#fit));
  }

  #pinch(was: readonly { readonly x: number; readonly y: number }[]): void {
    const now = this.#fingers.map((finger) => finger.now);
    const apart = ([a, b]: typeof was) => Math.max(1, Math.hypot(a!.x - b!.x, a!.y - b!.y));
    const middle = ([a, b]: typeof was) => ({ x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 });
    // Enlarged before it is pushed: a whole picture cannot be pushed.
    this.show(zoomedAt(this.zoom, apart(now) / apart(was), this.#share(middle(was)), this.#fit));
    this.#push(middle(was), middle(now));
  }

  #push(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }): void {
    const [a, b] = [this.#share(from), this.#share(to)];
    this.show(pushed(this.zoom, { x: b.x - a.x, y: b.y - a.y }, this.#fit));
  }

  #setLoupe(at: Share | undefined): void {
    if (this.loupe === at) return;
    this.loupe = at;
    this.#host.requestUpdate();
  }

  #share({ x, y }: { readonly x: number; readonly y: number }): Share {
    const { left, top, width, height } = this.#frame()!.getBoundingClientRect();
    return { x: (x - left) / width, y: (y - top) / height };
  }
}

/** Whether a finger is on something over the picture that is moved or marked separately. */
function isOnHandle(event: PointerEvent): boolean {
  return event.composedPath().some((one) => one instanceof Element && one.hasAttribute('data-holds'));
}

function isStill({ from, now }: Finger): boolean {
  return Math.hypot(now.x - from.x, now.y - from.y) < STILL_PX;
}
