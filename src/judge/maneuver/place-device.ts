import type { Point } from '../../geometry/point.js';
import { type Pose, tableFromPiece, wrapRad } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { halfSideMm } from '../../pieces/bases.js';
import { NOMINAL, type PhysicalSet } from '../../pieces/dimensions.js';
import { type DeviceToken, deviceToken, placedOutline } from '../../pieces/obstacles.js';
import { type TemplateKind, template as templateOf } from '../../pieces/templates.js';
import { type Bend, guidedPath, templateEnd } from './guided-path.js';
import { outlineGapMm, type PlacedBase } from './placed-base.js';

/** The way a device leaves a ship: dropped with the template at the rear guides, or launched with it at the front guides (RR device). */
export interface DevicePlacement {
  readonly way: 'drop' | 'launch';
  readonly template: TemplateKind;
  readonly speed: number;
  /** Side of the pilot to which a curved template bends. */
  readonly side: 'straight' | 'left' | 'right';
  readonly physical?: PhysicalSet;
}

/** A device as it lies on the table, mm. */
export interface PlacedDevice {
  readonly pose: Pose;
  readonly outline: readonly Point[];
}

/**
 * Offset of the side tokens of a cluster mine: to the sides of the central one, and farther from the ship (VASSAL BombSpawner.java), mm.
 */
const CLUSTER = { asideMm: 40, fartherMm: 1.2 } as const;

/**
 * Places a device (by its id, see pieces/obstacles.ts) with its guide slot on the far end of the template; the slot's side of the token
 * looks back along the template. A cluster mine is three tokens. Throws on an unknown device or one whose slot no source describes.
 */
export function placeDevice(ship: PlacedBase, deviceId: string, placement: DevicePlacement): readonly PlacedDevice[] {
  const token = deviceToken(deviceId);
  const end = placementEnd(ship, placement);
  const centre = placeBeyond(end, token, 0, 0);
  if (deviceId !== 'clustermine') return [centre];
  const beside = deviceToken('clustermineside');
  const { asideMm, fartherMm } = CLUSTER;
  const sideways = (rightMm: number) => placeBeyond(end, { ...beside, ...slotOf(token) }, rightMm, fartherMm);
  return [centre, sideways(-asideMm), sideways(asideMm)];
}

/** Middle of the template's far end, heading away from the ship. */
function placementEnd({ base, pose }: PlacedBase, { way, template, speed, side, physical = NOMINAL }: DevicePlacement): Pose {
  if ((template === 'straight') !== (side === 'straight')) throw new Error(`Device placement: got a ${template} template to the ${side}`);
  const turned = side === 'straight' ? 0 : side === 'right' ? 1 : -1;
  // Behind the ship the pilot's left is to the right of the way.
  const bend = (way === 'drop' ? -turned : turned) as Bend;
  const headingRad = pose.headingRad + (way === 'drop' ? Math.PI : 0);
  return templateEnd(guidedPath({ ...pose, headingRad }, 2 * halfSideMm(base), templateOf(template, speed, physical), bend));
}

function slotOf({ centreBeyondTemplateEndMm }: DeviceToken): Pick<DeviceToken, 'centreBeyondTemplateEndMm'> {
  return centreBeyondTemplateEndMm === undefined ? {} : { centreBeyondTemplateEndMm };
}

function placeBeyond(end: Pose, token: DeviceToken, rightMm: number, fartherMm: number): PlacedDevice {
  const beyondMm = token.centreBeyondTemplateEndMm;
  if (beyondMm === undefined) throw new Error(`Device '${token.xws}': no source says where its slot is; place it by hand`);
  const centre = tableFromPiece(end, { x: rightMm, y: beyondMm + fartherMm });
  const pose = { ...centre, headingRad: wrapRad(end.headingRad + Math.PI) };
  return { pose, outline: placedOutline(token, pose) };
}

/** Ships whose bases a placed device touches or is under: a mine goes off at once. */
export function shipsOn<T extends PlacedBase>({ outline }: PlacedDevice, ships: readonly T[]): readonly T[] {
  return ships.filter((ship) => outlineGapMm(ship, outline) <= ROUNDING_MM);
}
