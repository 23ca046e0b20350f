import { BufferAttribute, CanvasTexture, ExtrudeGeometry, Mesh, MeshLambertMaterial, Shape, SRGBColorSpace } from 'three';
import { pieceFromTable } from '../../geometry/pose.js';
import { OBSTACLE_SPAN_MM, obstacleCanvas } from '../look/piece-art.js';
import type { ObstacleDescription } from '../table-description.js';

/** A cardboard obstacle lying on the mat. */
export function buildObstacle(obstacle: ObstacleDescription): Mesh {
  const pose = { x: obstacle.x, y: obstacle.y, headingRad: (obstacle.headingDeg * Math.PI) / 180 };
  const local = obstacle.outline.map((p) => pieceFromTable(pose, p));
  const texture = new CanvasTexture(obstacleCanvas(obstacle.kind, obstacle.look, local));
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  const shape = new Shape();
  local.forEach((p, i) => {
    if (i === 0) shape.moveTo(p.x, p.y);
    else shape.lineTo(p.x, p.y);
  });
  const geometry = new ExtrudeGeometry(shape, { depth: obstacle.thicknessMm, bevelEnabled: false });
  const position = geometry.getAttribute('position');
  const uv = new Float32Array(2 * position.count);
  for (let i = 0; i < position.count; i++)
    uv.set([0.5 + position.getX(i) / OBSTACLE_SPAN_MM, 0.5 + position.getY(i) / OBSTACLE_SPAN_MM], 2 * i);
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  const side = new MeshLambertMaterial({ color: 0x8a8378 });
  const mesh = new Mesh(geometry, [new MeshLambertMaterial({ map: texture }), side]);
  mesh.position.set(obstacle.x, obstacle.y, 0);
  mesh.rotation.z = -pose.headingRad;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}
