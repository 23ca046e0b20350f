/**
 * Plays a round of two ships with the rules as a library, in plain Node: `npm run build:library`, then `node examples/play-a-round.mjs`.
 * It chooses by what the rules offer and prints what happens; the log goes to standard output as the last line, as a file of a match.
 */
import { choices, english, eventWords, knownEntry, matchFile, NEW_HISTORY, notices, present, recorded, SHIP_KINDS, seedFrom } from 'hashmark/game';
import { parseScene, report } from 'hashmark/judge';

// Where the ships stand: a scene, as `hashmark measure` prints it or as anybody writes it (docs/formats/scene.schema.json).
const table = parseScene({
  format: 'hashmark-scene',
  version: 1,
  table: { widthMm: 914.4, depthMm: 914.4 },
  ships: [
    { id: 'luke', base: 'small', owner: 1, xMm: 450, yMm: 250, headingDeg: 0, arcs: ['front'] },
    { id: 'howl', base: 'small', owner: 2, xMm: 470, yMm: 600, headingDeg: 180, arcs: ['front'] },
  ],
});
const { mm, range, certain } = report(table).pairs[0].closest;
console.log(`At first they are ${mm.toFixed(0)} mm apart: ${certain ? '' : 'perhaps '}${range > 3 ? 'beyond range 3' : `range ${range}`}.`);

// Which ships they are; what the list knows of them is taken from it.
const kind = (xws) => SHIP_KINDS.find((one) => one.xws === xws);
const ships = [
  knownEntry(kind('t65xwing'), { id: 'luke', owner: 1, name: 'Luke', initiative: 5 }),
  knownEntry(kind('tielnfighter'), { id: 'howl', owner: 2, name: 'Howlrunner', initiative: 5 }),
];
let history = NEW_HISTORY;

function play(event) {
  const next = recorded(history, event);
  // What the rules do not allow comes back as a refusal with the id of the rule; the history stays as it was.
  if (next.refused) throw new Error(`${english(next.message)} [${next.code}] ${english(next.hint)}`);
  history = next;
  const state = present(history);
  console.log(`  ${english(eventWords(event, state))}${state.notes.length > 0 ? `: ${state.notes.map(english).join('; ')}` : ''}`);
}

play({ kind: 'begin', table, ships, abilities: [], firstPlayer: 1, seed: seedFrom(5), options: {} });
play({ kind: 'set dial', ship: 'luke', code: '2FB' });
play({ kind: 'set dial', ship: 'howl', code: '2FB' });
while (present(history).round === 1) {
  // The first of what can be done now that is allowed; a ship that is done with its dial, its action or its attack goes on to the next thing.
  const state = present(history);
  const allowed = choices(state).filter(({ refusal, isVariant }) => refusal === undefined && !isVariant);
  play(allowed[0].event);
}
for (const { text } of notices(present(history))) console.log(`The referee says: ${text}.`);
console.log(JSON.stringify(matchFile(history)));
