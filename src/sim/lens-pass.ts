import {
  Camera as AnyCamera,
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  LinearFilter,
  Mesh,
  RepeatWrapping,
  RGBAFormat,
  ShaderMaterial,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
} from 'three';
import type { Camera } from '../geometry/camera.js';
import { WHITE } from './build/room.js';
import { directionOfPixel, type Pinhole } from './pinhole.js';
import { createRandom } from './random.js';
import type { PictureDescription } from './table-description.js';

/** At most this many samples make one pixel: the blur's ring and the sharpening's. */
const MAX_TAPS = 13;
/** From frame to frame the noise is taken this far along in its texture: multiples of these never come near each other (the plastic number's sequence). */
const NOISE_STEP = [0.7548776662466927, 0.5698402909980532] as const;
/** Between grid points the lens is taken as straight; at 8 px the error stays below 0.01 px. */
const GRID_PX = 8;

/** Sees the pinhole picture through lens, sensor and developer, and draws it to the renderer's current target. */
export interface LensPass {
  /** `seed` is the sensor's; its noise is another in each `frame`. */
  draw(source: Texture, pinhole: Pinhole, camera: Camera, picture: PictureDescription, seed: number, frame: number): void;
  dispose(): void;
}

export function createLensPass(renderer: WebGLRenderer): LensPass {
  const noise = noiseTexture();
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    depthTest: false,
    depthWrite: false,
    uniforms: createUniforms(noise),
  });
  const anyCamera = new AnyCamera();
  return {
    draw: (source, pinhole, camera, picture, seed, frame) => {
      const geometry = lensGrid(camera, pinhole);
      setUniforms(material, source, pinhole, camera, picture, seed, frame);
      const mesh = new Mesh(geometry, material);
      mesh.frustumCulled = false;
      renderer.render(mesh, anyCamera);
      geometry.dispose();
    },
    dispose: () => {
      noise.dispose();
      material.dispose();
    },
  };
}

