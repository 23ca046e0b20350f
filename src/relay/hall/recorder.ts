import { createWriteStream } from 'node:fs';
import type { Relay } from '../broker/broker.js';
import { RECORDED, type RecordedDocument, type RecordingHead } from '../wire/recording.js';

/**
 * Records every document of a relay's table to a new file, one line each, until the returned function is called. Rejects when the
 * file is there already or cannot be written; `onLost` is called when a disk that fills up ends the recording.
 */
export async function recordTo(file: string, relay: Relay, onLost: (why: string) => void = () => undefined): Promise<() => Promise<void>> {
  const output = createWriteStream(file, { flags: 'wx' });
  await new Promise<void>((resolve, reject) => output.once('open', () => resolve()).once('error', reject)).catch((error) => {
    if (error.code === 'EEXIST') throw new Error(`${file} is there already: choose another name with --record FILE.`);
    throw new Error(`${file} cannot be written: ${error.message}`);
  });
  const head: RecordingHead = { format: 'hashmark-recording', version: 1, table: relay.table };
  output.write(`${JSON.stringify(head)}\n`);
  const stopListening = relay.onDocument((channel, payload) => {
    if (!RECORDED.includes(channel) || !output.writable) return;
    const message = payload.length === 0 ? null : JSON.parse(payload.toString());
    output.write(`${JSON.stringify({ atMs: Date.now(), channel, message } satisfies RecordedDocument)}\n`);
  });
  output.on('error', (error) => {
    stopListening();
    onLost(`the recording ${file} ends here: ${error.message}`);
  });
  return () => {
    stopListening();
    return new Promise((resolve) => (output.destroyed ? resolve() : output.end(() => resolve())));
  };
}
