import {
  AmbientLight,
  BoxGeometry,
  CanvasTexture,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type OrthographicCamera,
  PlaneGeometry,
  PointLight,
  RepeatWrapping,
  SpotLight,
  SRGBColorSpace,
  type Texture,
} from 'three';
import { SURFACE_SPAN_MM, surfaceCanvas } from '../look/surface-art.js';
import { createRandom } from '../random.js';
import type { LampDescription, MatDescription, RoomDescription } from '../table-description.js';

/** A lit white sheet has this brightness in the drawn picture, so that lamps' reflections up to 1/0.45 as bright are kept. */
export const WHITE = 0.45;

/** The table under the mat, the floor, whatever stands in the room. */
export function buildSurroundings(room: RoomDescription, mat: MatDescription, mirror: Texture): Group {
  const group = new Group();
  group.position.set(mat.widthMm / 2, mat.depthMm / 2, -mat.thicknessMm);
  group.add(tableTop(room, mirror), floor(room), ...bystanders(room));
  return group;
}

function tableTop(room: RoomDescription, mirror: Texture): Mesh {
  const texture = new CanvasTexture(surfaceCanvas(room.surface, 1024));
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  const { surfaceWidthMm: w, surfaceDepthMm: d } = room;
  texture.repeat.set(w / SURFACE_SPAN_MM, d / SURFACE_SPAN_MM);
  texture.rotation = (createRandom(room.surface.seed).int(0, 3) * Math.PI) / 2;
  const shiny = room.surfaceGloss > 0.35;
  const top = shiny
    ? new MeshStandardMaterial({
        map: texture,
        roughness: 0.8 - 0.6 * room.surfaceGloss,
        envMap: mirror,
        envMapIntensity: room.environmentStrength * 0.5,
      })
    : new MeshLambertMaterial({ map: texture });
  if (top instanceof MeshStandardMaterial) top.envMapRotation.set(0, 0, room.environmentTurnRad);
  const side = new MeshLambertMaterial({ color: 0x332b24 });
  const mesh = new Mesh(new BoxGeometry(w, d, 30), [side, side, side, side, top, side]);
  mesh.position.set(room.surfaceShift.x, room.surfaceShift.y, -15);
  mesh.receiveShadow = true;
  mesh.renderOrder = -1;
  return mesh;
}

function floor(room: RoomDescription): Mesh {
  const material = new MeshLambertMaterial();
  material.color.setRGB(...room.floor);
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
  for (const lamp of room.lamps) lamps.add(buildLamp(lamp, shadowPx));
  lamps.add(...darkLamps(room.lamps));
  const group = new Group();
  return group.add(sky, new AmbientLight(0xffffff, 0.02), lamps);
}

/**
 * Lamps that give no light, so that nearly every room has the same number of each kind: a shader program is compiled for its number of
 * lights, and compiling takes longer than drawing.
 */
function darkLamps(lamps: readonly LampDescription[]): (DirectionalLight | PointLight)[] {
  const plain = lamps.filter((lamp) => !lamp.castsShadow);
  const far = plain.filter((lamp) => lamp.kind === 'far').length;
  return [
    ...Array.from({ length: Math.max(0, 3 - far) }, () => new DirectionalLight(0x000000, 0)),
    ...Array.from({ length: Math.max(0, 3 - (plain.length - far)) }, () => new PointLight(0x000000, 0)),
  ];
}

function buildLamp(lamp: LampDescription, shadowPx: number): Group {
  const group = new Group();
  const colour = new Color().setRGB(...lamp.colour);
  const distance = Math.hypot(lamp.x, lamp.y, lamp.z);
  // So that a white sheet in the middle has the lamp's strength: the sheet is lit by strength·π, less for slanting light.
  const irradiance = (Math.PI * WHITE * lamp.strength * distance) / lamp.z;
  const light =
    lamp.kind === 'far'
      ? new DirectionalLight(colour, irradiance)
      : lamp.castsShadow
        ? new SpotLight(colour, irradiance * distance ** 2, 0, Math.min(1.3, Math.atan(950 / distance) + 0.25), 0.4, 2)
        : new PointLight(colour, irradiance * distance ** 2, 0, 2);
  light.position.set(lamp.x, lamp.y, lamp.z);
  group.add(light);
  if (light instanceof PointLight) return group;
  group.add(light.target);
  if (!lamp.castsShadow) return group;
  light.castShadow = true;
  light.shadow.mapSize.set(shadowPx, shadowPx);
  light.shadow.radius = lamp.softness;
  light.shadow.bias = -0.0006;
  light.shadow.normalBias = 0.6;
  if (light instanceof DirectionalLight) {
    const camera = light.shadow.camera as OrthographicCamera;
    camera.left = camera.bottom = -720;
    camera.right = camera.top = 720;
  }
  light.shadow.camera.near = Math.max(50, distance - 1100);
  light.shadow.camera.far = distance + 1100;
  return group;
}

/** What a camera sees beyond the floor. */
export function backdrop(room: RoomDescription): Color {
  return new Color().setRGB(...room.sky).multiplyScalar(0.35);
}

/** For things that only hide others when what is seen of the bases is counted. */
export function flatMaterial(colour: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color: colour, toneMapped: false });
}
