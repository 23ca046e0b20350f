import type { Point } from '../../geometry/point.js';
import type { TableMeasurement } from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import { isNewLayout } from '../frame/setup-after.js';
import { drawnPrint, type MeasuredPicture, piecesOn } from '../print/kept/kept-print.js';
import { UnreadablePrint } from '../print/kept/open-print.js';
import { viewAbout } from '../print/kept/view-on-print.js';
import type { Engines } from '../runtime/engines.js';
import type { Frame } from '../runtime/frame.js';

/** The print of one camera's mat, drawn from those of its frames that add to it. */
export interface PrintKeeper {
  /** Keeps a copy of a frame whose border shows where the mat is, unless one with the ships in the same places was drawn. */
  offer(frame: Frame, measurement: TableMeasurement): void;
  /**
   * The print with the additions of the last frame that was offered; `kept`: the known print. Undefined where nothing is added: no frame
   * came that adds to it, or it does not show the kept print where its border has the mat, as with another mat or one that was turned.
   */
  drawn(engines: Pick<Engines, 'cv' | 'pictures'>, kept: PrintImage | undefined): Promise<PrintImage | undefined>;
  /** Whether the print that `drawn` gave, or was given, is in the frame of pictures whose border shows where the mat is. */
  readonly isInFrame: boolean;
  forget(): void;
}

export function createPrintKeeper(): PrintKeeper {
  let offered: MeasuredPicture | undefined;
  /** Positions of the ships in the last frame that was drawn, mm. */
  let layout: readonly Point[] | undefined;
  let isInFrame = false;
  return {
    get isInFrame() {
      return isInFrame;
    },
    offer(frame, measurement) {
      const places = placesOf(measurement);
      if (layout && !isNewLayout(layout, places)) return;
      // The buffer of its pixels is reused for the next one.
      offered = { frame: { ...frame, rgba: frame.rgba.slice() }, measurement };
    },
    async drawn({ cv, pictures }, kept) {
      const picture = offered;
      offered = undefined;
      if (!picture || !pictures) return undefined;
      layout = placesOf(picture.measurement);
      const { frame, measurement } = picture;
      const redrawn = async () => {
        const print = await drawnPrint(cv, pictures, [picture]);
        isInFrame = true;
        return print;
      };
      if (!kept) return redrawn();
      const about = { camera: measurement.camera, pieces: piecesOn(measurement) };
      const view = await viewAbout(cv, pictures, kept, frame, about).catch((error) => {
        if (error instanceof UnreadablePrint) return 'unreadable' as const;
        throw error;
      });
      if (view === 'unreadable') return redrawn();
      isInFrame = view !== undefined;
      if (!view) return undefined;
      // Drawn without blur where the print itself shows that the camera stood still.
      return drawnPrint(cv, pictures, [{ frame, measurement: { ...measurement, camera: view.camera } }], kept);
    },
    forget() {
      [offered, layout, isInFrame] = [undefined, undefined, false];
    },
  };
}

function placesOf({ bases }: TableMeasurement): readonly Point[] {
  return bases.map(({ pose: { x, y } }) => ({ x, y }));
}
