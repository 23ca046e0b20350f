import type { Locator, Page } from 'playwright-core';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import type { Pixel, Point } from '../../../src/geometry/point.js';
import type { Table } from '../../../src/table/table.js';

/** The page's table, and how its camera sees it. */
export interface OnPage {
  readonly table: Table;
  readonly camera: Camera;
}

/** A hand at the page, and how often it has tapped. */
export interface Hand {
  readonly page: Page;
  readonly taps: () => number;
  /** Counted from here on. */
  readonly begin: () => void;
  readonly tap: (target: Locator) => Promise<void>;
  /** A tap on a point of the mat, in the picture. */
  readonly tapMat: (at: Point, camera?: Camera) => Promise<void>;
  /** A tap on a pixel of the picture. */
  readonly tapPixel: (at: Pixel) => Promise<void>;
  /** What is in the lower part of a folded answer is unfolded first. */
  readonly tapAnswer: (selector: string) => Promise<void>;
}

export function handOn(page: Page, isPhone: boolean): Hand {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await (isPhone ? target.tap() : target.click());
  };
  const tapAt = async (x: number, y: number) => {
    taps++;
    await (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    // Taps that follow each other fast are double taps.
    await page.waitForTimeout(400);
  };
  const tapPixel = async ({ u, v }: Pixel) => {
    const stage = page.locator('hm-stage');
    const layer = (await stage.locator('.layer').boundingBox())!;
    const widthPx = await stage.evaluate(
      (element) => (element as unknown as { source: { size(): { widthPx: number } } }).source.size().widthPx,
    );
    const scale = layer.width / widthPx;
    await tapAt(layer.x + (u + 0.5) * scale, layer.y + (v + 0.5) * scale);
  };
  return {
    page,
    taps: () => taps,
    begin: () => {
      taps = 0;
    },
    tap,
    tapMat: async (at, seenBy) => {
      const camera = seenBy ?? (await onPage(page)).camera;
      await tapPixel(pixelFromTable(camera, { ...at, z: 0 })!);
    },
    tapPixel,
    tapAnswer: async (selector) => {
      const more = page.locator('hm-answer .more[aria-expanded=false]');
      if (!(await page.locator(selector).isVisible()) && (await more.isVisible())) await tap(more);
      await tap(page.locator(selector));
    },
  };
}

/** What the page knows of its table. */
export function onPage(page: Page): Promise<OnPage> {
  return page.locator('hm-map').evaluate((map) => {
    const { table, state } = (map as unknown as { known: { table: Table; state: { camera: Camera } } }).known;
    return { table, camera: state.camera };
  });
}

/** Sends the page an event that is not a tap of the task. */
export function tell(page: Page, name: string, detail: object): Promise<void> {
  return page
    .locator('hm-app')
    .evaluate((app, [event, what]) => void app.dispatchEvent(new CustomEvent(event, { detail: what })), [name, detail] as const);
}
