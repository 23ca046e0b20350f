/** js-aruco2 has no types of its own; only what the benchmark uses. */
declare module 'js-aruco2' {
  export const AR: {
    readonly Detector: new (settings: {
      readonly dictionaryName: string;
      readonly maxHammingDistance: number;
    }) => { detect(picture: ImageData): readonly { readonly id: number }[] };
  };
}
declare module 'js-aruco2/src/dictionaries/aruco_4x4_1000.js';
