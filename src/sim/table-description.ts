import type { Camera } from '../geometry/camera.js';
import type { Point, Point3 } from '../geometry/point.js';
import type { BaseSize } from '../pieces/base-size.js';
import type { TemplateKind } from '../pieces/templates.js';
import type { ObstacleKind } from '../table/table.js';

/** Looks are kept separate: those drawn for 'train' are never drawn for 'test', and the other way round. */
export type Split = 'train' | 'test' | 'demo';

/** Linear red, green, blue; 1 is a white sheet of paper. */
export type Rgb = readonly [number, number, number];

/** Everything about one simulated table and its picture, as plain data: no picture is stored, it is drawn from this. */
export interface TableDescription {
  readonly seed: number;
  readonly split: Split;
  readonly mat: MatDescription;
  readonly room: RoomDescription;
  readonly ships: readonly ShipDescription[];
  readonly obstacles: readonly ObstacleDescription[];
  readonly clutter: readonly ClutterDescription[];
  readonly camera: Camera;
  readonly picture: PictureDescription;
  readonly elevationDeg: number;
  /** Glowing balls of 6 mm radius, by which a test checks that picture and truth agree. */
  readonly marks?: readonly Point3[];
}

/** The name of a family of looks, and the seed of the one drawn from it. */
export interface Look {
  readonly family: string;
  readonly seed: number;
}

export interface MatDescription {
  readonly widthMm: number;
  readonly depthMm: number;
  readonly thicknessMm: number;
  readonly cornerRadiusMm: number;
  readonly look: Look;
  /** 0 matt cloth … 1 vinyl that mirrors the lamps. */
  readonly gloss: number;
  readonly edge: Rgb;
}

export interface RoomDescription {
  readonly surface: Look;
  /** Size of the table under the mat, and where its middle lies from the mat's middle, mm. */
  readonly surfaceWidthMm: number;
  readonly surfaceDepthMm: number;
  readonly surfaceShift: Point;
  readonly surfaceGloss: number;
  readonly floorLook: Look;
  /** Factor that dims and tints the floor's print. */
  readonly floor: Rgb;
  readonly environment: Look;
  readonly environmentTurnRad: number;
  /** Strength with which glossy things mirror the room. */
  readonly environmentStrength: number;
  readonly sky: Rgb;
  readonly ground: Rgb;
  readonly lamps: readonly LampDescription[];
}

export interface LampDescription {
  /** Its place, from the mat's middle, mm. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly colour: Rgb;
  /** Brightness of a white sheet in the mat's middle lit by this lamp alone. */
  readonly strength: number;
  readonly castsShadow: boolean;
  /** Blur of the shadow's edge, shadow-map texels. */
  readonly softness: number;
}

/** Heights and widths of a base's cross-section, mm: most are those of a fan's mesh (`base-profile.ts`), hence varied. */
export interface BaseProfile {
  readonly halfMm: number;
  /** Height of the front and rear walls. */
  readonly wallMm: number;
  readonly railTopMm: number;
  readonly floorMm: number;
  /** Distance of the rail's outer top edge inside the foot. */
  readonly leanMm: number;
  readonly railInnerMm: number;
  readonly tileHalfWidthMm: number;
  readonly tileHalfLengthMm: number;
  readonly tileThicknessMm: number;
  readonly guideReachMm: number;
  readonly guideHeightMm: number;
  readonly pegHoleMm: number;
}

export type PlasticKind = 'clear' | 'smoke' | 'tinted' | 'black' | 'coloured' | 'white';

export interface PlasticDescription {
  readonly kind: PlasticKind;
  readonly colour: Rgb;
  /** Opacity of the faces, 0…1. */
  readonly opacity: number;
  /** Strength of the broken bright lines along the edges, 0…1. */
  readonly edgeStrength: number;
  /** Share of an edge that is dark instead of bright, 0…1. */
  readonly edgeDarkness: number;
  readonly edgeWidthMm: number;
  /** Rarity of bright stretches: 1 many, 5 few and broken. */
  readonly edgeSparsity: number;
  /** Share of the edges' light that fills the faces between, 0…0.4. */
  readonly haze: number;
  readonly roughness: number;
  /** Share of light that the foot takes from the mat beneath it, 0…1. */
  readonly footShade: number;
  readonly seed: number;
}

export interface TileDescription {
  readonly look: Look;
  readonly shiftX: number;
  readonly shiftY: number;
  readonly turnDeg: number;
  readonly gloss: number;
  readonly edge: Rgb;
  /** A marker glued on the print behind the peg, to compare with; rows of modules, # is black. */
  readonly marker?: readonly string[];
}

export interface MiniatureDescription {
  readonly look: Look;
  /** Length of its longest side, mm. */
  readonly spanMm: number;
  readonly heightMm: number;
  readonly turnDeg: number;
  readonly tiltDeg: number;
  readonly gloss: number;
}

export interface ShipDescription {
  readonly id: string;
  readonly base: BaseSize;
  readonly owner: 1 | 2;
  readonly x: number;
  readonly y: number;
  readonly headingDeg: number;
  readonly plastic: PlasticDescription;
  readonly profile: BaseProfile;
  readonly tile: TileDescription;
  readonly pegHeightMm: number;
  readonly pegWidthMm: number;
  readonly miniature?: MiniatureDescription;
  /** A turret ring around the peg, pointing this way, degrees from the ship's heading. */
  readonly turret?: { readonly turnDeg: number; readonly radiusMm: number; readonly seed: number };
}

export interface ObstacleDescription {
  readonly id: string;
  readonly xws: string;
  readonly kind: ObstacleKind;
  readonly mirrored: boolean;
  readonly x: number;
  readonly y: number;
  readonly headingDeg: number;
  readonly thicknessMm: number;
  readonly look: Look;
  /** Outline on the table, mm, not closed. */
  readonly outline: readonly Point[];
}

export interface ClutterDescription {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  /** Surface on which it lies: 'mat' or 'table'. */
  readonly on: 'mat' | 'table';
  readonly headingDeg: number;
  readonly sizeMm: number;
  readonly seed: number;
  /** Details of a movement template or the range ruler. */
  readonly strip?: StripDescription;
}

export interface StripDescription {
  readonly kind: TemplateKind | 'ruler';
  readonly speed: number;
  readonly widthMm: number;
  /** Whether it lies on its other side, which makes a right one a left one. */
  readonly isMirrored: boolean;
}

/** Effects of lens, sensor and file on the light. */
export interface PictureDescription {
  readonly exposure: number;
  readonly balance: Rgb;
  readonly contrast: number;
  readonly saturation: number;
  readonly vignette: number;
  readonly shotNoise: number;
  readonly readNoise: number;
  /** Blur of the lens, standard deviation in pixels. */
  readonly blurPx: number;
  readonly motionPx: { readonly du: number; readonly dv: number };
  readonly sharpen: number;
  /** Shift of red against blue at the picture's corner, px. */
  readonly fringePx: number;
  /** Stray light added everywhere, 0…1. */
  readonly haze: number;
  readonly jpegQuality: number;
}
