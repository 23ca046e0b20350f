/**
 * The architecture: who may use whom. One row for each folder of src: the folders it may import from, and the packages.
 * What is not in its row is forbidden. `analyses` may use anything, and nothing may use it.
 */
const WHO_USES_WHOM = {
  texts: { folders: [], packages: [] },
  geometry: { folders: [], packages: ['robust-predicates'] },
  pieces: { folders: ['geometry'], packages: [] },
  table: { folders: ['texts', 'geometry', 'pieces'], packages: ['valibot'] },
  judge: { folders: ['geometry', 'pieces', 'table'], packages: ['robust-predicates', 'valibot'] },
  game: { folders: ['texts', 'geometry', 'pieces', 'table', 'judge'], packages: ['fflate', 'valibot'] },
  scene: { folders: ['texts', 'geometry', 'pieces', 'table', 'judge', 'game'], packages: [] },
  evidence: { folders: ['texts', 'geometry', 'pieces', 'table', 'judge'], packages: ['valibot'] },
  sim: { folders: ['geometry', 'pieces', 'table'], packages: ['three'] },
  vision: { folders: ['texts', 'geometry', 'pieces', 'table'], packages: ['@techstark/opencv-js', 'onnxruntime-web', 'onnxruntime-common', 'wasm-feature-detect'] },
  worker: { folders: ['texts', 'geometry', 'pieces', 'table', 'vision'], packages: ['comlink', '@techstark/opencv-js', 'onnxruntime-web'] },
  relay: { folders: ['texts', 'geometry', 'pieces', 'table', 'judge'], packages: ['aedes', 'mqtt', 'mqtt-packet', 'valibot', 'ws'] },
  'service-worker': { folders: [], packages: ['workbox-.*'] },
  app: {
    folders: ['texts', 'geometry', 'pieces', 'table', 'judge', 'game', 'scene', 'evidence', 'sim', 'worker', 'relay'],
    packages: ['lit', '@lit/.*', '@awesome\\.me/webawesome', 'comlink', 'obs-websocket-js', 'qr', 'valibot', 'workbox-window'],
  },
  cli: {
    folders: ['texts', 'geometry', 'pieces', 'table', 'judge', 'game', 'evidence', 'vision', 'relay'],
    packages: ['@techstark/opencv-js', 'mime-types', 'node-forge', 'onnxruntime-web', 'qr', 'serve-static', 'sharp', 'valibot', 'wasm-feature-detect'],
  },
};

/**
 * The stages inside a folder, in their order: a stage may use those before it, never one after it. What lies in the folder itself (game's `reduce`)
 * stands where its name does.
 */
const STAGES = {
  vision: ['runtime/', 'image/', 'solve/', 'print/', 'lens/', 'bases/', 'objects/', 'mat/', 'frame/', 'session/', 'track/'],
  judge: ['core/', 'range/', 'arc/', 'attack/', 'maneuver/', 'report/'],
  game: ['model/', 'squad/', 'table/', 'steps/', 'queue/', 'reduce', 'choices', 'odds/', 'log/'],
  relay: ['wire/', 'client/', 'broker/', 'hall/'],
  scene: ['words/', 'accuracy/', 'draw/', 'ask/', 'stream/'],
};

/** Folders that must run anywhere: no module of Node's either. */
const PLATFORM_FREE = ['texts', 'geometry', 'pieces', 'table', 'judge', 'game', 'scene', 'evidence', 'vision', 'sim', 'worker', 'app'];

/** What of a folder others may use, where that is not all of it. */
const APIS = [
  { of: 'worker', to: 'app', only: '(watch-)?api\\.ts$', why: 'pixels never leave the worker: the page knows its api only' },
  {
    of: 'relay',
    to: 'app',
    only: '(client/(publisher|subscriber)|wire/(messages|topics|recording))\\.ts$',
    why: 'a page is a client of the relay, and plays its recordings; the broker is for Node',
  },
];

const folderRules = Object.entries(WHO_USES_WHOM).map(([folder, { folders }]) => ({
  name: `${folder}-uses-only-its-row`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [folder, ...folders].map((each) => `^src/${each}/`) },
}));

const stageRules = Object.entries(STAGES).flatMap(([folder, stages]) =>
  stages.slice(0, -1).map((stage, i) => ({
    name: `${folder}/${stage.replace('/', '')}-uses-no-later-stage`,
    severity: 'error',
    from: { path: `^src/${folder}/${stage}` },
    to: { path: stages.slice(i + 1).map((later) => `^src/${folder}/${later}`) },
  })),
);

const packageRules = Object.entries(WHO_USES_WHOM).map(([folder, { packages }]) => ({
  name: `${folder}-uses-only-its-packages`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^node_modules/', pathNot: packages.map((name) => `^node_modules/(@types/)?${name}/`) },
}));

const apiRules = APIS.map(({ of, to, only, why }) => ({
  name: `${to}-uses-${of}-by-its-api`,
  comment: why,
  severity: 'error',
  from: { path: `^src/${to}/` },
  to: { path: `^src/${of}/`, pathNot: `^src/${of}/${only}` },
}));

module.exports = {
  forbidden: [
    ...folderRules,
    ...stageRules,
    ...packageRules,
    ...apiRules,
    {
      name: 'platform-free',
      severity: 'error',
      from: { path: `^src/(${PLATFORM_FREE.join('|')})/` },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'nothing-uses-analyses', severity: 'error', from: { path: '^src/' }, to: { path: '^analyses/' } },
    { name: 'nothing-uses-scripts', comment: 'scripts may use src, and write files of it', severity: 'error', from: { path: '^src/' }, to: { path: '^scripts/' } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-missing', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'only-our-own-packages',
      comment: 'what package.json does not name may be gone with the next installation',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'npm-start-has-what-it-needs',
      comment: 'npm start installs dependencies alone',
      severity: 'error',
      from: { path: '^(src/|rollup\\.config\\.mjs|scripts/start\\.mjs)' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.js', '.mjs', '.json'] },
  },
};
