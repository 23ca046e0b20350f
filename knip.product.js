import { PRODUCT_ENTRIES } from './knip.js';

/** What the product and its programs use, tests left out: an export that only a test uses is one too many. */
export default { entry: PRODUCT_ENTRIES, project: ['src/**/*.ts', 'analyses/**/*.ts'], ignoreExportsUsedInFile: true };
