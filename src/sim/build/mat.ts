import {
  CanvasTexture,
  ExtrudeGeometry,
  Group,
  LinearMipmapLinearFilter,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  Shape,
  ShapeGeometry,
  SRGBColorSpace,
  type Texture,
} from 'three';
import { matCanvas } from '../look/mat-art.js';
import type { MatDescription, RoomDescription } from '../table-description.js';

/** The mat: printed top at z = 0, plain edge down to the table. */
export function buildMat(mat: MatDescription, room: RoomDescription, mirror: Texture, canvasPx: number, plain: boolean): Group {
  const texture = new CanvasTexture(matCanvas(mat, canvasPx, plain));
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  texture.minFilter = LinearMipmapLinearFilter;
  const shape = roundedShape(mat);
  const top = new ShapeGeometry(shape, 4);
  const uv = top.getAttribute('uv');
  const position = top.getAttribute('position');
  for (let i = 0; i < uv.count; i++) uv.setXY(i, position.getX(i) / mat.widthMm, position.getY(i) / mat.depthMm);
  const topMesh = new Mesh(top, matMaterial(mat, room, mirror, texture));
  const side = new MeshLambertMaterial();
  side.color.setRGB(...mat.edge);
  const sideMesh = new Mesh(new ExtrudeGeometry(shape, { depth: mat.thicknessMm, bevelEnabled: false, curveSegments: 4 }), side);
  sideMesh.position.z = -mat.thicknessMm - 0.02;
  const group = new Group();
  group.add(sideMesh, topMesh);
  for (const mesh of [sideMesh, topMesh]) {
    mesh.receiveShadow = true;
    mesh.renderOrder = -2;
  }
  sideMesh.castShadow = true;
  return group;
}

/** Cloth needs no mirror; vinyl and rubber with a sheen mirror the windows. */
function matMaterial(mat: MatDescription, room: RoomDescription, mirror: Texture, map: Texture): Material {
  if (mat.gloss === 0) return new MeshLambertMaterial({ map });
  const material = new MeshStandardMaterial({
    map,
    roughness: 0.75 - 0.5 * mat.gloss,
    envMap: mirror,
    envMapIntensity: room.environmentStrength * 0.5,
  });
  material.envMapRotation.set(0, 0, room.environmentTurnRad);
  return material;
}

function roundedShape({ widthMm: w, depthMm: d, cornerRadiusMm: r }: MatDescription): Shape {
  const shape = new Shape();
  if (r === 0) return shape.moveTo(0, 0).lineTo(w, 0).lineTo(w, d).lineTo(0, d).closePath() as unknown as Shape;
  shape.moveTo(r, 0);
  shape.lineTo(w - r, 0);
  shape.absarc(w - r, r, r, -Math.PI / 2, 0, false);
  shape.lineTo(w, d - r);
  shape.absarc(w - r, d - r, r, 0, Math.PI / 2, false);
  shape.lineTo(r, d);
  shape.absarc(r, d - r, r, Math.PI / 2, Math.PI, false);
  shape.lineTo(0, r);
  shape.absarc(r, r, r, Math.PI, 1.5 * Math.PI, false);
  return shape;
}
