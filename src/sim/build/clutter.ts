import {
  BoxGeometry,
  CanvasTexture,
  CapsuleGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  OctahedronGeometry,
  PlaneGeometry,
  Shape,
  SRGBColorSpace,
  type Texture,
  Vector2,
} from 'three';
import type { Point } from '../../geometry/point.js';
import { CARD_RATIO, sheetSides, stripOutline, templateOf } from '../describe/flat-things.js';
import { cardCanvas, templateCanvas, tokenCanvas } from '../look/piece-art.js';
import { createRandom, type Random } from '../random.js';
import type { ClutterDescription, MatDescription, StripDescription } from '../table-description.js';

interface Thing {
  readonly kind: string;
  readonly sizeMm: number;
  readonly seed: number;
  readonly random: Random;
  readonly mirror: Texture;
  readonly strip: StripDescription | undefined;
}

/** Something else on or beside the mat. */
export function buildClutter(item: ClutterDescription, mat: MatDescription, mirror: Texture): Group {
  const make = THINGS[item.kind];
  if (make === undefined) throw new Error(`Got the thing '${item.kind}', expected one of ${Object.keys(THINGS).join(', ')}.`);
  const group = new Group();
  const meshes = make({ ...item, strip: item.strip, random: createRandom(item.seed), mirror });
  for (const mesh of meshes) {
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    group.add(mesh);
  }
  group.position.set(item.x, item.y, item.on === 'mat' ? 0.1 : -mat.thicknessMm + 0.1);
  group.rotation.z = item.kind === 'hand' ? armTurn(item, mat) : (item.headingDeg * Math.PI) / 180;
  return group;
}

/** Arms reach in from the nearest side of the mat, more or less. */
function armTurn(item: ClutterDescription, mat: MatDescription): number {
  const out = Math.atan2(item.y - mat.depthMm / 2, item.x - mat.widthMm / 2);
  return out + ((item.headingDeg / 180) * Math.PI) / 6;
}

