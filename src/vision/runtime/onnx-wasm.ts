import { relaxedSimd } from 'wasm-feature-detect';
import { gemmKernel, unsigned } from './gemm-kernel.js';
import { joinBytes } from './join-bytes.js';

/** MlasSgemmKernelZero and MlasSgemmKernelAdd, in which the nets spend most of their time, as ONNX Runtime 1.30 publishes them. */
const PUBLISHED_KERNELS = [
  { bytes: 2040, sha256: 'f7728808b5f87253962b9f639f830459c0961fbc2cd2f8463534e97ae5a7e534', adds: false },
  { bytes: 1922, sha256: '9e72cc3a5fb5a445d440bf86c3de4b8bb338ee3773f763c730af6227034c8f08', adds: true },
] as const;

/**
 * ONNX Runtime's WebAssembly as it runs fastest here: with the kernels of its matrix product replaced by `gemmKernel`, fused where the engine has relaxed
 * SIMD; both round otherwise in the last bit. A file whose kernels are not those that are known here is returned as it is.
 */
export async function fastestOnnxWasm(
  published: Uint8Array,
  sha256Hex: (bytes: Uint8Array) => Promise<string>,
  isFused?: boolean,
): Promise<Uint8Array> {
  const code = codeSection(published);
  if (!code) return published;
  const parts = [published.subarray(code.start, code.firstAt)];
  let copied = code.firstAt;
  let found = 0;
  for (const { at, start, end } of code.functions) {
    const kernel = PUBLISHED_KERNELS.find(({ bytes }) => bytes === end - start);
    if (!kernel || (await sha256Hex(published.subarray(start, end))) !== kernel.sha256) continue;
    const body = gemmKernel({ adds: kernel.adds, isFused: isFused ?? (await relaxedSimd()) });
    parts.push(published.subarray(copied, at), Uint8Array.from(unsigned(body.length)), body);
    copied = end;
    found++;
  }
  if (found !== PUBLISHED_KERNELS.length) return published;
  parts.push(published.subarray(copied, code.end));
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  return joinBytes([published.subarray(0, code.at), Uint8Array.from(unsigned(bytes)), ...parts, published.subarray(code.end)]);
}

interface CodeSection {
  /** Offsets of its size field, of the start and end of the content of that size, and of its first function. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly firstAt: number;
  /** Of each function, where its size stands and where its locals and instructions start and end. */
  readonly functions: readonly { readonly at: number; readonly start: number; readonly end: number }[];
}

const CODE_SECTION = 10;

/** Undefined where there is none: what is wrong with such a file is said by who compiles it. */
function codeSection(wasm: Uint8Array): CodeSection | undefined {
  for (let next = 8; next < wasm.length; ) {
    const at = next + 1;
    const [size, start] = readUnsigned(wasm, at);
    next = start + size;
    if (wasm[at - 1] !== CODE_SECTION) continue;
    const [count, firstAt] = readUnsigned(wasm, start);
    const functions: { at: number; start: number; end: number }[] = [];
    for (let from = firstAt; functions.length < count && from < next; ) {
      const [bytes, body] = readUnsigned(wasm, from);
      functions.push({ at: from, start: body, end: body + bytes });
      from = body + bytes;
    }
    return { at, start, end: next, firstAt, functions };
  }
  return undefined;
}

/** A number in LEB128, and where it ends. */
function readUnsigned(bytes: Uint8Array, from: number): [value: number, end: number] {
  let value = 0;
  for (let at = from, scale = 1; ; at++, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at + 1];
  }
}
