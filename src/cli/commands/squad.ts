import { readFile } from 'node:fs/promises';
import { type SquadFacts, squadFacts } from '../../game/squad/squad-facts.js';
import { readSquadText } from '../../game/squad/squad-text.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';

const USE = 'hashmark squad FILE [--json]';

/** Prints the ships of a squad in the community's format, with what of it is not known. Exit status 0 done, 1 not done, 2 wrong use. */
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
    const facts = await readFacts(args.names[0]!);
    print(args.flags.has('json') ? `${JSON.stringify(facts)}\n` : squadText(facts));
    return 0;
  } catch (error) {
    say(`hashmark squad: ${(error as Error).message}\n`);
    return 1;
  }
}

/** A file may hold the squad itself, or a link that holds it. */
async function readFacts(path: string): Promise<SquadFacts> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error}). Give the path of a squad (XWS).`);
  }
  const read = readSquadText(text);
  if (!read.ok) throw new Error(`${path}: ${read.problem.message} ${read.problem.hint}`);
  return squadFacts(read.squad);
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
  dial,
  weapons,
  unknown,
}: SquadFacts['ships'][number]): string[] {
  const armed = weapons.map((weapon) => `${weapon.name} ${weapon.value} (${weapon.arc})`).join(', ');
  return [
    ship ? `${name}, ${ship}: ${base} base, initiative ${initiative ?? 'unknown'}` : `${name}: unknown`,
    ...(agility === undefined ? [] : [`    agility ${agility}, hull ${hull}, shields ${shields}`]),
    ...(armed ? [`    ${armed}`] : []),
    ...(dial ? [`    ${dial.join(' ')}`] : []),
    ...unknown.map((sentence) => `    ? ${sentence}`),
  ];
}
