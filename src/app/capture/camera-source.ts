import { phrase, type Value } from '../../texts/phrase.js';
import { lockCamera, unlockCamera } from './camera-lock.js';
import { cameraProblem, INSECURE, LOST, NOT_PLAYING, PAUSED } from './camera-problems.js';
import { type CapturedFrame, closePicture, type FrameListener, type FrameSource, type Opened } from './frame-source.js';
import { hasTrackFrames, watchTrack } from './track-frames.js';
import { grabVideo, watchVideo } from './video-frames.js';
import { keepAwake } from './wake-lock.js';

export interface CameraChoice {
  readonly deviceId: string;
  readonly label: Value;
}

/** A camera that runs, and what only a camera can do. */
export interface CameraSource extends FrameSource {
  readonly kind: 'camera';
  readonly deviceId: string;
  /** Holds focus and exposure where they are; resolves to what could be held. */
  lock(): Promise<readonly string[]>;
  unlock(): Promise<void>;
}

export type OpenedCamera = { readonly ok: true; readonly source: CameraSource } | Extract<Opened, { readonly ok: false }>;

/** The cameras that can be chosen; their names are empty until the player has allowed one. */
export async function listCameras(): Promise<readonly CameraChoice[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }, index) => ({ deviceId, label: label || phrase('camera', index + 1) }));
}

/** Opens a camera at the highest resolution up to 4K; without `deviceId` the rear one of a phone. */
export async function openCamera(deviceId?: string): Promise<OpenedCamera> {
  if (!navigator.mediaDevices?.getUserMedia) return { ok: false, problem: INSECURE };
  let stream: MediaStream;
  try {
    stream = await request(deviceId);
  } catch (error) {
    return { ok: false, problem: cameraProblem(error) };
  }
  const video = document.createElement('video');
  Object.assign(video, { srcObject: stream, muted: true, playsInline: true });
  if (await plays(video)) return { ok: true, source: cameraSource(stream, video) };
  // A camera that is not let go stays on, and the next try finds it busy.
  for (const each of stream.getTracks()) each.stop();
  video.srcObject = null;
  return { ok: false, problem: NOT_PLAYING };
}

/** Playing that has not begun after so long does not begin, ms: a page in the background, or one that waits for a tap. */
const LONGEST_START_MS = 8000;

function plays(video: HTMLVideoElement): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), LONGEST_START_MS);
    video.play().then(
      () => resolve(true),
      () => resolve(false),
    );
  });
}

async function request(deviceId: string | undefined): Promise<MediaStream> {
  const size = { width: { ideal: 3840 }, height: { ideal: 2160 }, frameRate: { ideal: 30 } };
  const anyCamera = { video: { ...size, facingMode: { ideal: 'environment' } } };
  if (!deviceId) return navigator.mediaDevices.getUserMedia(anyCamera);
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { ...size, deviceId: { exact: deviceId } } });
  } catch (error) {
    // The camera of last time may be unplugged: any other is better than none.
    if (error instanceof Error && error.name === 'OverconstrainedError') return navigator.mediaDevices.getUserMedia(anyCamera);
    throw error;
  }
}

function cameraSource(stream: MediaStream, video: HTMLVideoElement): CameraSource {
  const track = stream.getVideoTracks()[0]!;
  let listener: FrameListener | undefined;
  let unwatch = () => {};
  let sleep: (() => void) | undefined;
  let isHeld = false;
  // Held settings live in the camera: other programs would find them there.
  const giveBack = () => (isHeld ? unlockCamera(track) : undefined);
  addEventListener('pagehide', giveBack);
  const awake = (isWanted: boolean) => {
    if (isWanted) sleep ??= keepAwake();
    else {
      sleep?.();
      sleep = undefined;
    }
  };
  const report = (problem: Parameters<FrameListener['onProblem']>[0]) => () => listener?.onProblem(problem);
  track.addEventListener('ended', report(LOST));
  track.addEventListener('mute', report(PAUSED));
  track.addEventListener('unmute', report(undefined));
  return {
    kind: 'camera',
    title: track.label || phrase('the-camera'),
    deviceId: track.getSettings().deviceId ?? '',
    view: video,
    size: () => ({ widthPx: video.videoWidth, heightPx: video.videoHeight }),
    start(to) {
      listener = to;
      const onFrame = (frame: CapturedFrame) => to.onFrame(frame);
      const onError = (error: unknown) => to.onProblem(cameraProblem(error));
      unwatch = hasTrackFrames() ? watchTrack(track, onFrame, onError) : watchVideo(video, onFrame, onError);
    },
    again() {
      void grabVideo(video).then((frame) => frame && (listener ? listener.onFrame(frame) : closePicture(frame.picture)));
    },
    awake,
    stop() {
      listener = undefined;
      unwatch();
      awake(false);
      removeEventListener('pagehide', giveBack);
      const end = () => {
        for (const each of stream.getTracks()) each.stop();
      };
      const givenBack = giveBack();
      if (givenBack) void givenBack.finally(end);
      else end();
      video.srcObject = null;
    },
    async lock() {
      const held = await lockCamera(track);
      isHeld ||= held.length > 0;
      return held;
    },
    unlock() {
      isHeld = false;
      return unlockCamera(track);
    },
  };
}
