import { type SquadFacts, squadFacts } from '../../game/squad/squad-facts.js';
import { readSquadText } from '../../game/squad/squad-text.js';
import { englishProblem } from '../../texts/english.js';
import { readText } from '../inputs/read-text.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';

const USE = 'hashmark squad FILE [--json]';

/** Prints the ships of a squad in the community's format, with what of it is not known; of several squads one after the other. Exit status 0 done, 1 not done, 2 wrong use. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  try {
    args = parseArgs(argv, { flags: ['json'], values: [] });
    if (args.names.length !== 1) throw new UsageError(`got ${args.names.length} files, expected one.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark squad: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  try {
    const squads = await readFacts(args.names[0]!);
    print(
      squads
        .map((facts) => (args.flags.has('json') ? `${JSON.stringify(facts)}\n` : squadText(facts)))
        .join(args.flags.has('json') ? '' : '\n'),
    );
    return 0;
  } catch (error) {
    say(`hashmark squad: ${(error as Error).message}\n`);
    return 1;
  }
}

/** A file may hold the squad itself, several of them, words around them, or a link that holds it. */
async function readFacts(path: string): Promise<readonly SquadFacts[]> {
  const read = readSquadText(await readText(path, 'a squad (XWS)'));
  if (!read.ok) throw new Error(`${path}: ${englishProblem(read.problem)}`);
  return [read.squad, ...read.others].map(squadFacts);
}

function squadText({ name, faction, ships, obstacles, unknown }: SquadFacts): string {
  const head = `${name || 'A squad without a name'}${faction ? ` (${faction})` : ''}, ${ships.length} ${ships.length === 1 ? 'ship' : 'ships'}`;
  const tokens = obstacles.map(({ xws, name: token }) => token ?? xws).join(', ');
  const lines = [
    head,
    ...unknown.map((sentence) => `  ? ${sentence}`),
    ...(tokens ? [`  obstacles: ${tokens}`] : []),
    ...ships.flatMap(shipLines),
  ];
  return `${lines.join('\n')}\n`;
}

function shipLines({
  name,
  ship,
  base,
  initiative,
  agility,
  hull,
  shields,
  force,
  dial,
  actions,
  weapons,
  unknown,
}: SquadFacts['ships'][number]): string[] {
  const armed = weapons.map((weapon) => `${weapon.name} ${weapon.value} (${weapon.arc})`).join(', ');
  return [
    ship ? `${name}, ${ship}: ${base} base, initiative ${initiative ?? 'unknown'}` : unknown.length > 0 ? `${name}: unknown` : name,
    ...(agility === undefined ? [] : [`    agility ${agility}, hull ${hull}, shields ${shields}${force ? `, force ${force}` : ''}`]),
    ...(armed ? [`    ${armed}`] : []),
    ...(dial ? [`    ${dial.join(' ')}`] : []),
    ...(actions ? [`    ${actions.join(', ')}`] : []),
    ...unknown.map((sentence) => `    ? ${sentence}`),
  ];
}
