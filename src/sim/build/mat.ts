import {
  CanvasTexture,
  ExtrudeGeometry,
  Group,
  LinearMipmapLinearFilter,
  Mesh,
  MeshLambertMaterial,
  Shape,
  ShapeGeometry,
  SRGBColorSpace,
} from 'three';
import { matCanvas } from '../look/mat-art.js';
import type { MatDescription } from '../table-description.js';
import { type GroundLight, groundMaterial } from './ground-light.js';

const LID_DROP_MM = 0.4;

/** The mat: printed top at z = 0, plain edge down to the table. */
export function buildMat(mat: MatDescription, light: GroundLight, canvasPx: number, plain: boolean): Group {
  const texture = new CanvasTexture(matCanvas(mat, canvasPx, plain));
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 2;
  texture.minFilter = LinearMipmapLinearFilter;
  const shape = roundedShape(mat);
  const top = new ShapeGeometry(shape, 4);
  const uv = top.getAttribute('uv');
  const position = top.getAttribute('position');
  for (let i = 0; i < uv.count; i++) uv.setXY(i, position.getX(i) / mat.widthMm, position.getY(i) / mat.depthMm);
  const topMesh = new Mesh(top, groundMaterial(texture, light));
  const side = new MeshLambertMaterial();
  side.color.setRGB(...mat.edge);
  // The edge's own lid lies well below the print: closer, the two would flicker through each other far from the camera.
  const depth = mat.thicknessMm - LID_DROP_MM;
  const sideMesh = new Mesh(new ExtrudeGeometry(shape, { depth, bevelEnabled: false, curveSegments: 4 }), side);
  sideMesh.position.z = -mat.thicknessMm;
  const group = new Group();
  group.add(sideMesh, topMesh);
  for (const mesh of [sideMesh, topMesh]) {
    mesh.renderOrder = -2;
  }
  return group;
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
