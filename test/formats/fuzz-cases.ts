import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import sharp from 'sharp';
import { pictureOf } from '../../src/cli/inputs/read-picture.js';
import { evidenceFile, parseEvidence } from '../../src/evidence/evidence-file.js';
import { readMatch } from '../../src/game/log/match-file.js';
import { parseBarAction } from '../../src/game/model/action.js';
import { readSquad, squadFile } from '../../src/game/squad/squad.js';
import { readSquadText } from '../../src/game/squad/squad-text.js';
import { report } from '../../src/judge/report/report.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { checkMessage } from '../../src/relay/wire/messages.js';
import { parseRecording } from '../../src/relay/wire/recording.js';
import { CHANNELS } from '../../src/relay/wire/topics.js';
import { decodeText } from '../../src/table/documents/decode-text.js';
import { parseJson } from '../../src/table/documents/parse-json.js';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import { knownLensFrom } from '../../src/table/known-lens.js';
import { parseCorners } from '../../src/table/setup/corners.js';
import { parseMatSize } from '../../src/table/setup/mat-size.js';
import { LEARNED_PARAMETERS } from '../../src/table/setup/setup.js';
import { parseSetup, setupFile } from '../../src/table/setup/setup-file.js';
import { english } from '../../src/texts/english.js';
import { mutated } from './mutations.js';

const CORPUS = new URL('../corpus/', import.meta.url);
/** The files of a folder of the corpus that are read. */
const corpusBytes = (kind: string): readonly Uint8Array[] =>
  readdirSync(new URL(`${kind}/`, CORPUS))
    .filter((file) => !file.startsWith('refused-'))
    .map((file) => readFileSync(new URL(`${kind}/${file}`, CORPUS)));
/** The documents of such files: what a mutation begins with. */
const corpus = (kind: string) => corpusBytes(kind).map((bytes) => parseJson(decodeText(bytes)));
/** The squads among the files of squads: others have words around them, or are packed. */
const corpusSquads = () =>
  corpusBytes('squads').flatMap((bytes) => {
    const read = readSquadText(decodeText(bytes));
    return read.ok ? [JSON.parse(squadFile(read.squad))] : [];
  });
/** The lines of the recordings. */
const corpusLines = () =>
  corpusBytes('recordings').map((bytes) => {
    const { table, documents } = parseRecording(decodeText(bytes));
    return [{ format: 'hashmark-recording', version: 1, table }, ...documents];
  });
const linesText = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const FORMATS = new URL('../../docs/formats/', import.meta.url);
const TABLES = new URL('../../test-fixtures/tables/', import.meta.url);
const MATCHES = new URL('../../test-fixtures/matches/', import.meta.url);
const json = (file: string, folder = FORMATS) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

/** One parser with what it is given; adding one is adding a row. */
export interface Fuzzed {
  readonly name: string;
  /** Cases of this row for some thousand of all. */
  readonly share: number;
  /** Settles when the case gave a whole value or a clear refusal; throws or rejects otherwise. */
  readonly property: fc.IProperty<unknown> | fc.IAsyncProperty<unknown>;
}

/** A refusal says what was got or expected, in one line that is not too long, and is no slip of the program. */
function assertRefusal(error: unknown, input: unknown): void {
  const { name, message } = error as Error;
  const what = `${name}: ${message} for ${JSON.stringify(input)?.slice(0, 300)}`;
  assert.ok(name === 'Error' || name === 'SyntaxError', what);
  assert.ok(message.length > 10 && message.length < 2000, what);
  assert.ok(name === 'SyntaxError' || /got|expected|: /.test(message), what);
}

function tried<T>(read: () => T, input: unknown): T | undefined {
  try {
    return read();
  } catch (error) {
    assertRefusal(error, input);
    return undefined;
  }
}

const ajv = new Ajv2020();
const isScene = ajv.compile(json('scene.schema.json'));
const isReport = ajv.compile(json('report.schema.json'));

