import { PROGRAMS } from './analyses/programs.mjs';

/** What is started by itself; the rest has to be used by it. */
export const PRODUCT_ENTRIES = [
  'src/cli/main.ts',
  ...Object.values(PROGRAMS).map(([file]) => `analyses/${file}`.replace('analyses/../', '')),
  'analyses/bench/vision/{bench-page,peer-worker}.ts',
  'analyses/bench/relay/built-in.ts',
  'src/service-worker/service-worker.ts',
  'src/app/locales/de.ts',
  'src/app/theme/main.ts',
  'scripts/*.mjs',
];

export default {
  entry: [
    ...PRODUCT_ENTRIES,
    'examples/*.mjs',
    'scripts/lib/{page-tests,results-reporter,run-program,test-host}.mjs',
    'scripts/lib/mutation/bail-reporter.mjs',
    'test/**/*.test.ts',
    'web-test-runner.config.mjs',
    'knip.product.js',
  ],
  project: ['src/**/*.ts', 'analyses/**/*.{ts,mjs}', 'test/**/*.ts', 'scripts/**/*.mjs', 'examples/*.mjs'],
  ignoreExportsUsedInFile: true,
  // Their programs are run by path.
  ignoreDependencies: ['dependency-cruiser', 'typescript7'],
  ignoreBinaries: ['ffmpeg', 'ffprobe'],
};
