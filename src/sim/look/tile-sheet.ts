import type { Random } from '../random.js';
import type { Paint } from './canvas.js';

/** One tile being painted: millimetres, x right, y towards the rear (the canvas's bottom), origin in the middle. */
export interface TileSheet {
  readonly paint: Paint;
  readonly random: Random;
  readonly halfWidth: number;
  readonly halfLength: number;
  readonly tanArc: number;
  readonly hue: number;
  readonly test: boolean;
  readonly family: string;
  readonly ground: number;
}