/** What is accepted is whole: it can be written, judged, and read again, and all that is said of it is finite. */
function checkScene(document: unknown): void {
  const table = tried(() => parseScene(document), document);
  if (!table) return;
  const written = JSON.parse(JSON.stringify(sceneOf(table)));
  assert.ok(isScene(written), ajv.errorsText(isScene.errors));
  assert.equal(parseScene(written).ships.length, table.ships.length);
  const answers = report(table);
  assert.ok(isReport(JSON.parse(JSON.stringify(answers))), ajv.errorsText(isReport.errors));
  for (const { closest } of answers.pairs) assert.ok(Number.isFinite(closest.mm + closest.sigmaMm), JSON.stringify(closest));
}

const isEvidence = ajv.compile(json('evidence.schema.json'));
const isSetup = ajv.compile(json('setup.schema.json'));

/** The example, and one that has learned and keeps where its camera stood and which obstacle lies there. */
function setups(): readonly unknown[] {
  const example = json('examples/setup.json');
  const [n, [rock]] = [LEARNED_PARAMETERS.length, example.obstacles];
  const covariance = LEARNED_PARAMETERS.flatMap((_, i) => LEARNED_PARAMETERS.map((__, j) => (i === j ? 0.01 : 0.001)));
  const learned = { parameters: LEARNED_PARAMETERS, values: Array(n).fill(1), covariance };
  const pose = { r: [1, 0, 0, 0, -0.8, -0.6, 0, 0.6, -0.8], tMm: [-457, 300, 1200] };
  const token = {
    ...{ xws: 'coreasteroid0', name: 'Asteroid 0', mirrored: false, pose: { x: 442, y: 432, headingRad: 0.3 } },
    covariance: { xx: 1, xy: 0, xh: 0, yy: 1, yh: 0, hh: 1e-4 },
  };
  return [example, { ...example, camera: { ...example.camera, pose, learned }, obstacles: [{ ...rock, sigmaMm: 0.4, token }] }];
}

/** What is accepted can be written, is valid as written, and is read again as the same. */
function checkSetup(document: unknown): void {
  const setup = tried(() => parseSetup(document), document);
  if (!setup) return;
  const written = JSON.parse(JSON.stringify(setupFile(setup)));
  assert.ok(isSetup(written), ajv.errorsText(isSetup.errors));
  // Through JSON: minus zero is written as zero.
  assert.deepEqual(JSON.parse(JSON.stringify(parseSetup(written))), JSON.parse(JSON.stringify(setup)));
}

/** What is accepted can be written, is valid as written, and gives the same table again. */
function checkEvidence(document: unknown): void {
  const evidence = tried(() => parseEvidence(document), document);
  if (!evidence) return;
  const written = JSON.parse(JSON.stringify(evidenceFile(evidence)));
  assert.ok(isEvidence(written), ajv.errorsText(isEvidence.errors));
  assert.deepEqual(JSON.parse(JSON.stringify(evidenceFile(parseEvidence(written)))), written);
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** A text with bytes cut off, replaced or put in. */
function damaged(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(bytes.length - 1);
  const cut = place.map((end) => bytes.slice(0, end));
  const flipped = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 }).map((changes) => {
    const copy = bytes.slice();
    for (const [at, value] of changes) copy[at] = value;
    return copy;
  });
  return fc.oneof(cut, flipped);
}

const damagedOf = (files: readonly Uint8Array[]) => fc.constantFrom(...files).chain(damaged);

