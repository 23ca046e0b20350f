import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readText } from '../../src/cli/inputs/read-text.js';
import { evidenceFile, parseEvidence } from '../../src/evidence/evidence-file.js';
import { parseRecording } from '../../src/relay/wire/recording.js';
import { decodeText } from '../../src/table/documents/decode-text.js';
import { parseJson } from '../../src/table/documents/parse-json.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import { fileKind } from '../../src/table/picture-file/file-kind.js';
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
    const path = fileURLToPath(new URL(file, folder));
    if (file.startsWith('refused-')) {
      test(`${kind}: ${file} is refused, with its place and what was expected`, async () => {
        const opened = readText(path, 'a file of the corpus').then(read);
        await assert.rejects(
          opened,
          ({ name, message }: Error) =>
            name !== 'TypeError' && message.length > 20 && message.length < 600 && /got|expected|line|JSON/i.test(message),
        );
      });
    } else {
      test(`${kind}: ${file} is read by the command line as by the page, and the same again as it is written`, async () => {
        const text = await readText(path, 'a file of the corpus');
        const bytes = readFileSync(path);
        assert.deepEqual([fileKind(bytes), text], ['text', decodeText(bytes)], 'told by its first bytes, and decoded');
        const value = read(text);
        if (!again) return assert.ok(value);
        const written = plain(again(value as never));
        assert.deepEqual(plain(again(read(JSON.stringify(written)) as never)), written);
      });
    }
  }
}

test('names are those that were written, in any encoding', () => {
  const names = (file: string) =>
    parseScene(parseJson(decodeText(readFileSync(new URL(`scenes/${file}.json`, CORPUS))))).ships.map(({ name }) => name);
  assert.deepEqual(names('utf-16-with-names-of-other-alphabets'), ['Эскадрилья', 'Łukasz Ω']);
  assert.deepEqual(names('utf-16-without-mark-big-endian'), ['中队', 'Żółw']);
  assert.deepEqual(names('windows-1252-names'), ['Zwölf', 'Ångström']);
});

test('a recording has all its documents whatever its lines end with, and all but one where the last is cut off', () => {
  const number = (file: string) => parseRecording(decodeText(readFileSync(new URL(`recordings/${file}.jsonl`, CORPUS)))).documents.length;
  const whole = number('two-documents-at-once');
  assert.ok(whole > 1);
  for (const file of ['utf-16-by-a-shell', 'line-ends-doubled-by-a-mail', 'no-line-end-behind']) assert.equal(number(file), whole, file);
  const text = readFileSync(new URL('recordings/no-line-end-behind.jsonl', CORPUS), 'utf8');
  assert.equal(parseRecording(text.slice(0, -1)).documents.length, whole - 1);
});

test('a field that stands twice in one object is refused by its place, since programs differ in which of the two they take', async () => {
  const said = (file: string, read: (text: string) => unknown) =>
    readText(fileURLToPath(new URL(file, CORPUS)), 'a file')
      .then(read, undefined)
      .catch(({ message }: Error) => message);
  const { scenes, setups, evidence, recordings } = KINDS;
  const twice = /got this field twice in one object, expected it once/;
  for (const [file, kind, place] of [
    ['scenes/refused-one-field-twice.json', scenes, /^ships\[1\]\.yMm: /],
    ['setups/refused-one-field-twice.json', setups, /^mat\.widthMm: /],
    ['evidence/refused-one-field-twice.json', evidence, /^answer: /],
    ['recordings/refused-one-field-twice.jsonl', recordings, /^line \d+: message\.sequence: /],
  ] as const) {
    const message = await said(file, kind!.read);
    assert.match(String(message), place);
    assert.match(String(message), twice);
  }
  // The same name in another object, or as a text, is no duplicate; quotes and backslashes within texts end nothing.
  for (const text of [
    '[{"a":1},{"a":2}]',
    '{"a":{"a":"a"},"b":["a","a"]}',
    '{"a":"\\\\","b":"\\",\\"b\\":1"}',
    '{}',
    '"a"',
    '{"a":[],"b":{}}',
  ])
    assert.deepEqual(parseJson(text), JSON.parse(text));
  assert.throws(() => parseJson('{"a":{"b":[0,{"c d":1,"x":"\\\\","c d":2}]}}'), { message: /^a\.b\[1\]\.c d: / });
});

test('a file that is no text is said to be what it is by the command line', async () => {
  const said = (file: string) => readText(fileURLToPath(new URL(file, CORPUS)), 'a scene file').catch(({ message }: Error) => message);
  assert.match(await said('scenes/refused-empty.json'), /got an empty file, expected a scene file/);
  for (const packed of ['packed', 'packed-by-7-zip', 'packed-by-rar'])
    assert.match(await said(`scenes/refused-${packed}.json`), /got a packed file \(unpack it first\), expected a scene file/);
  assert.match(await said('scenes/refused-zeros.json'), /got data that are no text, expected a scene file/);
  assert.match(await said('pictures/screenshot-inside.png'), /got a picture, expected a scene file/);
});
