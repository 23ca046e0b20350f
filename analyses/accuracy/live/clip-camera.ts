/** As it stands in the page. */
export interface ClipCamera {
  /** Gives a frame of the clip; returns its timestamp, µs. */
  show(index: number, atMs: number): number;
}

/**
 * In the page: a camera that shows the frame it is asked for. All are decoded before the first is given, and lie in
 * memory as a camera's do: while the clip is played nothing but a copy is made.
 */
export function installCamera({ names }: { names: readonly string[] }): void {
  interface Decoded {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly init: VideoFrameBufferInit;
  }
  const decoded = async (index: number): Promise<Decoded> => {
    const data = await (await fetch(`/hand-clip/${names[index]}`)).arrayBuffer();
    const decoder = new ImageDecoder({ data, type: 'image/jpeg' });
    const { image } = await decoder.decode();
    const { format, visibleRect, colorSpace } = image;
    const rect = visibleRect!;
    const bytes = new Uint8Array(image.allocationSize({ rect }));
    const layout = await image.copyTo(bytes, { rect });
    image.close();
    decoder.close();
    return {
      bytes,
      init: { format: format!, codedWidth: rect.width, codedHeight: rect.height, layout, timestamp: 0, colorSpace: colorSpace.toJSON() },
    };
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const frames: Decoded[] = [];
    for (let index = 0; index < names.length; index++) frames.push(await decoded(index));
    const { MediaStreamTrackGenerator } = globalThis as unknown as {
      MediaStreamTrackGenerator: new (init: { kind: 'video' }) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };
    };
    const track = new MediaStreamTrackGenerator({ kind: 'video' });
    const writer = track.writable.getWriter();
    const camera: ClipCamera = {
      show(index, atMs) {
        const { bytes, init } = frames[index]!;
        const timestamp = Math.round(1000 * atMs);
        void writer.write(new VideoFrame(bytes, { ...init, timestamp }));
        return timestamp;
      },
    };
    Object.assign(globalThis, { clipCamera: camera });
    return new MediaStream([track]);
  };
}
