import { playwrightLauncher } from '@web/test-runner-playwright';
import { WITHOUT_POPUPS } from './scripts/lib/chromium.mjs';
import { pageBundles } from './scripts/lib/page-bundles.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Shared memory, and with it threads, are given only to isolated pages: the same headers as the product's server. */
function isolate(context, next) {
  context.set('Cross-Origin-Opener-Policy', 'same-origin');
  context.set('Cross-Origin-Embedder-Policy', 'require-corp');
  return next();
}

/** The page finds its signs beside itself, as it does where it is built. */
function signs(context, next) {
  if (context.path === '/icons.svg') context.path = '/src/app/pages/icons.svg';
  return next();
}

export default {
  files: ['test/browser/**/*.test.ts'],
  // By hand; browser-tests.mjs says how many of a run.
  concurrency: 1,
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: {
        executablePath: CHROMIUM,
        args: [
          '--no-sandbox',
          WITHOUT_POPUPS,
          '--use-angle=swiftshader',
          '--enable-unsafe-swiftshader',
          // WebGL is drawn in software, which takes long; pages are put together by Skia instead, hundreds of times as fast.
          '--disable-gpu-compositing',
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
        ],
      },
    }),
  ],
  middleware: [isolate, signs],
  plugins: [pageBundles('browser')],
  // Generous: a test machine may have much else to do, and a slow pass is no failure.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 900_000,
  testFramework: { config: { ui: 'tdd', timeout: 240_000 } },
};
