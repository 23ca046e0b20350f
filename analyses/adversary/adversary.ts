import { runAdversary } from './random-user.js';

/** npm run adversary [ACTIONS] [SEED]: a simulated user on tables with truth; every wrong certain answer is listed, and too many of them fail. */
const MAX_WRONG = 0.0005;
const [actions = 10_000, seed = 1] = process.argv.slice(2).map(Number);
const { certain, wrong, actions: done } = runAdversary(actions, seed);
for (const one of wrong) process.stdout.write(`seed ${one.seed}, action ${one.action} (${one.doing}): "${one.said}", but ${one.truth}\n`);
const share = certain > 0 ? wrong.length / certain : 0;
process.stdout.write(
  `${done} actions, ${certain} certain verdicts, ${wrong.length} wrong (${(100 * share).toFixed(3)} %, at most ${100 * MAX_WRONG} %)\n`,
);
process.exitCode = share <= MAX_WRONG && certain > 0 ? 0 : 1;
