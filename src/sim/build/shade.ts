import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { makeCanvas } from '../look/canvas.js';

let kept: CanvasTexture<OffscreenCanvas> | undefined;

/** The soft dark rim where something stands on the mat: no lamp reaches there. Half size in mm. */
export function contactShade(halfWidthMm: number, halfLengthMm: number): Mesh {
  kept ??= shadeTexture();
  const geometry = new PlaneGeometry(2 * halfWidthMm * SPREAD, 2 * halfLengthMm * SPREAD);
  const material = new MeshBasicMaterial({ map: kept, transparent: true, opacity: STRENGTH, depthWrite: false, toneMapped: false });
  material.polygonOffset = true;
  material.polygonOffsetFactor = -2;
  material.polygonOffsetUnits = -4;
  const mesh = new Mesh(geometry, material);
  mesh.position.z = 0.05;
  mesh.renderOrder = 2;
  mesh.userData.keepTexture = true;
  return mesh;
}

const STRENGTH = 0.35;
/** The shade reaches this much beyond the thing itself. */
const SPREAD = 1.25;

function shadeTexture(): CanvasTexture<OffscreenCanvas> {
  const size = 128;
  const { canvas, paint } = makeCanvas(size, size);
  const image = paint.createImageData(size, size);
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i++) {
      const dx = Math.max(0, Math.abs((2 * (x + 0.5)) / size - 1) * SPREAD - 0.97);
      const dy = Math.max(0, Math.abs((2 * (y + 0.5)) / size - 1) * SPREAD - 0.97);
      const fall = Math.max(0, 1 - Math.hypot(dx, dy) / 0.26);
      image.data[4 * i + 3] = 255 * fall * fall;
    }
  }
  paint.putImageData(image, 0, 0);
  return new CanvasTexture(canvas);
}
