export { loadOpenCv as openCv } from '../../src/cli/inputs/node-engines.js';
