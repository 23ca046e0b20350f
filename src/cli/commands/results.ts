import { hallResults, resultsCsv } from '../../game/score/hall-results.js';
import { readScore } from '../../game/score/score-file.js';
import { readJson } from '../inputs/read-json.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';

const USE = 'hashmark results SHEET… [--json]';

/** Prints the results of a hall from the score sheets that were handed in, for a spreadsheet or as one file. Exit status 0 done, 1 not done, 2 wrong use. */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  try {
    args = parseArgs(argv, { flags: ['json'], values: [] });
    if (args.names.length === 0) throw new UsageError('got no file, expected score sheets.');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark results: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  try {
    const sheets = await Promise.all(args.names.map((name) => readJson(name, 'a score sheet', readScore)));
    const results = hallResults(sheets);
    print(args.flags.has('json') ? `${JSON.stringify(results)}\n` : resultsCsv(results));
    return 0;
  } catch (error) {
    say(`hashmark results: ${(error as Error).message}\n`);
    return 1;
  }
}
