import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import type { FrameListener, FrameSource } from './frame-source.js';
import { grabAgain, watchVideo } from './video-frames.js';

/** A video that can be played, paused and searched. */
export interface VideoSource extends FrameSource {
  readonly kind: 'video';
  readonly view: HTMLVideoElement;
}

export type OpenedVideo = { readonly ok: true; readonly source: VideoSource } | { readonly ok: false; readonly problem: Problem };

/** A video that gives no picture within this time is given up, ms. */
const LONGEST_LOAD_MS = 8000;
/** One that has a picture and is not playing after this time waits for a tap, ms. */
const LONGEST_START_MS = 500;

/** Opens a video file; it plays silently and begins again at its end. */
export async function openVideo(file: File): Promise<OpenedVideo> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  Object.assign(video, { src: url, muted: true, loop: true, playsInline: true });
  const loaded = await new Promise<'pictures' | 'none' | 'nothing'>((resolve) => {
    video.addEventListener('loadeddata', () => resolve(video.videoWidth > 0 ? 'pictures' : 'none'), { once: true });
    video.addEventListener('error', () => resolve('none'), { once: true });
    setTimeout(() => resolve('nothing'), LONGEST_LOAD_MS);
    // Some browsers begin to load only on request, or to play (iOS, in Low Power Mode).
    video.load();
    void video.play().catch(() => undefined);
  });
  if (loaded !== 'pictures') {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
    return { ok: false, problem: loaded === 'none' ? unreadable(file) : notLoaded(file) };
  }
  // Some browsers do not start a video on their own, or never answer; its first picture is enough to begin with.
  const started = video.play().catch(() => undefined);
  await Promise.race([started, new Promise((resolve) => setTimeout(resolve, LONGEST_START_MS))]);
  return { ok: true, source: videoSource(file, url, video) };
}

function videoSource(file: File, url: string, video: HTMLVideoElement): VideoSource {
  let listener: FrameListener | undefined;
  let unwatch = () => {};
  const again = () => void grabAgain(video, () => listener);
  return {
    kind: 'video',
    title: file.name,
    view: video,
    size: () => ({ widthPx: video.videoWidth, heightPx: video.videoHeight }),
    start(to) {
      listener = to;
      unwatch = watchVideo(
        video,
        (frame) => to.onFrame(frame),
        () => to.onProblem(unreadable(file)),
      );
      video.addEventListener('error', () => listener?.onProblem(unreadable(file)));
      again();
    },
    again,
    stop() {
      listener = undefined;
      unwatch();
      video.pause();
      video.removeAttribute('src');
      video.load();
      URL.revokeObjectURL(url);
    },
  };
}

function unreadable(file: File): Problem {
  return {
    code: 'video-unreadable',
    message: phrase('video-unreadable', file.name || phrase('the-video'), file.type || phrase('unknown-type')),
    hint: phrase('expected-video-such-mp4'),
  };
}

function notLoaded(file: File): Problem {
  return {
    code: 'video-not-loaded',
    message: phrase('video-not-loaded', file.name || phrase('the-video')),
    hint: phrase('turn-off-low-power-mode'),
  };
}