const SCENE = json('examples/scene.json');
const SETUPS = setups();
const SETUP_BYTES = new TextEncoder().encode(JSON.stringify(SETUPS[1]));
const SCENE_BYTES = new TextEncoder().encode(JSON.stringify(SCENE));
const HARD = ['parallel-bases.json'].map((file) => json(file, new URL('../../test-fixtures/geometry/cases/', import.meta.url)).scene);
const MATCH = json('three-rounds.json', MATCHES);
const MESSAGES = CHANNELS.map(({ channel }) => ({
  channel,
  bytes: new TextEncoder().encode(JSON.stringify(json(`examples/relay-${channel}.json`))),
}));
const RELAY_DOCUMENTS = CHANNELS.map(({ channel }) => ({ channel, document: json(`examples/relay-${channel}.json`) }));
const SQUAD = json('examples/xws.json');
const SQUAD_BYTES = new TextEncoder().encode(JSON.stringify(SQUAD));
const RECORDING_BYTES = new TextEncoder().encode(
  [
    { format: 'hashmark-recording', version: 1, table: 'one' },
    ...RELAY_DOCUMENTS.map(({ channel, document }, atMs) => ({ atMs, channel, message: document })),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
);
const PICTURE = readFileSync(new URL('test-000003.jpg', TABLES));
/** The same picture, small, as the other kinds of file that are read. */
const PICTURES = [
  { name: 'a.jpg', bytes: PICTURE },
  { name: 'a.png', bytes: await sharp(PICTURE).resize(160).png().toBuffer() },
  { name: 'a.webp', bytes: await sharp(PICTURE).resize(160).webp().toBuffer() },
];
/** This many bytes hold a jpeg's tables and frame, where a flipped bit changes its size, its components or how it is coded; a png's and a webp's head is within them. */
const HEADER_BYTES = 700;
/** What people type, each as it is right. */
const TYPED: readonly { readonly right: readonly string[]; readonly read: (text: string) => unknown }[] = [
  { right: ['2FB', '1TW', '0OR', '3ER'], read: parseManeuver },
  { right: ['lock', 'red boost', 'barrel roll > red lock'], read: parseBarAction },
  { right: ['911x917', '911x917±0.5', '36x36in'], read: parseMatSize },
  { right: ['212,890 1700,905 1420,210 480,205', '212,890 - 1420,210 480,205'], read: parseCorners },
];

export const FUZZED: readonly Fuzzed[] = [
  { name: 'scenes', share: 200, property: fc.property(mutated([SCENE, ...HARD, ...corpus('scenes')]), checkScene) },
  {
    name: 'scene files with damaged bytes',
    share: 150,
    property: fc.property(damaged(SCENE_BYTES), (bytes) => {
      const document = tried(() => parseJson(new TextDecoder().decode(bytes)), bytes);
      if (document !== undefined) checkScene(document);
    }),
  },
  { name: 'setups', share: 150, property: fc.property(mutated([...SETUPS, ...corpus('setups')]), checkSetup) },
  {
    name: 'setup files with damaged bytes',
    share: 100,
    property: fc.property(damaged(SETUP_BYTES), (bytes) => {
      const document = tried(() => parseJson(new TextDecoder().decode(bytes)), bytes);
      if (document !== undefined) checkSetup(document);
    }),
  },
  { name: 'evidence', share: 60, property: fc.property(mutated([json('examples/evidence.json'), ...corpus('evidence')]), checkEvidence) },
  {
    name: 'lens files',
    share: 100,
    property: fc.property(mutated([json('examples/lens.json')]), (document) => {
      const lens = tried(() => knownLensFrom(document), document);
      if (lens) assert.ok([lens.fx, lens.fy, lens.cx, lens.cy, ...lens.distortion].every(Number.isFinite));
    }),
  },
  {
    name: 'logs of matches',
    share: 150,
    property: fc.property(mutated([MATCH]), (document) => {
      tried(() => readMatch(document), document);
    }),
  },
  {
    name: 'relay messages',
    share: 190,
    property: fc.property(
      fc.constantFrom(...MESSAGES).chain(({ channel, bytes }) => fc.tuple(fc.constant(channel), damaged(bytes))),
      ([channel, bytes]) => {
        const checked = checkMessage(channel, bytes);
        if (!checked.ok) assert.ok(checked.reason.startsWith(`${channel}: `) && checked.reason.length < 2000, checked.reason);
      },
    ),
  },
  {
    name: 'relay messages with fields changed',
    share: 60,
    property: fc.property(
      fc.constantFrom(...RELAY_DOCUMENTS).chain(({ channel, document }) => fc.tuple(fc.constant(channel), mutated([document]))),
      ([channel, document]) => {
        const checked = checkMessage(channel, new TextEncoder().encode(JSON.stringify(document) ?? ''));
        if (!checked.ok) assert.ok(checked.reason.startsWith(`${channel}: `) && checked.reason.length < 2000, checked.reason);
      },
    ),
  },
  {
    name: 'squads',
    share: 60,
    property: fc.property(mutated([SQUAD, ...corpusSquads()]), (document) => {
      const squad = tried(() => readSquad(document), document);
      if (!squad) return;
      // A builder may write its keys with capitals, its list of pilots as an object, and null where a list has a gap.
      const pilots = Object.entries(document as object).find(([key]) => key.toLowerCase() === 'pilots')?.[1] as object;
      const gaps = Array.isArray(pilots) ? pilots.filter((one) => one === null).length : 0;
      assert.equal(squad.ships.length, Object.keys(pilots).length - gaps);
    }),
  },
  {
    name: 'texts of squads with damaged bytes',
    share: 60,
    property: fc.property(damagedOf([SQUAD_BYTES, ...corpusBytes('squads').filter(({ length }) => length > 0)]), (bytes) => {
      const read = readSquadText(decodeText(bytes));
      const { code, message, hint } = read.ok
        ? { code: 'squad-', message: 'a whole squad', hint: 'none' }
        : { ...read.problem, message: english(read.problem.message), hint: english(read.problem.hint) };
      assert.ok(code.startsWith('squad-') && message.length > 10 && message.length < 2000 && hint !== '', message);
    }),
  },
  {
    name: 'recordings with damaged bytes',
    share: 40,
    property: fc.property(damagedOf([RECORDING_BYTES, ...corpusBytes('recordings')]), (bytes) => {
      const recording = tried(() => parseRecording(new TextDecoder().decode(bytes)), bytes);
      if (recording) assert.ok(recording.documents.length <= RELAY_DOCUMENTS.length);
    }),
  },
  {
    name: 'recordings with fields changed',
    share: 40,
    property: fc.property(mutated(corpusLines()), (lines) => {
      if (!Array.isArray(lines)) return;
      const recording = tried(() => parseRecording(linesText(lines)), lines);
      if (!recording) return;
      const { table, documents } = recording;
      assert.deepEqual(parseRecording(linesText([{ format: 'hashmark-recording', version: 1, table }, ...documents])), recording);
    }),
  },
  {
    name: 'moves, actions, mat sizes and corners as they are typed',
    share: 60,
    property: fc.property(
      fc.constantFrom(...TYPED).chain(({ right, read }) =>
        fc.tuple(
          fc.constant(read),
          fc.oneof(
            fc.string({ maxLength: 40 }),
            fc.constantFrom(...right).chain((text) => damaged(new TextEncoder().encode(text)).map(textOf)),
          ),
        ),
      ),
      ([read, text]) => {
        const value = tried(() => read(text), text);
        if (value !== undefined) assert.ok(numbersIn(value).every(Number.isFinite), JSON.stringify(value));
      },
    ),
  },
  {
    name: "pictures' headers",
    share: 10,
    property: fc.asyncProperty(
      fc
        .constantFrom(...PICTURES)
        .chain(({ name, bytes }) =>
          fc.tuple(fc.constant(name), fc.constant(bytes), damaged(bytes.subarray(0, Math.min(HEADER_BYTES, bytes.length)))),
        ),
      async ([name, whole, header]) => {
        const isCut = header.length < Math.min(HEADER_BYTES, whole.length);
        try {
          const { widthPx, heightPx, rgba } = await pictureOf(
            isCut ? Buffer.from(header) : Buffer.concat([header, whole.subarray(header.length)]),
            name,
          );
          assert.equal(rgba.length, 4 * widthPx * heightPx);
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          assert.match((error as Error).message, /a\.[a-z]+: cannot be read as a photo \(.+\); expected a whole jpeg, png or webp/);
        }
      },
    ),
  },
];

/** Runs `total` cases, shared out over the rows. */
export async function fuzz({ share, property }: Fuzzed, total: number): Promise<void> {
  const runs = { seed: 28_2026, numRuns: Math.max(10, Math.round((total * share) / 1000)) };
  await fc.assert(property as fc.IAsyncProperty<unknown>, runs);
}
