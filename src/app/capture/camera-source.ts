import type { Problem } from '../../table/measurement.js';
import { phrase, type Value } from '../../texts/phrase.js';
import { type Held, lockCamera, unlockCamera } from './camera-lock.js';
import { CHANGED_BY_SYSTEM, cameraProblem, INSECURE, LOST, NOT_PLAYING, PAUSED, SILENT, STUCK } from './camera-problems.js';
import type { CapturedFrame, FrameListener, FrameSource, Opened } from './frame-source.js';
import { hasTrackFrames, watchTrack } from './track-frames.js';
import { grabAgain, watchVideo } from './video-frames.js';
import { keepAwake } from './wake-lock.js';
import { betterCamera, idOfLastTime, isPerhapsMirrored, type ListedCamera } from './which-camera.js';

export interface CameraChoice {
  readonly deviceId: string;
  readonly label: Value;
}

/** A camera that runs, and what only a camera can do. */
export interface CameraSource extends FrameSource {
  readonly kind: 'camera';
  readonly deviceId: string;
  /** Id under which data about this camera are kept: some browsers give it another id at each visit. */
  readonly keptId: string;
  /** Whether it may give mirror images: by its name, or because it faces its user. */
  readonly isPerhapsMirrored: boolean;
  /** Holds focus and exposure where they are; resolves to the settings that could be held. */
  lock(): Promise<readonly Held[]>;
  unlock(): Promise<void>;
}

export type OpenedCamera =
  | { readonly ok: true; readonly source: CameraSource; readonly remark?: Problem | undefined }
  | Extract<Opened, { readonly ok: false }>;

/** The cameras that can be chosen, numbered until the player has allowed one; empty where the browser does not list them. */
export async function listCameras(): Promise<readonly CameraChoice[]> {
  return (await namedCameras()).map(({ deviceId, label }, index) => ({ deviceId, label: label || phrase('camera', index + 1) }));
}

/**
 * Opens a camera at the highest resolution up to 4K; without `deviceId`, or where no camera has that id, the last one of `kept`, by its
 * name, otherwise the main rear one of a phone. `kept`: the cameras of earlier visits, the newest first.
 */
export async function openCamera(deviceId?: string, kept: readonly ListedCamera[] = []): Promise<OpenedCamera> {
  if (!navigator.mediaDevices?.getUserMedia) return { ok: false, problem: INSECURE };
  let stream: MediaStream;
  try {
    stream = await request(deviceId, kept);
    // Sound alone, as some programs that pass on pictures give it.
    if (stream.getVideoTracks().length === 0) {
      end(stream);
      throw new DOMException('', 'NotFoundError');
    }
  } catch (error) {
    return { ok: false, problem: cameraProblem(error) };
  }
  const video = document.createElement('video');
  Object.assign(video, { srcObject: stream, muted: true, playsInline: true });
  const given = cameraOf(stream);
  if (await plays(video)) return { ok: true, source: cameraSource(stream, video, idOfLastTime(given, await namedCameras(), kept)) };
  // A camera that is not released stays on, and the next try finds it busy.
  end(stream);
  video.srcObject = null;
  return { ok: false, problem: NOT_PLAYING };
}

/**
 * Time after which playing that has not begun will not begin, ms: a page in the background, or one that waits for a tap. A busy machine may
 * take ten seconds to begin.
 */
const LONGEST_START_MS = 20_000;

function plays(video: HTMLVideoElement): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), LONGEST_START_MS);
    video.play().then(
      () => resolve(true),
      () => resolve(false),
    );
  });
}

const SIZE = { width: { ideal: 3840 }, height: { ideal: 2160 }, frameRate: { ideal: 30 } };

function requestExactly(deviceId: string): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video: { ...SIZE, deviceId: { exact: deviceId } } });
}

async function request(deviceId: string | undefined, kept: readonly ListedCamera[]): Promise<MediaStream> {
  const label = kept[0]?.label;
  if (!deviceId) return requestAny(label);
  try {
    return await requestExactly(deviceId);
  } catch (error) {
    // The camera of last time may be unplugged, or have another id now: any other is better than none.
    if (error instanceof Error && error.name === 'OverconstrainedError') return requestAny(label);
    throw error;
  }
}

/** The camera that the browser chooses; once it is allowed the others have names, and a better one may be among them. */
async function requestAny(label: string | undefined): Promise<MediaStream> {
  const any = await navigator.mediaDevices.getUserMedia({ video: { ...SIZE, facingMode: { ideal: 'environment' } } });
  const better = betterCamera(cameraOf(any), await namedCameras(), label);
  if (!better) return any;
  // A camera is given to one at a time; where the better one does not start, the first is better than none.
  end(any);
  return requestExactly(better.deviceId).catch(() => requestExactly(cameraOf(any).deviceId));
}

function end(stream: MediaStream): void {
  for (const each of stream.getTracks()) each.stop();
}

function cameraOf(stream: MediaStream): ListedCamera {
  const [track] = stream.getVideoTracks();
  return { deviceId: track?.getSettings().deviceId ?? '', label: track?.label ?? '' };
}

