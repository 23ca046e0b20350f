import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * With every page Chromium loads two more, for the popups of its address bar: half a second of a core. Only the last list of features counts, so this one
 * has those that Playwright turns off too.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
export const WITHOUT_POPUPS = `--disable-features=${FEATURES_OFF.join(',')}`;

/** The program file of a Chromium on this computer: `CHROMIUM`, or one on the path or in its usual place; undefined if there is no Chromium. */
export function findChromium(env = process.env) {
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [env.CHROMIUM, ...onPath, ...PLACES].find((file) => file && isProgram(file));
}

/** Finds a Chromium, installing Debian's where that is possible. Throws a sentence that says what to install. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')) {
    process.stderr.write('Installing Chromium with apt …\n');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { toStderr: true, env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { toStderr: true, env });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    'no Chromium was found: install Chromium or Google Chrome (Debian: apt-get install chromium), or set CHROMIUM to its program file.',
  );
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
