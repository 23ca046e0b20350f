import {
  BufferAttribute,
  BufferGeometry,
  HalfFloatType,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type PerspectiveCamera,
  type Scene,
  ShaderMaterial,
  type Texture,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { MatDescription, RoomDescription } from '../table-description.js';

/** Bake meshes live on a layer of their own. */
export const GROUND_LAYER = 1;
/** Light is worked out for the mat and 320 mm of table around it; farther out the rim's light goes on. */
const AROUND_MM = 320;
const SIZE_PX = 800;

/**
 * The light on mat and table, computed once for each frame on a coarse grid (2 mm: lamps have no sharper shadows) instead of for each
 * pixel: red, green, blue the light a white sheet would send out, alpha what a glossy surface mirrors of lamps and windows.
 */
export interface GroundLight {
  readonly texture: Texture;
  /** x, y of the grid's corner and 1/width, 1/depth, mm. */
  readonly window: Vector4;
  readonly meshes: readonly Mesh[];
  bake(renderer: WebGLRenderer, scene: Scene, view: PerspectiveCamera): void;
  dispose(): void;
}

export function createGroundLight(room: RoomDescription, mat: MatDescription, mirror: Texture): GroundLight {
  const target = new WebGLRenderTarget(SIZE_PX, SIZE_PX, { type: HalfFloatType, depthBuffer: false });
  const width = mat.widthMm + 2 * AROUND_MM;
  const depth = mat.depthMm + 2 * AROUND_MM;
  const window = new Vector4(-AROUND_MM, -AROUND_MM, 1 / width, 1 / depth);
  const table = bakeMesh(
    -AROUND_MM,
    -AROUND_MM,
    width,
    depth,
    -mat.thicknessMm,
    bakeMaterial(room, room.surfaceGloss > 0.35 ? room.surfaceGloss : 0, mirror, window),
  );
  const cloth = bakeMesh(0, 0, mat.widthMm, mat.depthMm, 0, bakeMaterial(room, mat.gloss, mirror, window));
  table.renderOrder = -20;
  cloth.renderOrder = -19;
  return {
    texture: target.texture,
    window,
    meshes: [table, cloth],
    bake: (renderer, scene, view) => {
      const background = scene.background;
      scene.background = null;
      view.layers.set(GROUND_LAYER);
      renderer.setRenderTarget(target);
      renderer.render(scene, view);
      view.layers.set(0);
      scene.background = background;
    },
    dispose: () => target.dispose(),
  };
}

function bakeMesh(
  x: number,
  y: number,
  width: number,
  depth: number,
  z: number,
  material: MeshLambertMaterial | MeshStandardMaterial,
): Mesh {
  const geometry = new BufferGeometry();
  const position = [x, y, z, x + width, y, z, x + width, y + depth, z, x, y + depth, z];
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]), 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const mesh = new Mesh(geometry, material);
  mesh.layers.set(GROUND_LAYER);
  mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  return mesh;
}

/** White, lit and mirroring as seen from the real camera, but drawn flat onto the grid. */
function bakeMaterial(room: RoomDescription, gloss: number, mirror: Texture, window: Vector4): MeshLambertMaterial | MeshStandardMaterial {
  const shiny = gloss > 0;
  const material = shiny
    ? new MeshStandardMaterial({ roughness: 0.75 - 0.5 * gloss, envMap: mirror, envMapIntensity: room.environmentStrength * 0.6 })
    : new MeshLambertMaterial();
  if (material instanceof MeshStandardMaterial) material.envMapRotation.set(0, 0, room.environmentTurnRad);
  material.depthTest = false;
  material.depthWrite = false;
  material.onBeforeCompile = (shader) => {
    shader.uniforms.groundWindow = { value: window };
    shader.vertexShader = `uniform vec4 groundWindow;\n${shader.vertexShader}`.replace(
      '#include <project_vertex>',
      '#include <project_vertex>\ngl_Position = vec4((position.xy - groundWindow.xy) * groundWindow.zw * 2.0 - 1.0, 0.0, 1.0);',
    );
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      shiny
        ? 'gl_FragColor = vec4(totalDiffuse, dot(totalSpecular, vec3(0.33333)));'
        : 'gl_FragColor = vec4(reflectedLight.directDiffuse + reflectedLight.indirectDiffuse, 0.0);',
    );
  };
  material.customProgramCacheKey = () => `ground ${shiny}`;
  return material;
}

/** Material of mat and table under that light. */
export function groundMaterial(map: Texture, light: GroundLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { map: { value: map }, light: { value: light.texture }, lightWindow: { value: light.window } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
}

const VERTEX = /* glsl */ `
uniform vec4 lightWindow;
varying vec2 mapPlace;
varying vec2 lightPlace;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  mapPlace = uv;
  lightPlace = (world.xy - lightWindow.xy) * lightWindow.zw;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform sampler2D light;
varying vec2 mapPlace;
varying vec2 lightPlace;
void main() {
  vec4 lit = texture2D(light, lightPlace);
  gl_FragColor = vec4(texture2D(map, mapPlace).rgb * lit.rgb + lit.a, 1.0);
}`;
