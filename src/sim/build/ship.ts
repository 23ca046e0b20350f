import {
  BoxGeometry,
  BufferAttribute,
  CanvasTexture,
  CustomBlending,
  CylinderGeometry,
  DoubleSide,
  FrontSide,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
  PlaneGeometry,
  SRGBColorSpace,
  type Texture,
} from 'three';
import { tileCanvas } from '../look/tile-art.js';
import { createRandom } from '../random.js';
import type { BaseProfile, PlasticDescription, RoomDescription, ShipDescription } from '../table-description.js';
import { baseBodyGeometry } from './base-body.js';
import { createFacets, type Rgba } from './facets.js';
import { miniatureMesh } from './miniature.js';
import { contactShade } from './shade.js';

export interface ShipContext {
  readonly room: RoomDescription;
  readonly mirror: Texture;
  /** Canvas pixels to a millimetre of tile. */
  readonly tilePxPerMm: number;
}

/** One ship: base, tile, peg, miniature. `userData.base` marks what belongs to the base, for the share of it that is seen. */
export function buildShip(ship: ShipDescription, context: ShipContext): Group {
  const { profile } = ship;
  const group = new Group();
  const glass = plasticMaterial(ship.plastic, context.mirror, context.room.environmentTurnRad, context.room.environmentStrength);
  const body = new Mesh(baseBodyGeometry(profile, ship.plastic), glass);
  body.castShadow = ship.plastic.opacity >= 1;
  body.receiveShadow = true;
  body.renderOrder = 4;
  body.userData.base = true;
  group.add(body, ...footShades(ship, profile), tileMesh(ship, profile, context));
  const tileTop = profile.floorMm + profile.tileThicknessMm;
  if (ship.turret !== undefined) group.add(turretMesh(ship.turret, tileTop + 1.2));
  if (ship.pegHeightMm > 0) group.add(pegMesh(ship, profile, glass, tileTop));
  if (ship.miniature !== undefined) group.add(miniatureMesh(ship.miniature, context));
  placeShip(group, ship);
  return group;
}

/** Moves a built ship; heading in degrees, clockwise from +y. */
export function placeShip(group: Group, pose: { readonly x: number; readonly y: number; readonly headingDeg: number }): void {
  group.position.set(pose.x, pose.y, 0);
  group.rotation.z = (-pose.headingDeg * Math.PI) / 180;
}

/** Under the tile no light arrives; under the clear rails a little less. */
function footShades(ship: ShipDescription, profile: BaseProfile): Mesh[] {
  const around = contactShade(profile.halfMm, profile.halfMm);
  if (ship.plastic.opacity >= 1) return [around];
  const plane = (halfX: number, halfY: number, opacity: number) => {
    const mesh = new Mesh(
      new PlaneGeometry(2 * halfX, 2 * halfY),
      new MeshBasicMaterial({ color: 0x000000, transparent: true, opacity, depthWrite: false }),
    );
    mesh.position.z = 0.1;
    mesh.renderOrder = 3;
    mesh.userData.base = true;
    return mesh;
  };
  return [
    around,
    plane(profile.halfMm, profile.halfMm, ship.plastic.footShade),
    plane(profile.tileHalfWidthMm, profile.tileHalfLengthMm, 0.55),
  ];
}

function tileMesh(ship: ShipDescription, profile: BaseProfile, context: ShipContext): Mesh {
  const texture = new CanvasTexture(tileCanvas(ship.tile, ship.base, profile, context.tilePxPerMm));
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  const top = new MeshStandardMaterial({
    map: texture,
    roughness: 0.85 - 0.65 * ship.tile.gloss,
    envMap: context.mirror,
    envMapIntensity: context.room.environmentStrength * (0.3 + 0.7 * ship.tile.gloss),
  });
  top.envMapRotation.set(0, 0, context.room.environmentTurnRad);
  const side = new MeshBasicMaterial();
  side.color.setRGB(...ship.tile.edge).multiplyScalar(0.4);
  const geometry = new BoxGeometry(2 * profile.tileHalfWidthMm, 2 * profile.tileHalfLengthMm, profile.tileThicknessMm);
  const materials: Material[] = [side, side, side, side, top, side];
  const mesh = new Mesh(geometry, materials);
  mesh.position.set(ship.tile.shiftX, ship.tile.shiftY, profile.floorMm + profile.tileThicknessMm / 2);
  mesh.rotation.z = (-ship.tile.turnDeg * Math.PI) / 180;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.userData.base = true;
  return mesh;
}