/** A grid over the picture that knows at each point where in the pinhole picture the lens looks. */
function lensGrid(camera: Camera, pinhole: Pinhole): BufferGeometry {
  const columns = Math.ceil(camera.widthPx / GRID_PX);
  const rows = Math.ceil(camera.heightPx / GRID_PX);
  const position = new Float32Array(3 * (columns + 1) * (rows + 1));
  const uv = new Float32Array(2 * (columns + 1) * (rows + 1));
  for (let j = 0, i = 0; j <= rows; j++) {
    for (let k = 0; k <= columns; k++, i++) {
      // Pixel (0, 0) has its centre half a pixel inside the corner.
      const u = (k / columns) * camera.widthPx - 0.5;
      const v = (j / rows) * camera.heightPx - 0.5;
      const d = directionOfPixel(camera, { u, v });
      position.set([(2 * k) / columns - 1, 1 - (2 * j) / rows, 0], 3 * i);
      uv.set([(d.x - pinhole.minX) / (pinhole.maxX - pinhole.minX), 1 - (d.y - pinhole.minY) / (pinhole.maxY - pinhole.minY)], 2 * i);
    }
  }
  const index = new Uint32Array(6 * columns * rows);
  for (let j = 0, i = 0; j < rows; j++) {
    for (let k = 0; k < columns; k++, i += 6) {
      const a = j * (columns + 1) + k;
      const b = a + columns + 1;
      index.set([a, b, a + 1, b, b + 1, a + 1], i);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

function createUniforms(noise: Texture) {
  return {
    source: { value: null as Texture | null },
    noise: { value: noise },
    taps: { value: Array.from({ length: MAX_TAPS }, () => new Vector3()) },
    tapCount: { value: 1 },
    gain: { value: new Vector3() },
    tone: { value: new Vector4() },
    grain: { value: new Vector4() },
    noiseScale: { value: 1 },
    size: { value: new Vector2() },
    leans: { value: Array.from({ length: MAX_TAPS }, () => new Vector2()) },
  };
}

function setUniforms(
  material: ShaderMaterial,
  source: Texture,
  pinhole: Pinhole,
  camera: Camera,
  picture: PictureDescription,
  seed: number,
  frame: number,
): void {
  const u = material.uniforms as ReturnType<typeof createUniforms>;
  const random = createRandom(`sensor ${seed}`);
  u.source.value = source;
  const taps = lensTaps(picture);
  const uPerPx = 1 / (camera.fx * (pinhole.maxX - pinhole.minX));
  const vPerPx = 1 / (camera.fy * (pinhole.maxY - pinhole.minY));
  const spread = taps.reduce((sum, tap) => sum + (tap.weight * (tap.du ** 2 + tap.dv ** 2)) / 2, 0);
  // At the corner of the picture, where the place from the middle is about 0.5, the colours part by fringePx.
  const lean = spread > 0.01 ? (2 * picture.fringePx) / Math.max(0.06, spread) : 0;
  u.tapCount.value = taps.length;
  taps.forEach((tap, i) => {
    u.taps.value[i]!.set(tap.du * uPerPx, -tap.dv * vPerPx, tap.weight);
    u.leans.value[i]!.set(tap.du * lean, -tap.dv * lean);
  });
  const exposure = (0.8 / WHITE) * picture.exposure;
  u.gain.value.set(exposure * picture.balance[0], exposure * picture.balance[1], exposure * picture.balance[2]);
  u.tone.value.set(picture.contrast, picture.saturation, picture.vignette, picture.haze);
  const place = NOISE_STEP.map((step) => (random.next() + step * frame) % 1);
  u.grain.value.set(picture.shotNoise, picture.readNoise, place[0]!, place[1]!);
  // Below one, neighbouring pixels share their noise, as after demosaicing and denoising.
  u.noiseScale.value = random.range(0.45, 1);
  u.size.value.set(camera.widthPx, camera.heightPx);
}

interface Tap {
  readonly du: number;
  readonly dv: number;
  readonly weight: number;
}

/**
 * A few samples whose spread is the wished blur, drawn out along the motion, less a wider ring that sharpens. Every sample costs as much
 * as drawing the tables does per pixel, so a light blur, or none but the lens's shift of colours, makes do with four.
 */
function lensTaps(picture: PictureDescription): Tap[] {
  // Enlarging the pinhole picture alone blurs by about 0.35 px.
  const extra = Math.sqrt(Math.max(0, picture.blurPx ** 2 - 0.35 ** 2));
  const motion = Math.hypot(picture.motionPx.du, picture.motionPx.dv);
  const taps: Tap[] = [];
  if (extra < 0.25 && motion < 0.3 && picture.fringePx === 0) taps.push({ du: 0, dv: 0, weight: 1 });
  else if (extra < 0.8 && motion < 1) taps.push(...ring(picture, 4, Math.SQRT2 * Math.max(0.25, extra), 1, 0.5));
  else taps.push({ du: 0, dv: 0, weight: 0.25 }, ...ring(picture, 8, 1.633 * extra, 0.75, 0.5));
  if (picture.sharpen > 0) {
    for (const [i, tap] of taps.entries()) taps[i] = { ...tap, weight: tap.weight * (1 + picture.sharpen) };
    taps.push(...ring(picture, 4, 1.4 + extra, -picture.sharpen, 0));
  }
  return taps;
}

function ring(picture: PictureDescription, count: number, radius: number, weight: number, turn: number): Tap[] {
  return Array.from({ length: count }, (_, i) => {
    const a = ((i + turn) / count) * 2 * Math.PI;
    const along = ((i * 3) % count) / (count - 1) - 0.5;
    return {
      du: radius * Math.cos(a) + along * picture.motionPx.du,
      dv: radius * Math.sin(a) + along * picture.motionPx.dv,
      weight: weight / count,
    };
  });
}

/** Independent normal noise in four channels: 0.5 is zero noise, 1/6 is one standard deviation. */
function noiseTexture(): DataTexture {
  const size = 512;
  const random = createRandom('sensor');
  const data = new Uint8Array(4 * size * size);
  for (let i = 0; i < data.length; i++) data[i] = Math.round(255 * Math.min(1, Math.max(0, 0.5 + random.normal(1 / 6))));
  const texture = new DataTexture(data, size, size, RGBAFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

const VERTEX = /* glsl */ `
varying vec2 place;
void main() {
  place = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

const FRAGMENT = /* glsl */ `
varying vec2 place;
uniform sampler2D source;
uniform sampler2D noise;
uniform vec3 taps[${MAX_TAPS}];
uniform int tapCount;
uniform vec3 gain;
uniform vec4 tone;
uniform vec4 grain;
uniform float noiseScale;
uniform vec2 size;
uniform vec2 leans[${MAX_TAPS}];
void main() {
  vec2 out01 = gl_FragCoord.xy / size - 0.5;
  vec3 light = vec3(0.0);
  for (int i = 0; i < ${MAX_TAPS}; i++) {
    if (i >= tapCount) break;
    // Red leans outwards and blue inwards by weighing the samples on either side differently: no sample more for it.
    float lean = dot(leans[i], out01);
    light += taps[i].z * vec3(1.0 + lean, 1.0, 1.0 - lean) * texture2D(source, place + taps[i].xy).rgb;
  }
  float r2 = dot(out01, out01) * 2.0;
  light = max(light, 0.0) * gain * (1.0 - tone.z * r2) + tone.w;
  vec3 n = (texture2D(noise, gl_FragCoord.xy * noiseScale / 512.0 + grain.zw).rgb - 0.5) * 6.0;
  light += n * sqrt(grain.x * grain.x * light + grain.y * grain.y) * 2.0;
  light = max(light, 0.0);
  float grey = dot(light, vec3(0.3, 0.59, 0.11));
  light = max(mix(vec3(grey), light, tone.y), 0.0);
  vec3 file = mix(light * 12.92, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light));
  file = 0.45 + (file - 0.45) * tone.x;
  // Highlights roll off towards white.
  vec3 high = 0.82 + 0.18 * (1.0 - exp(-(file - 0.82) / 0.18));
  file = mix(file, high, step(0.82, file));
  gl_FragColor = vec4(clamp(file, 0.0, 1.0), 1.0);
}`;
