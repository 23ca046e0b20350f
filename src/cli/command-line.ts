import { nearestWord } from './terminal/nearest-word.js';
import { print, say } from './terminal/output.js';

const COMMANDS = {
  measure: () => import('./commands/measure.js'),
  map: () => import('./commands/map.js'),
  report: () => import('./commands/report.js'),
  range: () => import('./commands/range.js'),
  move: () => import('./commands/move.js'),
  evidence: () => import('./commands/evidence.js'),
  referee: () => import('./commands/referee.js'),
  results: () => import('./commands/results.js'),
  squad: () => import('./commands/squad.js'),
  lens: () => import('./commands/lens.js'),
  prove: () => import('./commands/prove.js'),
  setup: () => import('./commands/setup.js'),
  eval: () => import('./commands/eval.js'),
  serve: () => import('./commands/serve.js'),
  replay: () => import('./commands/replay.js'),
  broker: () => import('./commands/broker.js'),
} as const;

const USAGE = `hashmark COMMAND …

  measure IMAGE… [--one-table] [--setup FILE] [--mat WIDTHxDEPTH[±SIGMA]] [--mat-sigma MM] [--corners "u,v u,v u,v u,v"] [--edges "u,v:u,v …"] [--calibration FILE] [--mirrored] [--json]
                                                  finds the table in each photo or video, prints a scene for each; --one-table: all show one table
  map IMAGE… [--setup FILE] [--mat …] [--mat-sigma MM] [--calibration FILE] [--mirrored] [--out map.webp] [--json]
                                                  stitches the mat's print from several pictures of it, with or without bases
  report SCENE [--json]                           every range, arc and obstruction answer for a scene
  range SCENE --from ID --to ID [--arc ARC] [--json]
                                                  at which range a thing is and beyond which; with an arc, the attack range
  move SCENE --ship ID --maneuver CODE [--align left|middle|right] [--json]
                                                  where the ship ends and what it touches
  evidence FILE [--report] [--json]               verifies the signature of frozen evidence, and prints what it says
  referee MATCH [--json]                          what a referee would say of a match that the app has saved
  results SHEET… [--json]                         the results of a hall from score sheets: a table for a spreadsheet, or one file
  squad FILE [--json]                             the ships of a squad (XWS, or a link that holds it), their bases, dials and arcs
  lens PICTURE… --out FILE [--camera NAME] [--mirrored] [--json]
                                                  makes a lens file from pictures of the printed sheet
  setup IMAGE… --out FILE [--setup FILE] [--mat …] [--mat-sigma MM] [--corners …] [--edges …] [--calibration FILE] [--mirrored] [--json]
                                                  makes a setup from pictures of one table and camera: what stays the same there
  prove IMAGE… [--setup FILE] [--mat …] [--mat-sigma MM] [--corners …] [--edges …] [--calibration FILE] [--mirrored] [--json]
                                                  reads straight templates and rulers on the mat by everything but themselves, to prove what is measured
  eval DIR [--told nothing|mat|setup] or what is known, as of measure [--without RULE,…] [--json] [--scores FILE]
                                                  measures every picture of DIR that has a truth file beside it; without some rules of the border
  serve [--port N] [--host H] [--table NAME] [--delay SECONDS] [--record FILE] [--broker URL] [--json]
                                                  the app and its overlay relay; --record FILE keeps a table's states, --broker URL passes them on
  replay FILE [--url URL --token TOKEN [--table NAME] [--speed N]] [--json]
                                                  plays recorded states to a relay, or prints them
  broker TABLE… --out FOLDER [--json]             makes Mosquitto's configuration for an event with many tables

--mat: the mat's size in mm, such as 911x917±0.5, or 36x36in; --mat-sigma: one standard deviation of it, mm. --corners: its corners in px, in order around the mat, beginning nearest-left to player 1,
- for one out of view. --edges: beside or in place of corners that are out of view, two places on each edge, u,v:u,v, beginning with the edge nearest to player 1, - for one out of
view; three edges are enough, or two corners with the edges beyond them. All outrank a setup.
--mirrored: the pictures are mirror images, as some cameras and programs give them; nothing but a person can tell.
`;

/** Of one command what it does, or all that there is. */
function usageOf(command: string | undefined): string {
  const own = USAGE.split(/\n(?= {2}\w|\n)/).find((part) => part.startsWith(`  ${command} `));
  return own === undefined ? USAGE : `hashmark ${own.trim()}\n`;
}

/** Runs one command, prints its result, and resolves with its exit status: 0 done, 1 could not be done, 2 wrong use. Never throws. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    return await runCommand(argv);
  } catch (error) {
    say(`hashmark: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function runCommand(argv: readonly string[]): Promise<number> {
  const [command, ...args] = argv;
  const isAskedForHelp = argv.some((one) => one === '--help' || one === '-h');
  if (command === undefined || isAskedForHelp) {
    if (isAskedForHelp) print(usageOf(command));
    else say(USAGE);
    return isAskedForHelp ? 0 : 2;
  }
  if (!Object.hasOwn(COMMANDS, command)) {
    const names = Object.keys(COMMANDS);
    const nearest = nearestWord(command, names);
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    say(`hashmark: there is no command "${command}"; expected one of ${names.join(', ')}.${meant}\n`);
    return 2;
  }
  const { run } = await COMMANDS[command as keyof typeof COMMANDS]();
  return run(args);
}
