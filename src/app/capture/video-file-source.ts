import type { Problem } from '../../table/measurement.js';
import { closePicture, type FrameListener, type FrameSource } from './frame-source.js';
import { grabVideo, watchVideo } from './video-frames.js';

/** A video that can be played, paused and searched. */
export interface VideoSource extends FrameSource {
  readonly kind: 'video';
  readonly view: HTMLVideoElement;
}

export type OpenedVideo = { readonly ok: true; readonly source: VideoSource } | { readonly ok: false; readonly problem: Problem };

/** Opens a video file; it plays silently and begins again at its end. */
export async function openVideo(file: File): Promise<OpenedVideo> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  Object.assign(video, { src: url, muted: true, loop: true, playsInline: true });
  const isReadable = await new Promise<boolean>((resolve) => {
    video.addEventListener('loadeddata', () => resolve(video.videoWidth > 0), { once: true });
    video.addEventListener('error', () => resolve(false), { once: true });
  });
  if (!isReadable) {
    URL.revokeObjectURL(url);
    return { ok: false, problem: unreadable(file) };
  }
  // Some browsers start no video by themselves; its first picture is enough to begin with.
  await video.play().catch(() => undefined);
  return { ok: true, source: videoSource(file, url, video) };
}

function videoSource(file: File, url: string, video: HTMLVideoElement): VideoSource {
  let listener: FrameListener | undefined;
  let unwatch = () => {};
  const again = () => {
    void grabVideo(video).then((frame) => frame && (listener ? listener.onFrame(frame) : closePicture(frame.picture)));
  };
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
    message: `This browser cannot play ${file.name || 'the video'} (${file.type || 'unknown type'}).`,
    hint: 'Expected a video such as mp4 (H.264) or webm. Convert it, or take a photo of the table instead.',
  };
}
