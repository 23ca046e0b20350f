import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, InferenceSession } from 'onnxruntime-web';

/**
 * Lets the processes of one test run share what nets computed, those that import this: the same net on the same numbers is run once, and kept in the folder
 * that `HASHMARK_SHARED_NETS` names, which the run makes and removes. The key is the hash of ONNX Runtime's WebAssembly, the model and the whole input, so nothing in it can be stale. Nets run on one thread:
 * each core has a test process, and threads beyond that only wait for each other, at full load.
 */
function shareNets(folder) {
  const create = InferenceSession.create.bind(InferenceSession);
  InferenceSession.create = async (model, ...options) => {
    env.wasm.numThreads = 1;
    const session = await create(model, ...options);
    const netHash = createHash('sha1')
      .update(env.wasm.wasmBinary ?? '')
      .update(model)
      .digest('hex');
    session.run = sharedRun(session.run.bind(session), netHash, folder);
    return session;
  };
}

if (process.env.HASHMARK_SHARED_NETS) shareNets(process.env.HASHMARK_SHARED_NETS);

/** `run` of a net, whose outputs are read from `folder` where they were kept there for the very same input. */
export function sharedRun(run, netHash, folder) {
  return async (feeds) => {
    const file = join(folder, inputHash(netHash, feeds));
    const kept = readOutputs(file);
    if (kept) return kept;
    const outputs = await run(feeds);
    keepOutputs(file, outputs);
    return outputs;
  };
}

function inputHash(netHash, feeds) {
  const hash = createHash('sha1').update(netHash);
  for (const [name, { data, dims }] of Object.entries(feeds)) hash.update(`${name} ${dims} `).update(bytesOf(data));
  return hash.digest('hex');
}

/** Of a file: the names and dimensions of the outputs as a line of JSON, then their numbers. */
function keepOutputs(file, outputs) {
  const about = Object.entries(outputs).map(([name, { dims }]) => ({ name, dims }));
  const parts = [Buffer.from(`${JSON.stringify(about)}\n`), ...Object.values(outputs).map(({ data }) => bytesOf(data))];
  const unfinished = `${file}-${randomUUID()}`;
  writeFileSync(unfinished, Buffer.concat(parts));
  renameSync(unfinished, file);
}

function readOutputs(file) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  let at = bytes.indexOf('\n') + 1;
  const about = JSON.parse(bytes.subarray(0, at).toString());
  return Object.fromEntries(
    about.map(({ name, dims }) => {
      const end = at + 4 * dims.reduce((all, one) => all * one, 1);
      // Copied, for numbers must begin at a multiple of four bytes.
      const data = new Float32Array(Uint8Array.from(bytes.subarray(at, end)).buffer);
      at = end;
      return [name, { dims, data }];
    }),
  );
}

function bytesOf({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
