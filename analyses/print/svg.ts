import type { Point } from '../../src/geometry/point.js';

/** How a shape is drawn; the colours are readable on light and dark pages. */
export interface Look {
  readonly fill?: string;
  readonly stroke?: string;
  readonly widthMm?: number;
  readonly dash?: string;
  /** Of the fill. */
  readonly opacity?: number;
}

export const INK = '#7a8699';
export const SHIP = '#2f7fd1';
export const OTHER = '#c8553d';
export const CARD = '#b08d3c';

/** A drawing in millimetres, y up as on the table. */
export interface Drawing {
  readonly title: string;
  readonly left: number;
  readonly low: number;
  readonly right: number;
  readonly high: number;
  readonly shapes: readonly string[];
}

const number = (value: number) => String(Math.round(value * 100) / 100);

function style({ fill = 'none', stroke = INK, widthMm = 0.8, dash, opacity }: Look): string {
  const extra = `${dash ? ` stroke-dasharray="${dash}"` : ''}${opacity === undefined ? '' : ` fill-opacity="${opacity}"`}`;
  return `fill="${fill}" stroke="${stroke}" stroke-width="${widthMm}"${extra}`;
}

/** A closed outline. */
export function outline(points: readonly Point[], look: Look = {}): string {
  return `<path d="${points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${number(x)} ${number(-y)}`).join('')}Z" ${style(look)}/>`;
}

/** A row of straight lines from point to point. */
export function polyline(points: readonly Point[], look: Look = {}): string {
  return `<path d="${points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${number(x)} ${number(-y)}`).join('')}" ${style(look)}/>`;
}

export function dot({ x, y }: Point, radiusMm = 1.6, fill = INK): string {
  return `<circle cx="${number(x)}" cy="${number(-y)}" r="${radiusMm}" fill="${fill}"/>`;
}

export function label({ x, y }: Point, text: string, sizeMm = 8, anchor: 'start' | 'middle' | 'end' = 'middle'): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${number(x)}" y="${number(-y)}" font-size="${sizeMm}" text-anchor="${anchor}" fill="${INK}">${escaped}</text>`;
}

/** The SVG file of a drawing; one unit is one millimetre. */
export function svg({ title, left, low, right, high, shapes }: Drawing): string {
  const box = `${number(left)} ${number(-high)} ${number(right - left)} ${number(high - low)}`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" font-family="system-ui, sans-serif" role="img">`;
  return `${head}\n<title>${title}</title>\n${shapes.join('\n')}\n</svg>\n`;
}
