import {
  AmbientLight,
  BoxGeometry,
  CanvasTexture,
  Color,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  PointLight,
  RepeatWrapping,
  SphereGeometry,
  SpotLight,
  SRGBColorSpace,
} from 'three';
import type { Point3 } from '../../geometry/point.js';
import { SURFACE_SPAN_MM, surfaceCanvas } from '../look/surface-art.js';
import { createRandom } from '../random.js';
import type { LampDescription, MatDescription, RoomDescription } from '../table-description.js';
import { GROUND_LAYER, type GroundLight, groundMaterial } from './ground-light.js';

/** A lit white sheet has this brightness in the drawn picture, so that lamps' reflections up to 1/0.45 as bright are kept. */
export const WHITE = 0.45;

/** The table under the mat, the floor, whatever stands in the room. */
export function buildSurroundings(room: RoomDescription, mat: MatDescription, light: GroundLight, bare: boolean): Group {
  const group = new Group();
  group.position.set(mat.widthMm / 2, mat.depthMm / 2, -mat.thicknessMm);
  group.add(tableTop(room, light), tableRim(room), floor(room), ...(bare ? [] : bystanders(room)));
  return group;
}

function tableTop(room: RoomDescription, light: GroundLight): Mesh {
  const texture = new CanvasTexture(surfaceCanvas(room.surface, 1024));
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 2;
  const { surfaceWidthMm: w, surfaceDepthMm: d } = room;
  const geometry = new PlaneGeometry(w, d);
  const turned = createRandom(room.surface.seed).chance(0.5);
  const uv = geometry.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) {
    const x = (uv.getX(i) * w) / SURFACE_SPAN_MM;
    const y = (uv.getY(i) * d) / SURFACE_SPAN_MM;
    uv.setXY(i, turned ? y : x, turned ? x : y);
  }
  const mesh = new Mesh(geometry, groundMaterial(texture, light));
  mesh.position.set(room.surfaceShift.x, room.surfaceShift.y, 0);
  mesh.renderOrder = -1;
  return mesh;
}

function tableRim(room: RoomDescription): Mesh {
  const mesh = new Mesh(new BoxGeometry(room.surfaceWidthMm, room.surfaceDepthMm, 30), new MeshLambertMaterial({ color: 0x332b24 }));
  mesh.position.set(room.surfaceShift.x, room.surfaceShift.y, -15.2);
  return mesh;
}

/** The floor is far and out of the lamps' light: a dim print, lit by nothing in particular. */
function floor(room: RoomDescription): Mesh {
  const texture = new CanvasTexture(surfaceCanvas(room.floorLook, 256));
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(7, 7);
  const material = new MeshBasicMaterial({ map: texture });
  material.color.setRGB(...room.floor).multiplyScalar(WHITE);
  const mesh = new Mesh(new PlaneGeometry(9000, 9000), material);
  mesh.position.z = -740;
  return mesh;
}

/** Chairs, shelves and people, as far as they matter: upright blocks out of focus beyond the table. */
function bystanders(room: RoomDescription): Mesh[] {
  const random = createRandom(room.surface.seed + 1);
  const count = random.int(0, 6);
  return Array.from({ length: count }, () => {
    const material = new MeshLambertMaterial();
    material.color.setHSL(random.next(), random.range(0, 0.7), random.range(0.02, 0.6));
    const mesh = new Mesh(new BoxGeometry(random.range(150, 700), random.range(100, 500), random.range(500, 1400)), material);
    const turn = random.range(0, 2 * Math.PI);
    mesh.position.set(
      (room.surfaceWidthMm / 2 + random.range(350, 1200)) * Math.cos(turn),
      (room.surfaceDepthMm / 2 + random.range(350, 1200)) * Math.sin(turn),
      -300,
    );
    mesh.rotation.z = random.range(0, Math.PI);
    return mesh;
  });
}

/** Lamps and the light of walls and sky. */
export function buildLights(room: RoomDescription, mat: MatDescription, shadowPx: number): Group {
  const sky = new HemisphereLight(new Color().setRGB(...room.sky), new Color().setRGB(...room.ground), Math.PI * WHITE);
  // three.js takes the direction of "up" from where this light stands, seen from the origin.
  sky.position.set(0, 0, 1);
  const lamps = new Group();
  lamps.position.set(mat.widthMm / 2, mat.depthMm / 2, 0);
  for (const lamp of room.lamps) lamps.add(lamp.castsShadow ? shadowLamp(lamp, shadowPx) : plainLamp(lamp));
  // Shaders are recompiled for every other number of lamps, so there is always one plain lamp, if need be a dark one.
  if (!room.lamps.some((lamp) => !lamp.castsShadow)) lamps.add(new PointLight(0x000000, 0));
  const group = new Group();
  group.add(sky, new AmbientLight(0xffffff, 0.02), lamps);
  group.traverse((object) => object.layers.enable(GROUND_LAYER));
  return group;
}

/** Intensity at which a white sheet in the middle has the lamp's strength: it is lit by strength·π, less for slanting light. */
function candela(lamp: LampDescription, distanceMm: number): number {
  return ((Math.PI * WHITE * lamp.strength * distanceMm) / lamp.z) * distanceMm ** 2;
}

function plainLamp(lamp: LampDescription): PointLight {
  const light = new PointLight(new Color().setRGB(...lamp.colour), candela(lamp, Math.hypot(lamp.x, lamp.y, lamp.z)), 0, 2);
  light.position.set(lamp.x, lamp.y, lamp.z);
  return light;
}

function shadowLamp(lamp: LampDescription, shadowPx: number): Group {
  const distance = Math.hypot(lamp.x, lamp.y, lamp.z);
  const light = new SpotLight(
    new Color().setRGB(...lamp.colour),
    candela(lamp, distance),
    0,
    Math.min(1.2, Math.atan(1000 / distance) + 0.12),
    0.4,
    2,
  );
  light.position.set(lamp.x, lamp.y, lamp.z);
  light.castShadow = true;
  light.shadow.mapSize.set(shadowPx, shadowPx);
  light.shadow.radius = lamp.softness;
  light.shadow.bias = -0.0006;
  light.shadow.normalBias = 0.6;
  light.shadow.camera.near = Math.max(50, distance - 1100);
  light.shadow.camera.far = distance + 1100;
  const group = new Group();
  return group.add(light, light.target);
}

/** Background that a camera sees beyond the floor. */
export function backdrop(room: RoomDescription): Color {
  return new Color().setRGB(...room.sky).multiplyScalar(0.35);
}

/** Material of things that only hide others when the visible parts of bases are counted. */
export function flatMaterial(colour: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color: colour, toneMapped: false });
}

/** A glowing ball. */
export function buildMark({ x, y, z }: Point3): Mesh {
  const mesh = new Mesh(new SphereGeometry(6, 24, 16), flatMaterial(0xffffff));
  mesh.position.set(x, y, z);
  return mesh;
}
