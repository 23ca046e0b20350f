import { type Camera, tableFromPixel } from '../../../src/geometry/camera.js';
import { CORNER_SIGNS } from '../../../src/geometry/corner-signs.js';
import { fitPose } from '../../../src/geometry/fit-pose.js';
import type { Pixel, Point } from '../../../src/geometry/point.js';
import { type Pose, tableFromPiece } from '../../../src/geometry/pose.js';
import { type MarkerRows, markerPlace } from '../../../src/sim/look/tile-marker.js';
import type { ShipTruth } from '../../../src/sim/truth.js';
import { type Frame, rgbaOf } from '../../../src/vision/runtime/frame.js';
import { type ArucoCv, type Cv, type Deletable, type Mat, withMats } from '../../../src/vision/runtime/opencv.js';

/** Fewest bits, so largest modules; fifty are enough for every ship on a table. */
const DICTIONARY = 'DICT_4X4_50';
const ENLARGED = 2;
/** OpenCV's CORNER_REFINE_CONTOUR. */
const BY_CONTOUR = 2;

interface Detector extends Deletable {
  detectMarkers(image: Mat, corners: unknown, ids: Mat, rejected: unknown): void;
}

interface MarkerCv extends Omit<ArucoCv, 'aruco_DetectorParameters'> {
  readonly aruco_DetectorParameters: new () => Deletable & Record<string, number>;
  readonly aruco_ArucoDetector: new (dictionary: Deletable, parameters: Deletable, refine: Deletable) => Detector;
  getPredefinedDictionary(code: number): Deletable & {
    readonly markerSize: number;
    generateImageMarker(id: number, sidePx: number, picture: Mat, borderBits: number): void;
  };
}

const markerCv = (cv: Cv) => cv as unknown as Cv & MarkerCv;
const dictionaryOf = (cv: Cv) => markerCv(cv).getPredefinedDictionary((cv as unknown as Record<string, number>)[DICTIONARY]!);

/** The first markers of the dictionary, black border included. */
export function markerRows(cv: Cv, count: number): MarkerRows[] {
  return withMats((own) => {
    const dictionary = own(dictionaryOf(cv));
    const modules = dictionary.markerSize + 2;
    return Array.from({ length: count }, (_, id) => {
      const picture = own(new cv.Mat());
      dictionary.generateImageMarker(id, modules, picture, 1);
      const isBlack = (row: number, column: number) => picture.ucharAt(row, column) === 0;
      return Array.from({ length: modules }, (_, j) => Array.from({ length: modules }, (_, i) => (isBlack(j, i) ? '#' : '.')).join(''));
    });
  });
}

export interface SeenMarker {
  readonly id: number;
  /** Front left, front right, rear right, rear left of the marker as it lies on the tile; original picture. */
  readonly corners: readonly Pixel[];
}

/** All markers that OpenCV reads, at the setting that reads most and best: `enlarged` twice, corners refined by their contour. */
export function readMarkers(plainCv: Cv, { rgba, widthPx, heightPx }: Frame, enlarged = ENLARGED): SeenMarker[] {
  const cv = markerCv(plainCv);
  return withMats((own) => {
    const colour = own(rgbaOf(cv, { widthPx, heightPx, rgba }));
    const grey = own(new cv.Mat());
    cv.cvtColor(colour, grey, cv.COLOR_RGBA2GRAY);
    const large = own(new cv.Mat());
    cv.resize(grey, large, new cv.Size(enlarged * widthPx, enlarged * heightPx), 0, 0, cv.INTER_CUBIC);
    const parameters = own(new cv.aruco_DetectorParameters());
    parameters.cornerRefinementMethod = BY_CONTOUR;
    // A marker on a small base is about 1 % of the enlarged picture's width.
    parameters.minMarkerPerimeterRate = 0.008;
    parameters.adaptiveThreshWinSizeMin = 5;
    parameters.adaptiveThreshWinSizeMax = 45;
    parameters.adaptiveThreshWinSizeStep = 8;
    // Bits are read in the middle of their modules: a module is two or three pixels of the original picture.
    parameters.perspectiveRemovePixelPerCell = 8;
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3;
    const refine = own(new cv.aruco_RefineParameters(10, 3, true));
    const detector = own(new cv.aruco_ArucoDetector(own(dictionaryOf(cv)), parameters, refine));
    const corners = own(new cv.MatVector());
    const ids = own(new cv.Mat());
    detector.detectMarkers(large, corners, ids, own(new cv.MatVector()));
    return Array.from({ length: ids.rows }, (_, i) => {
      const four = own(corners.get(i));
      const place = (k: number): Pixel => ({
        u: (four.data32F[2 * k]! + 0.5) / enlarged - 0.5,
        v: (four.data32F[2 * k + 1]! + 0.5) / enlarged - 0.5,
      });
      return { id: ids.data32S[i]!, corners: [0, 1, 2, 3].map(place) };
    });
  });
}

/** The marker's corners in the base's frame, as the truth has its tile lie; mm. */
export function markerCorners({ profile, tileOffset }: ShipTruth, modules: number): Point[] {
  const { halfMm, yMm } = markerPlace(profile, modules);
  const tile = { x: tileOffset.xMm, y: tileOffset.yMm, headingRad: (tileOffset.deg * Math.PI) / 180 };
  return CORNER_SIGNS.map(([sx, sy]) => tableFromPiece(tile, { x: sx * halfMm, y: yMm + sy * halfMm }));
}

/**
 * The base under a marker: its corners looked up at the true height of the tile, then the rigid motion of the marker that fits best. How the
 * tile lies in its base is taken from the truth, so that the tile's play is not held against the marker.
 */
export function poseFromMarker(camera: Camera, { corners }: SeenMarker, ship: ShipTruth, modules: number): Pose | undefined {
  const zMm = ship.profile.floorMm + ship.profile.tileThicknessMm;
  const seen = corners.flatMap((corner) => tableFromPixel(camera, corner, zMm) ?? []);
  if (seen.length < 4) return undefined;
  return fitPose(markerCorners(ship, modules), seen);
}