/** The clear peg: a wide foot in the tile's hole, then the thin rod. */
function pegMesh(ship: ShipDescription, profile: BaseProfile, glass: Material, tileTop: number): Group {
  const group = new Group();
  const add = (radius: number, from: number, to: number) => {
    const geometry = new CylinderGeometry(radius, radius * 1.06, to - from, 9, 1, true);
    geometry.rotateX(Math.PI / 2);
    geometry.translate(0, 0, (from + to) / 2);
    streak(geometry, ship);
    const mesh = new Mesh(geometry, glass);
    mesh.renderOrder = 5;
    mesh.castShadow = ship.plastic.opacity > 0.3;
    group.add(mesh);
  };
  add(profile.pegHoleMm * 0.42, tileTop, tileTop + 2.5);
  add(ship.pegWidthMm * 0.95, tileTop + 2.5, Math.min(tileTop + 9, ship.pegHeightMm));
  add(ship.pegWidthMm / 2, Math.min(tileTop + 9, ship.pegHeightMm - 1), ship.pegHeightMm);
  return group;
}

/** Bright and dark streaks down the rod. */
function streak(geometry: CylinderGeometry, ship: ShipDescription): void {
  const random = createRandom(ship.plastic.seed + 7);
  const count = geometry.getAttribute('position').count;
  const colours = new Float32Array(4 * count);
  const columns = count / 2;
  for (let i = 0; i < columns; i++) {
    const bright = random.next() ** 2;
    const [r, g, b] = ship.plastic.colour;
    const alpha = Math.min(1, Math.max(ship.plastic.opacity, 0.12) + 0.6 * bright * ship.plastic.edgeStrength);
    for (const k of [i, i + columns]) colours.set([r * (0.5 + bright), g * (0.5 + bright), b * (0.5 + bright), alpha], 4 * k);
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 4));
}

/** The cardboard ring that shows where a turret points. */
function turretMesh(turret: NonNullable<ShipDescription['turret']>, z: number): Mesh {
  const random = createRandom(turret.seed);
  const facets = createFacets();
  const v = random.range(0.005, 0.08);
  const ground: Rgba = [v, v, v, 1];
  const arrow: Rgba = [random.range(0.05, 0.8), random.range(0.05, 0.6), random.range(0.02, 0.3), 1];
  const edge: Rgba = [0.3, 0.29, 0.27, 1];
  const at = (deg: number, r: number): [number, number] => [r * Math.sin((deg * Math.PI) / 180), r * Math.cos((deg * Math.PI) / 180)];
  const radius = turret.radiusMm;
  for (let deg = 0; deg < 360; deg += 15) {
    const reach = (d: number) => radius * (Math.abs(d > 180 ? d - 360 : d) < 20 ? 1.22 : 1);
    const colour = deg >= 315 || deg < 45 ? arrow : ground;
    const [ax, ay] = at(deg, reach(deg));
    const [bx, by] = at(deg + 15, reach(deg + 15));
    const [cx, cy] = at(deg, 5.5);
    const [dx, dy] = at(deg + 15, 5.5);
    facets.quad([dx, dy, 0], [cx, cy, 0], [ax, ay, 0], [bx, by, 0], colour);
    facets.quad([bx, by, -1.2], [ax, ay, -1.2], [ax, ay, 0], [bx, by, 0], edge);
  }
  const material = new MeshLambertMaterial({ vertexColors: true });
  const mesh = new Mesh(facets.geometry(), material);
  mesh.position.z = z;
  mesh.rotation.z = (-turret.turnDeg * Math.PI) / 180;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/**
 * Plastic whose vertices carry colour and opacity. For the clear kinds the mirrored room is added at full strength whatever the opacity:
 * glass is seen by what it mirrors. True transmission would cost a second pass over the whole scene.
 */
function plasticMaterial(plastic: PlasticDescription, room: Texture, roomTurnRad: number, roomStrength: number): MeshStandardMaterial {
  const opaque = plastic.opacity >= 1;
  const material = new MeshStandardMaterial({
    vertexColors: true,
    roughness: plastic.roughness,
    metalness: 0,
    envMap: room,
    envMapIntensity: roomStrength,
    side: opaque ? FrontSide : DoubleSide,
  });
  material.envMapRotation.set(0, 0, roomTurnRad);
  if (!opaque) makeGlassy(material);
  return material;
}

function makeGlassy(material: MeshStandardMaterial): void {
  material.transparent = true;
  material.depthWrite = false;
  material.blending = CustomBlending;
  material.blendSrc = OneFactor;
  material.blendDst = OneMinusSrcAlphaFactor;
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      'gl_FragColor = vec4(totalDiffuse * diffuseColor.a + totalSpecular, diffuseColor.a);',
    );
  };
  material.customProgramCacheKey = () => 'glassy';
}
