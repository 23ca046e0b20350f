/** Holds the bytes of one picture after another: a new array for each frame of a camera would be megabytes to clear and to collect. */
export class ByteBuffer {
  #bytes = new Uint8ClampedArray(0);

  /** `length` bytes with their previous content, shared with earlier results. */
  ofLength(length: number): Uint8ClampedArray<ArrayBuffer> {
    if (this.#bytes.length !== length) this.#bytes = new Uint8ClampedArray(length);
    return this.#bytes;
  }
}
