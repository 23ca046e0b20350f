import { rulesVersionOf } from '../../game/log/match-file.js';
import { type Remark, remarks } from '../../game/log/remarks.js';
import { type MatchState, statesOfMatch } from '../../game/log/states-of-match.js';
import { RULES_VERSION } from '../../game/model/rules-version.js';
import { english } from '../../texts/english.js';
import { readJson } from '../inputs/read-json.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';

const USE = 'hashmark referee MATCH [--json]';

/** Prints what a referee would say of a match, and how it stands. Exit status 0 done, 1 not done, 2 wrong use. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  try {
    args = parseArgs(argv, { flags: ['json'], values: [] });
    if (args.names.length !== 1) throw new UsageError(`got ${args.names.length} files, expected one.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark referee: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  try {
    const { states, rulesVersion } = await readJson(args.names[0]!, 'the log of a match', (json) => ({
      states: statesOfMatch(json),
      rulesVersion: rulesVersionOf(json),
    }));
    const said = remarks(states).map((one) => ({ ...one, text: english(one.text), after: english(one.after) }));
    if (rulesVersion < RULES_VERSION)
      say(`hashmark referee: played by version ${rulesVersion} of the rules, read by version ${RULES_VERSION}.\n`);
    print(args.flags.has('json') ? `${JSON.stringify(refereeFile(said, states, rulesVersion))}\n` : refereeText(said, states));
    return 0;
  } catch (error) {
    say(`hashmark referee: ${(error as Error).message}\n`);
    return 1;
  }
}

type PrintedRemark = Omit<Remark, 'text' | 'after'> & { readonly text: string; readonly after: string };

function refereeFile(said: readonly PrintedRemark[], states: readonly MatchState[], rulesVersion: number) {
  const state = states.at(-1)?.state;
  const ships = (state?.ships ?? []).map(({ id, name, owner, hull, shields, isRemoved }) => ({
    id,
    name,
    owner,
    hull,
    shields,
    isRemoved,
  }));
  const stands = state && { round: state.round, phase: state.phase, ships };
  return { format: 'hashmark-referee', version: 1, rulesVersion, remarks: said, ...stands };
}

function refereeText(said: readonly PrintedRemark[], states: readonly MatchState[]): string {
  const lines = said.map(({ round, phase, after, text }) => `round ${round}, ${phase}: ${text} (after: ${after})`);
  const state = states.at(-1)?.state;
  const ships = (state?.ships ?? []).map(({ name, owner, hull, shields, hasFled, isRemoved }) =>
    isRemoved
      ? `  ${name} (player ${owner}): ${hasFled ? 'fled' : 'removed'}`
      : `  ${name} (player ${owner}): hull ${hull}, shields ${shields}`,
  );
  const stands = state ? [`After round ${state.round}, ${state.phase}, ${states.length} events:`, ...ships] : ['The match has not begun.'];
  return `${[...(lines.length > 0 ? lines : ['The referee has nothing to say.']), ...stands].join('\n')}\n`;
}
