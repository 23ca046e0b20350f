/**
 * A reporter for test-host.mjs: prints failed tests with their errors, and with `HASHMARK_TITLES` the passed ones too; writes passed, failed,
 * milliseconds and processor milliseconds of each file as JSON to the file in `HASHMARK_RESULTS`. Once every known test is done the process ends, whatever it left running:
 * Node's own --test-force-exit would end it before reports are written.
 */
import { writeFileSync, writeSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

const HOST = fileURLToPath(new URL('test-host.mjs', import.meta.url));
/** For hooks that close servers and browsers after the last test, ms: a busy machine takes some seconds for that. */
const CLOSING_MS = 10_000;

/** The files that were asked for, by their whole paths: they are reported as they were named. */
const asked = new Map(process.argv.slice(2).map((file) => [resolve(file), file]));
const files = new Map();
/** Titles of the test that is reported and those around it. */
const titles = [];
let open = 0;
/** Processor time of this process until the last test that ended. */
let usedMs = 0;
let doneMs;

export default async function* resultsReporter(events) {
  // Not kept from ending by this; but a process that something else keeps is ended.
  setInterval(endWhenDone, 50).unref();
  for await (const { type, data } of events) {
    if (data.nesting === 0 && type === 'test:enqueue') open += 1;
    if (data.nesting === 0 && type === 'test:complete') open -= 1;
    if (type === 'test:start') titles.splice(data.nesting, titles.length, data.name);
    if (type === 'test:pass' || type === 'test:fail') note(type === 'test:pass', data);
  }
  writeResults();
  doneMs = 0;
  yield '';
}

function note(isPassed, { name, file, nesting, details, skip, todo }) {
  if (!file || file === HOST) return;
  const found = of(file);
  found.isEmpty = false;
  if (nesting === 0) {
    found.ms += details.duration_ms;
    const before = usedMs;
    usedMs = processorMs();
    found.processorMs += usedMs - before;
  }
  if (details.type === 'suite' || skip !== undefined || todo !== undefined) return;
  found[isPassed ? 'passed' : 'failed'] += 1;
  const title = [...titles.slice(0, nesting), name].join(' › ');
  if (isPassed) {
    if (process.env.HASHMARK_TITLES) print(`✔ ${title} (${details.duration_ms.toFixed(0)} ms)`);
  } else print(`✖ ${title} (${shown(file)})\n${indented(details.error?.cause ?? details.error)}`);
}

/** Of all threads; what other processes did for the test is not in it. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function of(file) {
  if (!files.has(file)) files.set(file, { passed: 0, failed: 0, ms: 0, processorMs: 0, isEmpty: true });
  return files.get(file);
}

function endWhenDone() {
  // Read late: Node may load this before the host has begun.
  if (doneMs === undefined && globalThis.hashmarkTestHost?.isImported && open === 0) doneMs = Date.now();
  if (doneMs === undefined || Date.now() - doneMs < CLOSING_MS) return;
  writeResults(doneMs > 0 ? 'left something running' : undefined);
  process.exit();
}

function writeResults(remark) {
  const { broken } = globalThis.hashmarkTestHost;
  for (const { file, error } of broken.splice(0)) {
    print(`✖ ${file} could not be imported\n${indented(error)}`);
    of(resolve(file)).failed += 1;
    of(resolve(file)).isEmpty = false;
  }
  const results = [...files].map(([file, found]) => ({ file: shown(file), ...found, remark }));
  writeFileSync(process.env.HASHMARK_RESULTS, JSON.stringify(results));
}

function indented(error) {
  return inspect(error).replace(/^/gm, '    ');
}

function shown(file) {
  return asked.get(file) ?? relative(process.cwd(), file);
}

function print(text) {
  writeSync(1, `${text}\n`);
}
