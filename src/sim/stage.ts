import {
  type Group,
  type Material,
  Mesh,
  PCFShadowMap,
  PerspectiveCamera,
  RGBFormat,
  Scene,
  ShaderMaterial,
  type Texture,
  UnsignedInt101111Type,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { buildClutter } from './build/clutter.js';
import { createRooms } from './build/environment.js';
import { createGroundLight } from './build/ground-light.js';
import { buildMat } from './build/mat.js';
import { buildObstacle } from './build/obstacles.js';
import { backdrop, buildLights, buildMark, buildSurroundings } from './build/room.js';
import { buildShip } from './build/ship.js';
import { createLensPass, type LensPass } from './lens-pass.js';
import { type Pinhole, pinholeFor, pinholeMatrices } from './pinhole.js';
import type { ShipDescription, TableDescription } from './table-description.js';
import { visibleFractions } from './visible-fraction.js';

export interface StageQuality {
  /** Canvas pixels along the mat. */
  readonly matPx: number;
  readonly tilePxPerMm: number;
  readonly shadowPx: number;
  /** Pinhole pixels to one picture pixel. */
  readonly scale: number;
}

/** Nothing on a table comes nearer to a camera than this, and the floor ends before the other. */
const NEAR_MM = 120;
const FAR_MM = 9000;

export const QUALITY: StageQuality = { matPx: 1536, tilePxPerMm: 6, shadowPx: 1536, scale: 1 };

/** One renderer, kept for many tables. */
export interface Stage {
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  set(table: TableDescription): Setting;
  dispose(): void;
}

/** One table set up on the stage. */
export interface Setting {
  readonly ships: ReadonlyMap<string, Group>;
  /** Draws the picture to the canvas; the sensor's noise follows `frame`. The camera may stand elsewhere, its lens is the one of `set`. */
  draw(table: TableDescription, frame: number): void;
  visibleFractions(table: TableDescription): number[];
  dispose(): void;
}

export function createStage(canvas: HTMLCanvasElement | OffscreenCanvas, quality: StageQuality = QUALITY): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: false, alpha: false, depth: false, stencil: false, preserveDrawingBuffer: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false;
  const rooms = createRooms(renderer);
  const lens = createLensPass(renderer);
  return {
    canvas,
    set: (table) => setTable(renderer, rooms.mirrorOf(table.room.environment), lens, table, quality),
    dispose: () => {
      rooms.dispose();
      lens.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

function setTable(renderer: WebGLRenderer, mirror: Texture, lens: LensPass, table: TableDescription, quality: StageQuality): Setting {
  const scene = new Scene();
  scene.background = backdrop(table.room);
  const context = { room: table.room, mirror, tilePxPerMm: quality.tilePxPerMm };
  const groups = new Map<string, Group>();
  for (const ship of table.ships) groups.set(ship.id, buildShip(ship, context));
  const light = createGroundLight(table.room, table.mat, mirror);
  const mat = buildMat(table.mat, light, quality.matPx, table.split === 'demo');
  const surroundings = buildSurroundings(table.room, table.mat, light, table.split === 'demo');
  for (const group of [mat, surroundings]) markUnseen(group);
  scene.add(mat, surroundings, buildLights(table.room, table.mat, quality.shadowPx), ...groups.values(), ...light.meshes);
  for (const obstacle of table.obstacles) scene.add(buildObstacle(obstacle));
  for (const item of table.clutter) scene.add(buildClutter(item, table.mat, mirror));
  for (const mark of table.marks ?? []) scene.add(buildMark(mark));
  const pinhole = pinholeFor(table.camera, quality.scale);
  const view = new PerspectiveCamera();
  view.matrixAutoUpdate = false;
  place(view, table.camera, pinhole);
  // Small floats: linear light, highlights far beyond white, and a quarter cheaper to draw than 8-bit sRGB.
  const target = new WebGLRenderTarget(pinhole.widthPx, pinhole.heightPx, {
    samples: 4,
    format: RGBFormat,
    type: UnsignedInt101111Type,
  });
  renderer.setSize(table.camera.widthPx, table.camera.heightPx, false);
  let drawnShips: readonly ShipDescription[] | undefined;
  let drawnCamera = table.camera;
  const drawScene = () => {
    updateShadows(renderer, scene, view);
    light.bake(renderer, scene, view);
    renderer.setRenderTarget(target);
    renderer.render(scene, view);
  };
  const countable = (ships: readonly ShipDescription[]) => ships.map((ship) => ({ ship, group: groups.get(ship.id)! }));
  return {
    ships: groups,
    draw: (now, frame) => {
      if (now.camera !== drawnCamera) place(view, now.camera, pinhole);
      // On a still table, seen from one place, only the sensor's noise is new.
      if (now.ships !== drawnShips || now.camera !== drawnCamera) drawScene();
      drawnShips = now.ships;
      drawnCamera = now.camera;
      renderer.setRenderTarget(null);
      lens.draw(target.texture, pinhole, now.camera, now.picture, now.seed, frame);
    },
    visibleFractions: (now) => {
      return visibleFractions(renderer, scene, view, now.camera, pinhole, countable(now.ships));
    },
    dispose: () => {
      disposeScene(scene);
      light.dispose();
      target.dispose();
    },
  };
}

/** Shadow maps are drawn with a picture of a few pixels, before the ground's light that needs them. */
function updateShadows(renderer: WebGLRenderer, scene: Scene, view: PerspectiveCamera): void {
  const tiny = new WebGLRenderTarget(4, 4);
  renderer.setRenderTarget(tiny);
  renderer.shadowMap.needsUpdate = true;
  renderer.render(scene, view);
  tiny.dispose();
}

function place(view: PerspectiveCamera, camera: TableDescription['camera'], pinhole: Pinhole): void {
  const matrices = pinholeMatrices(camera, pinhole, NEAR_MM, FAR_MM);
  view.matrix.copy(matrices.view).invert();
  view.matrixWorldInverse.copy(matrices.view);
  view.projectionMatrix.copy(matrices.projection);
  view.projectionMatrixInverse.copy(matrices.projection).invert();
  view.updateMatrixWorld(true);
}

/** The mat and the table hide no base: they need not be drawn when pixels are counted. */
function markUnseen(group: Group): void {
  group.traverse((object) => {
    object.userData.unseen = true;
  });
}

/**
 * Frees what a table put on the graphics card: shapes, textures and shadows. Materials are left to the garbage collector on purpose: disposing
 * of the last one of its kind would throw its compiled program away, and compiling takes longer than drawing. There are only some dozens of
 * different programs.
 */
function disposeScene(scene: Scene): void {
  scene.traverse((object) => {
    if (object instanceof Mesh) {
      object.geometry.dispose();
      for (const material of Array.isArray(object.material) ? object.material : [object.material]) {
        if (object.userData.keepTexture !== true) mapOf(material)?.dispose();
      }
    }
    const shadow = (object as { shadow?: { dispose(): void } }).shadow;
    shadow?.dispose();
  });
}

function mapOf(material: Material): Texture | null | undefined {
  if (material instanceof ShaderMaterial) return (material.uniforms.map as { value: Texture } | undefined)?.value;
  return (material as { map?: Texture | null }).map;
}