function textured(canvas: OffscreenCanvas): CanvasTexture<OffscreenCanvas> {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

function randomColour<T extends MeshLambertMaterial | MeshStandardMaterial>(
  material: T,
  random: Random,
  minLight = 0.02,
  maxLight = 0.6,
): T {
  material.color.setHSL(random.next(), random.range(0, 1), random.range(minLight, maxLight));
  return material;
}

/** A flat box with a printed top. */
function slab(w: number, d: number, h: number, canvas: OffscreenCanvas, random: Random): Mesh {
  const side = randomColour(new MeshLambertMaterial(), random);
  const top = new MeshLambertMaterial({ map: textured(canvas) });
  const mesh = new Mesh(new BoxGeometry(w, d, h), [side, side, side, side, top, side]);
  mesh.position.z = h / 2;
  return mesh;
}

/** A flat piece cut from card. */
function cutOut(shape: Shape, h: number, material: MeshLambertMaterial): Mesh {
  return new Mesh(new ExtrudeGeometry(shape, { depth: h, bevelEnabled: false, curveSegments: 14 }), material);
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Got a template or a ruler without its measures, expected them from describeClutter.');
  return value;
}

function shapeOf(outline: readonly Point[]): Shape {
  return new Shape(outline.map(({ x, y }) => new Vector2(x, y)));
}

/** Cards and the like. */
function sheet({ kind, sizeMm, random, seed }: Thing, thicknessMm: number): Mesh {
  return slab(...given(sheetSides(kind, sizeMm)), thicknessMm, cardCanvas(seed, CARD_RATIO), random);
}

/** Straight templates lie along y, as in src/pieces; their print is drawn along x. */
function straightStrip({ strip, random, seed }: Thing): Mesh[] {
  const { lengthMm, widthMm } = templateOf(given(strip));
  const mesh = slab(lengthMm, widthMm, random.range(1.5, 3.2), templateCanvas(seed, lengthMm, widthMm), random);
  mesh.rotation.z = Math.PI / 2;
  return [mesh];
}

const THINGS: Readonly<Record<string, (thing: Thing) => Mesh[]>> = {
  die: ({ sizeMm, random, mirror }) => {
    const material = new MeshStandardMaterial({ roughness: random.range(0.1, 0.5), envMap: mirror, flatShading: true });
    material.color.setHSL(random.pick([0, 0.33, 0.02, 0.36, random.next()]), random.range(0.5, 1), random.range(0.08, 0.45));
    const mesh = random.chance(0.75)
      ? new Mesh(new OctahedronGeometry(sizeMm * 0.62), material)
      : new Mesh(new BoxGeometry(sizeMm * 0.8, sizeMm * 0.8, sizeMm * 0.8), material);
    mesh.rotation.set(random.chance(0.75) ? 0.9553 : 0, 0, 0);
    mesh.position.z = sizeMm * 0.36;
    return [mesh];
  },
  token: ({ sizeMm, random, seed }) => {
    const round = random.chance(0.45);
    const top = new MeshLambertMaterial({ map: textured(tokenCanvas(seed)) });
    const side = randomColour(new MeshLambertMaterial(), random);
    const sides = round ? 20 : random.pick([4, 5, 6, 8]);
    const mesh = new Mesh(new CylinderGeometry(sizeMm / 2, sizeMm / 2, 1.8, sides).rotateX(Math.PI / 2), [side, top, top]);
    mesh.position.z = 0.9;
    return [mesh];
  },
  card: (thing) => [sheet(thing, 0.4)],
  deck: (thing) => [sheet(thing, thing.random.range(4, 25))],
  straight: straightStrip,
  ruler: straightStrip,
  curve: ({ strip, random }) => {
    const along = given(strip);
    const body = cutOut(shapeOf(stripOutline(along)), 2, randomColour(new MeshLambertMaterial(), random, 0.01, 0.4));
    const ink = new MeshLambertMaterial({ color: random.chance(0.8) ? 0xffffff : 0x111111 });
    const mark = cutOut(shapeOf(stripOutline(along, 1.4)), 0.1, ink);
    mark.position.z = 2;
    return [body, mark];
  },
  cup: ({ sizeMm, random, mirror }) => {
    const height = random.range(70, 150);
    const outside = randomColour(
      new MeshStandardMaterial({ roughness: random.range(0.1, 0.7), envMap: mirror, side: 2 }),
      random,
      0.02,
      0.9,
    );
    const wall = new Mesh(new CylinderGeometry(sizeMm / 2, sizeMm * 0.42, height, 24, 1, true).rotateX(Math.PI / 2), outside);
    wall.position.z = height / 2;
    const drink = new Mesh(
      new CylinderGeometry(sizeMm * 0.46, sizeMm * 0.44, 2, 24).rotateX(Math.PI / 2),
      randomColour(new MeshStandardMaterial({ roughness: 0.1, envMap: mirror }), random, 0.02, 0.4),
    );
    drink.position.z = height * random.range(0.4, 0.9);
    return [wall, drink];
  },
  phone: ({ kind, sizeMm, random, mirror }) => {
    const glass = new MeshStandardMaterial({ color: 0x050506, roughness: 0.06, envMap: mirror });
    if (random.chance(0.3)) glass.emissive.setHSL(random.next(), random.range(0, 0.8), random.range(0.05, 0.4));
    const body = randomColour(new MeshLambertMaterial(), random);
    const mesh = new Mesh(new BoxGeometry(...given(sheetSides(kind, sizeMm)), 8), [body, body, body, body, glass, body]);
    mesh.position.z = 4;
    return [mesh];
  },
  hand: ({ sizeMm, random }) => {
    const skin = new MeshLambertMaterial();
    skin.color.setHSL(random.range(0.03, 0.09), random.range(0.3, 0.6), random.range(0.12, 0.7));
    const sleeve = randomColour(new MeshLambertMaterial(), random);
    const lift = random.range(15, 70);
    const meshes: Mesh[] = [];
    const limb = (r: number, length: number, x: number, y: number, z: number, turn: number, dip: number, material: MeshLambertMaterial) => {
      const mesh = new Mesh(new CapsuleGeometry(r, length, 5, 10).rotateZ(Math.PI / 2), material);
      mesh.position.set(x, y, z);
      mesh.rotation.set(0, dip, turn, 'ZYX');
      meshes.push(mesh);
    };
    const w = sizeMm;
    limb(w * 0.22, w * 0.42, 0, -w * 0.14, lift, 0, 0, skin);
    limb(w * 0.22, w * 0.42, 0, w * 0.16, lift, 0, 0, skin);
    for (let i = 0; i < 4; i++) {
      const long = w * random.range(0.5, 0.8);
      limb(
        w * 0.09,
        long,
        -w * 0.32 - long / 2,
        w * (-0.3 + 0.2 * i),
        lift - w * 0.08,
        random.normal(0.1),
        random.range(-0.45, 0.05),
        skin,
      );
    }
    limb(w * 0.1, w * 0.5, -w * 0.22, -w * 0.45, lift - 4, random.range(0.4, 1), -0.2, skin);
    // The forearm rises outwards; its sleeve may reach the wrist or be rolled up.
    const rise = random.range(0.05, 0.4);
    const along = (from: number, to: number, r: number, material: MeshLambertMaterial) =>
      limb(r, to - from, (from + to) / 2, 0, lift + Math.tan(rise) * ((from + to) / 2), 0, -rise, material);
    along(w * 0.2, w * 2.2, w * 0.25, skin);
    along(w * random.range(0.7, 2), w * 7, w * 0.34, random.chance(0.25) ? skin : sleeve);
    return meshes;
  },
  dial: ({ sizeMm, random, seed }) => {
    const top = new MeshLambertMaterial({ map: textured(tokenCanvas(seed)) });
    const side = randomColour(new MeshLambertMaterial(), random);
    const mesh = new Mesh(new CylinderGeometry(sizeMm / 2, sizeMm / 2, 4, 28).rotateX(Math.PI / 2), [side, top, top]);
    mesh.position.z = 2;
    return [mesh];
  },
  box: ({ sizeMm, random, seed }) => [
    slab(
      sizeMm,
      sizeMm * random.range(0.4, 1),
      random.range(15, 70),
      random.chance(0.5) ? cardCanvas(seed, 0.7) : tokenCanvas(seed),
      random,
    ),
  ],
  paper: ({ kind, sizeMm, random }) => {
    const material = new MeshLambertMaterial();
    const v = random.range(0.5, 0.9);
    material.color.setRGB(v, v, v * random.range(0.85, 1));
    const mesh = new Mesh(new PlaneGeometry(...given(sheetSides(kind, sizeMm))), material);
    mesh.position.z = 0.3;
    return [mesh];
  },
  bomb: ({ sizeMm, random, seed }) => {
    const half = sizeMm / 2;
    const mesh = slab(2 * half, 2 * half, 2, tokenCanvas(seed), random);
    return [mesh];
  },
};
