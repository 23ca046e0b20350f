import {
  BufferAttribute,
  type BufferGeometry,
  CanvasTexture,
  Color,
  Euler,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { makeCanvas } from '../look/canvas.js';
import { createRandom, type Random } from '../random.js';
import type { MiniatureDescription, RoomDescription } from '../table-description.js';
import { TEST_MINIATURES } from './miniature-kinds-test.js';
import { TRAIN_MINIATURES } from './miniature-kinds-train.js';
import type { MiniaturePart } from './miniature-part.js';

/** A model ship on its peg. */
export function miniatureMesh(
  miniature: MiniatureDescription,
  context: { readonly room: RoomDescription; readonly mirror: Texture },
): Mesh {
  const kind = TRAIN_MINIATURES[miniature.look.family] ?? TEST_MINIATURES[miniature.look.family];
  if (kind === undefined) throw new Error(`Got the miniature '${miniature.look.family}', expected one of miniature-kinds.`);
  const random = createRandom(miniature.look.seed);
  const paints = describePaints(random);
  const geometry = mergeParts(kind(random), paints, random);
  geometry.computeBoundingBox();
  const box = geometry.boundingBox!;
  const span = Math.max(box.max.x - box.min.x, box.max.y - box.min.y);
  // Low miniatures would sink their wings into the base; they stand with their lowest point above it.
  const scale = Math.min(miniature.spanMm / span, (miniature.heightMm - 12) / Math.max(0.01, -box.min.z));
  const material = new MeshStandardMaterial({
    vertexColors: true,
    map: panelTexture(miniature.look.seed),
    roughness: 0.9 - 0.6 * miniature.gloss,
    metalness: random.chance(0.15) ? 0.5 : 0,
    envMap: context.mirror,
    envMapIntensity: context.room.environmentStrength * 0.6,
  });
  material.envMapRotation.set(0, 0, context.room.environmentTurnRad);
  const mesh = new Mesh(geometry, material);
  mesh.scale.setScalar(scale);
  mesh.position.z = miniature.heightMm;
  mesh.rotation.set(
    (random.normal(miniature.tiltDeg) * Math.PI) / 180,
    (miniature.tiltDeg * Math.PI) / 180,
    (miniature.turnDeg * Math.PI) / 180,
  );
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.userData.keepTexture = true;
  return mesh;
}

/** Hull, second tone, dark parts, accent, glow: linear colours. */
function describePaints(random: Random): Color[] {
  const hull = new Color().setHSL(
    random.next(),
    random.chance(0.7) ? random.range(0, 0.15) : random.range(0.2, 0.8),
    random.range(0.1, 0.8),
  );
  const second = random.chance(0.5)
    ? hull.clone().multiplyScalar(random.range(0.4, 0.9))
    : new Color().setHSL(random.next(), random.range(0, 0.5), random.range(0.1, 0.7));
  const dark = new Color().setHSL(random.next(), random.range(0, 0.2), random.range(0.01, 0.14));
  const accent = new Color().setHSL(random.next(), random.range(0.4, 1), random.range(0.2, 0.6));
  const glow = new Color().setHSL(random.pick([0.55, 0.08, 0.0, 0.6]), 0.8, 0.7);
  return [hull, second, dark, accent, glow];
}

function mergeParts(parts: readonly MiniaturePart[], paints: readonly Color[], random: Random): BufferGeometry {
  const geometries = parts.map((part) => {
    const geometry = part.geometry.index === null ? part.geometry : part.geometry.toNonIndexed();
    const turn = new Quaternion().setFromEuler(new Euler(...(part.turn ?? [0, 0, 0])));
    geometry.applyMatrix4(new Matrix4().compose(new Vector3(...part.at), turn, new Vector3(...(part.size ?? [1, 1, 1]))));
    const paint = paints[part.paint]!;
    const shade = 1 + random.normal(0.08);
    const count = geometry.getAttribute('position').count;
    const colours = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) colours.set([paint.r * shade, paint.g * shade, paint.b * shade], 3 * i);
    geometry.setAttribute('color', new BufferAttribute(colours, 3));
    return geometry;
  });
  const merged = mergeGeometries(geometries);
  for (const geometry of geometries) geometry.dispose();
  return merged;
}

const kept: Texture[] = [];

/** Panel lines and grime; a few textures are enough, the colours come from the vertices. */
function panelTexture(seed: number): Texture {
  const index = seed % 4;
  const known = kept[index];
  if (known !== undefined) return known;
  const random = createRandom(`panels ${index}`);
  const size = 128;
  const { canvas, paint } = makeCanvas(size, size);
  paint.fillStyle = '#e8e8e8';
  paint.fillRect(0, 0, size, size);
  for (let i = 0; i < 60; i++) {
    const v = random.range(120, 255);
    paint.fillStyle = `rgb(${v} ${v} ${v} / 0.6)`;
    paint.strokeStyle = `rgb(40 40 40 / ${random.range(0.1, 0.8).toFixed(2)})`;
    const box = [random.next() * size, random.next() * size, random.range(4, 50), random.range(4, 40)] as const;
    paint.fillRect(...box);
    paint.strokeRect(...box);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  kept[index] = texture;
  return texture;
}
