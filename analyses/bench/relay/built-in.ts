/** The built-in broker as a process of its own: gets tables, answers with the port of each. */
import { openRelay } from '../../../src/relay/broker/broker.js';
import { listenOnTcp } from '../../../src/relay/broker/listeners.js';
import type { BenchTable } from './bench-broker.js';

process.once('message', async (named: readonly Omit<BenchTable, 'url'>[]) => {
  const ports: number[] = [];
  for (const { table, tokens } of named) ports.push((await listenOnTcp(await openRelay({ table, tokens }), '127.0.0.1', 0)).port);
  process.send!(ports);
});
