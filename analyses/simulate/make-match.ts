/** Writes the example match of three rounds to test-fixtures/matches, with a README that describes it event by event. */
import { writeFile } from 'node:fs/promises';
import { eventsThatCount } from '../../src/game/log/history.js';
import { matchFile } from '../../src/game/log/match-file.js';
import { eventWords } from '../../src/game/model/event-words.js';
import { english } from '../../src/texts/english.js';
import { threeRounds } from './three-rounds.js';

const FOLDER = 'test-fixtures/matches';
const history = threeRounds();
/** Steps in which nothing is decided would only make the table long. */
const SILENT = ['done', 'end activation', 'end engaging', 'pay costs', 'attack'];
const shown = eventsThatCount(history).filter(
  ({ event, state }) => !(SILENT.includes(event.kind) && !state.notes.map(english).includes('The attack is over')),
);
const rows = shown.map(({ event, state }) => {
  const notes = state.notes.map(english).join('; ');
  return `| ${state.round} | ${state.phase} | ${english(eventWords(event, state))} | ${notes} |`;
});
await writeFile(`${FOLDER}/three-rounds.json`, `${JSON.stringify(matchFile(history), null, 1)}\n`);
await writeFile(
  `${FOLDER}/README.md`,
  `# Matches

\`three-rounds.json\` is the log of a match as the app saves it (\`hashmark-match\`, version 2; \`three-rounds-v1.json\` is the same match as version 1 wrote it): every entry numbered, with the table it
happened on, and nothing struck out: a dial that was set and taken back is there with its \`undo\`. The poses are exact, the dice are
those of the generator. \`npm run analyse -- make-match\` plays it (\`analyses/simulate/three-rounds.ts\`) and writes this
folder; \`test/game/match.test.ts\` replays it, and the app does so under *History*.

What it shows: dials by initiative; full and partial execution and the lost action; a red maneuver and its stress, a blue one that takes
it away; attacks at range 3 with the defender's bonus die, one past an asteroid, one with a weapon that has the ordnance icon; focus and
evade; an ability in the queue, once left and twice used (it is made up: card texts are not shipped).

| round | phase | event | what came of it |
|---|---|---|---|
${rows.join('\n')}
`,
);
