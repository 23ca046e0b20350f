import { CustomBlending, DoubleSide, FrontSide, MeshStandardMaterial, OneFactor, OneMinusSrcAlphaFactor, type Texture } from 'three';
import type { PlasticDescription } from '../table-description.js';

/**
 * Plastic whose vertices carry colour and opacity. For the clear kinds the mirrored room is added at full strength whatever the opacity:
 * glass is seen by what it mirrors. True transmission would cost a second pass over the whole scene.
 */
export function plasticMaterial(
  plastic: PlasticDescription,
  room: Texture,
  roomTurnRad: number,
  roomStrength: number,
): MeshStandardMaterial {
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
