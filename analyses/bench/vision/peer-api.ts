/** The other side of a comparison, in a worker of its own, as ours is. Frames are transferred. */
export interface PeerApi {
  /** Loads OpenCV and the base detector from the built app. */
  load(appUrl: string): Promise<void>;
  /** Markers that js-aruco2 finds with its own settings, and the time that took, ms. */
  jsAruco(frame: VideoFrame): Promise<PeerAnswer>;
  /** Markers that OpenCV's detector finds: at once, or in the picture enlarged `enlarged` times. */
  openCvAruco(frame: VideoFrame, enlarged: number): Promise<PeerAnswer>;
  /** Time of one run of the base detector on one thread, ms. */
  detector(image: Float32Array, sidePx: number): Promise<number>;
}

export interface PeerAnswer {
  readonly found: number;
}
