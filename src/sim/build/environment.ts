import {
  DataTexture,
  DataUtils,
  EquirectangularReflectionMapping,
  HalfFloatType,
  PMREMGenerator,
  RGBAFormat,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { createRandom, type Random } from '../random.js';
import type { Look, Rgb } from '../table-description.js';

/** The light that comes from a direction (x, y, z up), linear; 1 is about a lit white wall. */
type Shine = (x: number, y: number, z: number) => Rgb;

const WIDTH = 128;
const HEIGHT = 64;
/** A face of the filtered room: a panorama this coarse has no more in it. */
const FACE_PX = 64;
/** Number of rooms of each family; they are turned and dimmed differently for each picture. */
const VARIANTS = 5;

/** Rooms as glossy things mirror them, filtered for roughness; kept, because filtering takes a while. */
export function createRooms(renderer: WebGLRenderer): { mirrorOf(look: Look): Texture; dispose(): void } {
  const kept = new Map<string, { texture: Texture; dispose(): void }>();
  return {
    mirrorOf: (look) => {
      const key = `${look.family} ${look.seed % VARIANTS}`;
      let target = kept.get(key);
      if (target === undefined) {
        target = filterRoom(renderer, ROOMS, look.family, key);
        kept.set(key, target);
      }
      return target.texture;
    },
    dispose: () => {
      for (const target of kept.values()) target.dispose();
      kept.clear();
    },
  };
}

function filterRoom(renderer: WebGLRenderer, rooms: Readonly<Record<string, (random: Random) => Shine>>, family: string, key: string) {
  const make = rooms[family];
  if (make === undefined) throw new Error(`Got the room '${family}', expected one of ${Object.keys(rooms).join(', ')}.`);
  const picture = panorama(make(createRandom(key)));
  const generator = new PMREMGenerator(renderer);
  // three.js takes faces of 256 px at least, over which a software renderer filters for seconds.
  Object.assign(generator, {
    _setSize(this: { _cubeSize: number }) {
      this._cubeSize = FACE_PX;
    },
  });
  const target = generator.fromEquirectangular(picture);
  generator.dispose();
  picture.dispose();
  return target;
}

/** three.js looks up a direction d at u = atan2(d.z, d.x)/2π + ½, v = asin(d.y)/π + ½; the scene's own z is up all the same. */
function panorama(shine: Shine): DataTexture {
  const data = new Uint16Array(4 * WIDTH * HEIGHT);
  for (let j = 0, i = 0; j < HEIGHT; j++) {
    const latitude = ((j + 0.5) / HEIGHT - 0.5) * Math.PI;
    for (let k = 0; k < WIDTH; k++, i += 4) {
      const longitude = ((k + 0.5) / WIDTH - 0.5) * 2 * Math.PI;
      const colour = shine(Math.cos(latitude) * Math.cos(longitude), Math.sin(latitude), Math.cos(latitude) * Math.sin(longitude));
      for (let c = 0; c < 3; c++) data[i + c] = DataUtils.toHalfFloat(colour[c as 0 | 1 | 2] * 0.45);
      data[i + 3] = DataUtils.toHalfFloat(1);
    }
  }
  const texture = new DataTexture(data, WIDTH, HEIGHT, RGBAFormat, HalfFloatType);
  texture.mapping = EquirectangularReflectionMapping;
  texture.needsUpdate = true;
  return texture;
}

const times = (colour: Rgb, by: number): Rgb => [colour[0] * by, colour[1] * by, colour[2] * by];

/** Walls and ceiling with a soft change of brightness. */
function shell(random: Random): Shine {
  const wall = random.range(0.05, 0.6);
  const ceiling = random.range(0.1, 1);
  const ground = random.range(0.02, 0.3);
  const tint: Rgb = [random.range(0.8, 1.2), 1, random.range(0.75, 1.2)];
  return (_x, _y, z) => times(tint, z > 0 ? wall + (ceiling - wall) * z * z : wall + (ground - wall) * Math.min(1, -3 * z));
}

/** A bright rectangle on a wall: from one azimuth and height to another, with a frame in it. */
function pane(random: Random, strength: number): Shine {
  const azimuth = random.range(-Math.PI, Math.PI);
  const halfWide = random.range(0.15, 0.6);
  const low = random.range(0.02, 0.35);
  const high = low + random.range(0.2, 0.6);
  const bars = random.int(1, 4);
  const colour: Rgb = [random.range(0.75, 1), random.range(0.85, 1), random.range(0.9, 1.2)];
  return (x, y, z) => {
    let da = Math.atan2(y, x) - azimuth;
    da -= 2 * Math.PI * Math.round(da / (2 * Math.PI));
    if (z < low || z > high || Math.abs(da) > halfWide) return [0, 0, 0];
    const across = ((da / halfWide + 1) / 2) * bars;
    return Math.abs(across - Math.round(across)) < 0.06 ? [0.05, 0.05, 0.05] : times(colour, strength);
  };
}

/** A round lamp in a direction. */
function bulb(random: Random, strength: number, radius: number): Shine {
  const azimuth = random.range(-Math.PI, Math.PI);
  const z0 = random.range(0.35, 0.97);
  const flat = Math.sqrt(1 - z0 * z0);
  const d: Rgb = [flat * Math.cos(azimuth), flat * Math.sin(azimuth), z0];
  const limit = Math.cos(radius);
  const colour: Rgb = [1, random.range(0.75, 1), random.range(0.45, 1)];
  return (x, y, z) => (x * d[0] + y * d[1] + z * d[2] > limit ? times(colour, strength) : [0, 0, 0]);
}

function sum(parts: readonly Shine[]): Shine {
  return (x, y, z) => {
    const total: [number, number, number] = [0, 0, 0];
    for (const part of parts) {
      const colour = part(x, y, z);
      for (let c = 0; c < 3; c++) total[c as 0 | 1 | 2] += colour[c as 0 | 1 | 2];
    }
    return total;
  };
}

const repeat = (count: number, make: () => Shine): Shine[] => Array.from({ length: count }, make);

const ROOMS: Readonly<Record<string, (random: Random) => Shine>> = {
  window: (random) => sum([shell(random), ...repeat(random.int(1, 3), () => pane(random, random.range(3, 14)))]),
  ceiling: (random) => {
    const half = random.range(0.15, 0.5);
    const strength = random.range(2, 9);
    return sum([
      shell(random),
      (x, y, z) => (z > 0.5 && Math.abs(x / z) < half && Math.abs(y / z) < half ? [strength, strength, strength] : [0, 0, 0]),
    ]);
  },
  bulbs: (random) => sum([shell(random), ...repeat(random.int(2, 6), () => bulb(random, random.range(5, 30), random.range(0.06, 0.18)))]),
  overcast: (random) => {
    const tint: Rgb = [random.range(0.85, 1), random.range(0.9, 1), random.range(0.95, 1.1)];
    return (_x, _y, z) => times(tint, z > 0 ? 0.4 + 1.4 * z : 0.2);
  },
  strips: (random) => {
    const pitch = random.range(0.35, 0.8);
    const thin = random.range(0.06, 0.15);
    const strength = random.range(3, 12);
    return sum([
      shell(random),
      (x, y, z) => {
        if (z < 0.3 || Math.abs(y / z) > 1.5) return [0, 0, 0];
        const across = x / z / pitch;
        return Math.abs(across - Math.round(across)) < thin ? [strength, strength, strength * 0.95] : [0, 0, 0];
      },
    ]);
  },
  doors: (random) => sum([shell(random), ...repeat(2, () => pane(random, random.range(2, 8))), bulb(random, 15, 0.2)]),
};
