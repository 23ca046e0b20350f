import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { evidenceFile, parseEvidence } from '../../src/evidence/evidence-file.js';
import { parseRecording } from '../../src/relay/wire/recording.js';
import { decodeText } from '../../src/table/decode-text.js';
import { parseJson } from '../../src/table/parse-json.js';
import { parseScene, sceneOf } from '../../src/table/scene-file.js';
import { parseSetup, setupFile } from '../../src/table/setup/setup-file.js';

const CORPUS = new URL('../corpus/', import.meta.url);

/** Each kind of file: read, and written again as JSON; undefined: nothing writes it. */
const KINDS: Readonly<Record<string, { readonly read: (text: string) => unknown; readonly again?: (value: never) => unknown }>> = {
  scenes: { read: (text) => parseScene(parseJson(text)), again: sceneOf },
  setups: { read: (text) => parseSetup(parseJson(text)), again: setupFile },
  evidence: { read: (text) => parseEvidence(parseJson(text)), again: evidenceFile },
  recordings: { read: parseRecording },
};
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

for (const [kind, { read, again }] of Object.entries(KINDS)) {
  const folder = new URL(`${kind}/`, CORPUS);
  for (const file of readdirSync(folder)) {
    const text = decodeText(readFileSync(new URL(file, folder)));
    if (file.startsWith('refused-')) {
      test(`${kind}: ${file} is refused, with its place and what was expected`, () => {
        assert.throws(
          () => read(text),
          ({ name, message }: Error) =>
            name !== 'TypeError' && message.length > 20 && message.length < 600 && /got|expected|line/i.test(message),
        );
      });
    } else {
      test(`${kind}: ${file} is read, and the same again as it is written`, () => {
        const value = read(text);
        if (!again) return assert.ok(value);
        const written = plain(again(value as never));
        assert.deepEqual(plain(again(read(JSON.stringify(written)) as never)), written);
      });
    }
  }
}
