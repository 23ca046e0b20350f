import type { Problem } from '../../table/measurement.js';
import { loadSettings, saveSettings } from '../ui/settings.js';
import { LOST, STUCK } from './camera-problems.js';
import { type CameraSource, listCameras, type OpenedCamera, openCamera } from './camera-source.js';
import type { FrameSource } from './frame-source.js';

/** Opens a camera, that of the last visit where none is named, and keeps which one it was. */
export async function openKeptCamera(deviceId = loadSettings().cameraId): Promise<OpenedCamera> {
  const { cameras = [] } = loadSettings();
  const opened = await openCamera(deviceId, cameras);
  if (!opened.ok) return opened;
  const { deviceId: cameraId, title, keptId } = opened.source;
  const label = typeof title === 'string' ? title : '';
  const others = cameras.filter((one) => one.deviceId !== keptId);
  saveSettings({ cameraId, cameras: [{ deviceId: keptId, label }, ...others].slice(0, MOST_KEPT) });
  return opened;
}

/** Cameras of which the names are kept, the newest first. */
const MOST_KEPT = 12;

/** The camera of a source that was unplugged and is back, or that is to be opened anew; no other takes its place unasked. `page`: how the page is now, asked again after waiting. */
export async function returnedCamera(
  page: () => { readonly source: FrameSource | undefined; readonly sourceProblem: Problem | undefined },
): Promise<string | undefined> {
  const isWaitedFor = (id: string) => {
    const { source, sourceProblem } = page();
    return (
      (sourceProblem?.code === LOST.code || sourceProblem?.code === STUCK.code) && (source as CameraSource | undefined)?.deviceId === id
    );
  };
  const back = (await listCameras()).find(({ deviceId }) => deviceId !== '' && isWaitedFor(deviceId));
  return back && isWaitedFor(back.deviceId) ? back.deviceId : undefined;
}
