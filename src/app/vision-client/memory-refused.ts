/**
 * Whether an engine could not be loaded because the browser did not give it memory. Browsers say so each in their own words: `Out of memory`, `could not
 * allocate memory`, `WebAssembly.Memory(): could not allocate`, `Array buffer allocation failed`, `Out of executable memory`; ONNX Runtime, once it runs, `std::bad_alloc`.
 */
export function isMemoryRefused(error: unknown): boolean {
  return error instanceof Error && /out of (executable )?memory|not enough memory|allocat|bad_alloc/i.test(error.message);
}
