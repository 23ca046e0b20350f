import type { Problem } from '../../table/measurement.js';
import { openedCameras, storeOpened } from '../state/stored-cameras.js';
import { LOST, mirroredPerhaps, STUCK } from './camera-problems.js';
import { type CameraSource, listCameras, type OpenedCamera, openCamera } from './camera-source.js';
import type { FrameSource } from './frame-source.js';

/** Opens a camera, that of the last visit where none is named, and keeps which one it was. Whether it gives mirror images is asked the first time only. */
export async function openKeptCamera(deviceId = openedCameras().lastId): Promise<OpenedCamera> {
  const { names } = openedCameras();
  const opened = await openCamera(deviceId, names);
  if (!opened.ok) return opened;
  const { deviceId: lastId, title, keptId, isPerhapsMirrored } = opened.source;
  storeOpened(lastId, { deviceId: keptId, label: typeof title === 'string' ? title : '' });
  const isNew = names.every(({ deviceId: known }) => known !== keptId);
  return isNew && isPerhapsMirrored ? { ...opened, remark: mirroredPerhaps(title) } : opened;
}

/** The camera of a source that was unplugged and is back, or that is to be opened again; no other takes its place unasked. `page`: how the page is now, asked again after waiting. */
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
