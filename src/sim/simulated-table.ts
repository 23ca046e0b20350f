import type { Camera } from '../geometry/camera.js';
import { placeShip } from './build/ship.js';
import { createStage, QUALITY, type Stage, type StageQuality } from './stage.js';
import type { TableDescription } from './table-description.js';
import { type Truth, writeTruth } from './truth.js';

/** A table that does not exist, seen by a camera that does not exist. */
export interface SimulatedTable {
  /** Draws the present frame to the canvas, with fresh sensor noise each time. */
  render(): void;
  /** The truth about the present frame. */
  truth(image?: string): Truth;
  /** Puts a ship elsewhere: table frame, mm and degrees clockwise from +y. */
  moveShip(id: string, pose: { readonly x: number; readonly y: number; readonly headingDeg: number }): void;
  /** Looks from elsewhere, through the same lens. */
  moveCamera(pose: Pick<Camera, 'r' | 't'>): void;
  dispose(): void;
}

/** Sets a described table up on a canvas; the canvas takes the size of the camera's picture. Works in a page and in a worker. */
export function createSimulatedTable(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  description: TableDescription,
  quality: StageQuality = QUALITY,
): SimulatedTable {
  const stage = createStage(canvas, quality);
  const table = setSimulatedTable(stage, description);
  return {
    ...table,
    dispose: () => {
      table.dispose();
      stage.dispose();
    },
  };
}

/** The same on a stage that is used again for the next table. */
export function setSimulatedTable(stage: Stage, description: TableDescription): SimulatedTable {
  const setting = stage.set(description);
  let table = description;
  let frame = 0;
  return {
    render: () => setting.draw(table, frame++),
    truth: (image = '') => writeTruth(table, image, setting.visibleFractions(table)),
    moveShip: (id, pose) => {
      const group = setting.ships.get(id);
      if (group === undefined) throw new Error(`Got the ship '${id}', expected one of ${[...setting.ships.keys()].join(', ')}.`);
      placeShip(group, pose);
      table = { ...table, ships: table.ships.map((ship) => (ship.id === id ? { ...ship, ...pose } : ship)) };
    },
    moveCamera: (pose) => {
      table = { ...table, camera: { ...table.camera, ...pose } };
    },
    dispose: () => setting.dispose(),
  };
}
