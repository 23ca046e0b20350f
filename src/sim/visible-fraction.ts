import {
  Color,
  type Group,
  type Material,
  Mesh,
  type MeshBasicMaterial,
  type Object3D,
  type Scene,
  type Camera as SceneCamera,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { Camera } from '../geometry/camera.js';
import { pixelInPicture } from '../geometry/in-picture.js';
import { tableFromPiece } from '../geometry/pose.js';
import { topCorners } from './base-profile.js';
import { flatMaterial } from './build/room.js';
import type { Pinhole } from './pinhole.js';
import type { ShipDescription } from './table-description.js';

export interface Countable {
  readonly ship: ShipDescription;
  readonly group: Group;
}

/**
 * The share of each base that is seen, 0…1: every base is drawn in a colour of its own at half size, everything else black, and its pixels
 * are counted against the outline it would have alone. What lies outside the picture is not seen.
 */
export function visibleFractions(
  renderer: WebGLRenderer,
  scene: Scene,
  view: SceneCamera,
  camera: Camera,
  pinhole: Pinhole,
  ships: readonly Countable[],
): number[] {
  const width = Math.ceil(pinhole.widthPx / 2);
  const height = Math.ceil(pinhole.heightPx / 2);
  const target = new WebGLRenderTarget(width, height, { depthBuffer: true });
  const restore = paintFlat(scene, ships);
  renderer.setRenderTarget(target);
  renderer.setClearColor(0x000000, 1);
  renderer.clear();
  renderer.render(scene, view);
  const pixels = new Uint8Array(4 * width * height);
  renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
  renderer.setRenderTarget(null);
  target.dispose();
  restore();
  const counts = countPixels(pixels, width, height, camera, pinhole, ships.length);
  return ships.map(({ ship }, i) => {
    const areaPx = footprintArea(camera, pinhole, width, height, ship);
    return areaPx === 0 ? 0 : Math.min(1, counts[i]! / areaPx);
  });
}

/** Gives every mesh a flat colour: a base its ship's number, other things black. Returns the way back. */
function paintFlat(scene: Scene, ships: readonly Countable[]): () => void {
  const kept: [Mesh, Material | Material[]][] = [];
  const hidden: Object3D[] = [];
  const black = flatMaterial(0);
  const number = new Map<Object3D, MeshBasicMaterial>();
  ships.forEach(({ group }, i) => {
    const material = flatMaterial(0);
    material.color = new Color((i + 1) / 255, 0, 0);
    number.set(group, material);
  });
  const background = scene.background;
  scene.background = null;
  const visit = (object: Object3D, own: MeshBasicMaterial) => {
    const material = number.get(object) ?? own;
    if (object instanceof Mesh) {
      if (object.userData.unseen === true && object.visible) {
        object.visible = false;
        hidden.push(object);
      }
      kept.push([object, object.material]);
      object.material = object.userData.base === true ? material : black;
    }
    for (const child of object.children) visit(child, material);
  };
  visit(scene, black);
  return () => {
    scene.background = background;
    for (const [mesh, material] of kept) mesh.material = material;
    for (const object of hidden) object.visible = true;
  };
}

function countPixels(pixels: Uint8Array, width: number, height: number, camera: Camera, pinhole: Pinhole, ships: number): number[] {
  const counts = new Array<number>(ships).fill(0);
  const inside = insideTest(camera, pinhole, width, height);
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i += 4) {
      const id = pixels[i]!;
      if (id > 0 && id <= ships && inside(column, row)) counts[id - 1]!++;
    }
  }
  return counts;
}

/** Whether a pixel of the pinhole picture (rows from below) is seen by the lens. */
function insideTest(camera: Camera, pinhole: Pinhole, width: number, height: number): (column: number, row: number) => boolean {
  const straight: Camera = { ...camera, r: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] };
  return (column, row) => {
    const x = pinhole.minX + ((column + 0.5) / width) * (pinhole.maxX - pinhole.minX);
    const y = pinhole.maxY - ((row + 0.5) / height) * (pinhole.maxY - pinhole.minY);
    return pixelInPicture(straight, { x: x * 10, y: y * 10, z: 10 }) !== undefined;
  };
}

/** Pixels of the half-size pinhole picture that the base alone would cover: the hull of its foot and its top. */
function footprintArea(camera: Camera, pinhole: Pinhole, width: number, height: number, ship: ShipDescription): number {
  const pose = { x: ship.x, y: ship.y, headingRad: (ship.headingDeg * Math.PI) / 180 };
  const { profile } = ship;
  const h = profile.halfMm;
  const foot = [-1, 1].flatMap((sx) => [-1, 1].map((sy) => ({ x: sx * h, y: sy * h, z: 0 })));
  const rails = [-1, 1].flatMap((sx) => [-1, 1].map((sy) => ({ x: sx * (h - profile.leanMm), y: sy * h, z: profile.railTopMm })));
  const points = [...foot, ...rails, ...topCorners(profile)].map((local) => {
    const { x, y } = tableFromPiece(pose, local);
    const { r, t } = camera;
    const zc = r[6] * x + r[7] * y + r[8] * local.z + t[2];
    const xn = (r[0] * x + r[1] * y + r[2] * local.z + t[0]) / zc;
    const yn = (r[3] * x + r[4] * y + r[5] * local.z + t[1]) / zc;
    return {
      x: ((xn - pinhole.minX) / (pinhole.maxX - pinhole.minX)) * width,
      y: ((yn - pinhole.minY) / (pinhole.maxY - pinhole.minY)) * height,
    };
  });
  return hullArea(points);
}

/** Area of the convex hull, by Andrew's monotone chain. */
function hullArea(points: readonly { readonly x: number; readonly y: number }[]): number {
  const sorted = points.slice().sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (o: { x: number; y: number }, a: { x: number; y: number }, b: { x: number; y: number }) =>
    (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const chain = (list: readonly { readonly x: number; readonly y: number }[]) => {
    const out: { x: number; y: number }[] = [];
    for (const p of list) {
      while (out.length > 1 && turn(out[out.length - 2]!, out[out.length - 1]!, p) <= 0) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  const hull = [...chain(sorted), ...chain(sorted.slice().reverse())];
  const twice = hull.reduce((sum, p, i) => {
    const q = hull[(i + 1) % hull.length]!;
    return sum + p.x * q.y - q.x * p.y;
  }, 0);
  return Math.abs(twice) / 2;
}