/** The cameras that the browser lists; empty where it lists none: a camera that was given is used all the same. */
async function namedCameras(): Promise<readonly ListedCamera[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return devices.filter(({ kind }) => kind === 'videoinput');
}

/**
 * Time after which a camera that the system has paused, while its page is in front, stays paused until it is asked for again (iOS, an
 * installed page), ms.
 */
const STUCK_MS = 4000;

/**
 * Calls back when a track has sent nothing for STUCK_MS while the page was seen, or has ended without a word, as when its computer slept;
 * returns the function that stops watching.
 */
function watchStuck(track: MediaStreamTrack, onStuck: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEndTold = false;
  const look = () => {
    clearTimeout(timer);
    const isSilent = track.readyState === 'ended' ? !isEndTold : track.muted;
    timer = isSilent && document.visibilityState === 'visible' ? setTimeout(onStuck, STUCK_MS) : undefined;
  };
  const events = [
    [track, 'mute'],
    [track, 'unmute'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, event] of events) target.addEventListener(event, look);
  const onEnded = () => {
    isEndTold = true;
    look();
  };
  track.addEventListener('ended', onEnded);
  const poll = setInterval(() => timer ?? look(), STUCK_MS);
  look();
  return () => {
    clearTimeout(timer);
    clearInterval(poll);
    track.removeEventListener('ended', onEnded);
    for (const [target, event] of events) target.removeEventListener(event, look);
  };
}

/** Times after which a camera that sends nothing, for no known reason, is spoken of, and, where it has sent nothing yet, asked for again, ms. */
const SILENT_MS = { told: 4000, stuck: 16_000 };

/** Tells after how long no frame has come while the page was seen; it hears of each frame. */
function watchSilence(onSilent: (silentMs: number) => void): { frame(): void; stop(): void } {
  const tickMs = 1000;
  let silentMs = 0;
  // Counted and not read from a clock, which goes on while a computer sleeps.
  const ticking = setInterval(() => {
    silentMs = document.visibilityState === 'visible' ? silentMs + tickMs : 0;
    if (silentMs >= SILENT_MS.told) onSilent(silentMs);
  }, tickMs);
  return {
    frame() {
      silentMs = 0;
    },
    stop: () => clearInterval(ticking),
  };
}

/** Effects of the system that change what a picture shows: blurred bases cannot be measured, and a frame that follows faces moves the camera. */
const EFFECTS = ['backgroundBlur', 'faceFraming'] as const;

/** Switches such effects off; the problem where one stays on. */
async function withoutEffects(track: MediaStreamTrack): Promise<Problem | undefined> {
  const isOn = () => EFFECTS.filter((effect) => (track.getSettings() as Readonly<Record<string, unknown>>)[effect] === true);
  const on = isOn();
  if (on.length === 0) return undefined;
  await track.applyConstraints({ advanced: on.map((effect) => ({ [effect]: false })) }).catch(() => undefined);
  return isOn().length > 0 ? CHANGED_BY_SYSTEM : undefined;
}

function cameraSource(stream: MediaStream, video: HTMLVideoElement, keptId: string): CameraSource {
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
  let told: Problem | undefined;
  const tell = (problem: Problem | undefined) => {
    if (problem === told) return;
    told = problem;
    listener?.onProblem(problem);
  };
  let hasSent = false;
  let isSilent = false;
  const silence = watchSilence((silentMs) => {
    if (!told && track.readyState === 'live' && !track.muted) {
      isSilent = true;
      tell(SILENT);
    } else if (isSilent && !hasSent && silentMs >= SILENT_MS.stuck) tell(STUCK);
  });
  // What the track says of itself counts for more than that nothing comes.
  const report = (problem: Problem | undefined) => () => {
    isSilent = false;
    tell(problem);
  };
  track.addEventListener('ended', report(LOST));
  track.addEventListener('mute', report(PAUSED));
  track.addEventListener('unmute', report(undefined));
  const unwatchStuck = watchStuck(track, report(STUCK));
  return {
    kind: 'camera',
    title: track.label || phrase('the-camera'),
    deviceId: track.getSettings().deviceId ?? '',
    keptId,
    isPerhapsMirrored: isPerhapsMirrored(cameraOf(stream), track.getSettings().facingMode),
    view: video,
    size: () => ({ widthPx: video.videoWidth, heightPx: video.videoHeight }),
    start(to) {
      listener = to;
      void withoutEffects(track).then((problem) => problem && to.onProblem(problem));
      if (track.muted) tell(PAUSED);
      const onFrame = (frame: CapturedFrame) => {
        hasSent = true;
        silence.frame();
        if (isSilent) report(undefined)();
        to.onFrame(frame);
      };
      const onError = (error: unknown) => to.onProblem(cameraProblem(error));
      unwatch = hasTrackFrames() ? watchTrack(track, onFrame, onError) : watchVideo(video, onFrame, onError);
    },
    again() {
      void grabAgain(video, () => listener);
    },
    awake,
    stop() {
      listener = undefined;
      unwatch();
      unwatchStuck();
      silence.stop();
      awake(false);
      removeEventListener('pagehide', giveBack);
      const givenBack = giveBack();
      if (givenBack) void givenBack.finally(() => end(stream));
      else end(stream);
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
