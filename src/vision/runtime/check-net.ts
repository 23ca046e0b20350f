import { WRONG_ARITHMETIC } from '../../table/measurement.js';

/** A small input of a net, and some of what it says of it, as another program computed it from the same file (`models/train/export.py`). */
export interface NetCheck {
  readonly dims: readonly number[];
  /** Of each output, by its name, numbers at places spread evenly over it. */
  readonly outputs: Readonly<Record<string, readonly number[]>>;
}

/** Sums are rounded otherwise by each kernel, by 0.00001 at most; an engine that computes wrongly is off by whole numbers. */
const TOLERANCE = 1e-3;

/**
 * Runs a net once on a made-up picture. Some systems compute wrongly with vectors and say nothing (wasm-feature-detect#75: iOS before 17); what such a one
 * measured would look as certain as ever. Throws an error named `WRONG_ARITHMETIC`.
 */
export async function checkNet(
  { run }: { run(image: Float32Array, dims: readonly number[]): Promise<Readonly<Record<string, { readonly data: Float32Array }>>> },
  { name, outputs, check }: { readonly name: string; readonly outputs: readonly string[]; readonly check: NetCheck },
): Promise<void> {
  const said = await run(checkPicture(check.dims), check.dims);
  for (const output of outputs) {
    const expected = check.outputs[output];
    const { data } = said[output]!;
    if (!expected) throw new Error(`The model ${name} does not say what to expect of ${output}; its model.json does not fit this program.`);
    const got = expected.map((_, i) => data[Math.floor((i * data.length) / expected.length)]!);
    const worst = got.findIndex((value, i) => !(Math.abs(value - expected[i]!) <= TOLERANCE * (1 + Math.abs(expected[i]!))));
    if (worst < 0) continue;
    const error = new Error(`${name}: ${got[worst]} ≠ ${expected[worst]}`);
    error.name = WRONG_ARITHMETIC;
    throw error;
  }
}

/** Numbers 0…1 that look like nothing, and are the same everywhere. */
function checkPicture(dims: readonly number[]): Float32Array {
  return Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, i) => ((i * 7919) % 1000) / 1000);
}
