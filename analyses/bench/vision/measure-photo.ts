import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { quantile } from '../../accuracy/quantile.js';
import type { BenchRow } from '../bench-row.js';

export const MEASURE_PHOTO = 'measure-photo';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FIXTURES = 'test-fixtures/tables';
/** What the median is meant to stay under, s. */
const LIMIT_S = 2.5;

/** `hashmark measure`, each photo in a process of its own; of fewer than all, evenly chosen ones. */
export async function measurePhotoRow(photos: number): Promise<BenchRow> {
  const all = (await readdir(`${ROOT}${FIXTURES}`)).filter((name) => name.endsWith('.jpg'));
  const some = photos >= all.length ? all : Array.from({ length: photos }, (_, i) => all[Math.floor((i * all.length) / photos)]!);
  const seconds: number[] = [];
  for (const name of some) seconds.push(await measureS(`${FIXTURES}/${name}`));
  const ours = quantile(seconds, 0.5);
  return {
    id: MEASURE_PHOTO,
    what: 'hashmark measure of one photo, process included',
    ours,
    oursP95: quantile(seconds, 0.95),
    peer: LIMIT_S,
    peerName: 'limit of the median',
    unit: 's',
    ratio: ours / LIMIT_S,
    input: `${some.length} photos of ${FIXTURES}, worst ${Math.max(...seconds).toFixed(2)} s (limit 5)`,
  };
}

async function measureS(photo: string): Promise<number> {
  const from = performance.now();
  const child = spawn('npm', ['run', '-s', 'hashmark', '--', 'measure', photo], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = (await once(child, 'exit')) as [number];
  if (status !== 0) throw new Error(`hashmark measure ${photo} ended with ${status}.`);
  return (performance.now() - from) / 1000;
}
