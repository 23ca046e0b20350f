/**
 * Follows clips of a phone in a hand as the page does, with the times of a busy phone and true places with errors instead of looks, and prints how long the answer stood, how soon
 * a ship that was carried was doubted, and how exactly the overlay was placed. In Node, several starts of each clip, the same result on every machine.
 *
 *   npm run analyse -- followed [--seed 71001 --seed 71004 …] [--starts 2] [--clips DIR] [--write]
 *
 * Frames are drawn from the seed and kept in --clips. What the page adds to this, its looks and the browser, `live` shows.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadOpenCv } from '../../src/cli/inputs/node-engines.js';
import { writeSection } from './accuracy-section.js';
import { followClip } from './live/follow-clip.js';
import { type FollowedRun, followedLine, followedSection } from './live/followed-report.js';
import { type Carry, handClip } from './live/hand-clip.js';
import { makeClip } from './live/make-clip.js';

const CARRIES: readonly Carry[] = ['after', 'around', 'away'];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['71001', '71004', '71008', '71007', '71012'] },
    starts: { type: 'string', default: '2' },
    clips: { type: 'string', default: join(tmpdir(), 'hashmark-clips') },
    write: { type: 'boolean', default: false },
  },
});
const [seeds, starts] = [values.seed.map(Number), Number(values.starts)];
if (!seeds.every(Number.isInteger) || !Number.isInteger(starts) || starts < 1)
  throw new Error(`Got ${JSON.stringify(values)}, expected --seed N --starts N`);

const { cv } = await loadOpenCv();
const runs: FollowedRun[] = [];
for (const seed of seeds) {
  for (const carry of CARRIES) {
    const clip = handClip(seed, { carry });
    const paths = await makeClip(clip, join(values.clips, `${carry}-${seed}`));
    const held = clip.frames.findIndex(({ isMoved }) => isMoved);
    for (let i = 0; i < starts; i++) {
      const start = Math.floor((i * 2 * held) / starts);
      const run = { clip, carry, start, moments: await followClip(cv, clip, paths, start) };
      runs.push(run);
      process.stdout.write(followedLine(run));
    }
  }
}
const section = followedSection(runs);
process.stdout.write(`\n${section}`);
if (values.write) await writeSection(section, 'followed');
