import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BrokerTable, mosquittoFiles } from '../relay/mosquitto-config.js';
import { makeToken, makeTokens } from '../relay/tokens.js';
import { isTableName } from '../relay/topics.js';
import { type Args, parseArgs, UsageError } from './args.js';
import { print, say } from './output.js';

const USE = 'hashmark broker TABLE… --out FOLDER [--host H] [--port N] [--ws-port N] [--json]';

/**
 * Makes the configuration of a Mosquitto for many tables: settings, access lists, passwords and, for the one who sets the tables up, all
 * tokens. Exit status 0 done, 1 not done, 2 wrong use.
 */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  try {
    args = parseArgs(argv, { flags: ['json'], values: ['out', 'host', 'port', 'ws-port'] });
    const wrong = args.names.find((name) => !isTableName(name));
    if (wrong !== undefined) throw new UsageError(`expected tables' names of 1 to 32 of a-z, 0-9 and -, got ${JSON.stringify(wrong)}.`);
    if (args.names.length === 0 || !args.values.has('out')) throw new UsageError('expected the name of each table, and --out FOLDER.');
    for (const name of ['port', 'ws-port']) {
      if (!/^[1-9]\d{0,4}$/.test(args.values.get(name) ?? '1'))
        throw new UsageError(`--${name}: expected a port, got ${args.values.get(name)}.`);
    }
    if (!/^[\w.:-]+$/.test(args.values.get('host') ?? 'localhost')) throw new UsageError('--host: expected a host name or address.');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark broker: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  try {
    const made = await makeFiles([...new Set(args.names)], args.values);
    const { folder, port, host } = made;
    print(
      args.flags.has('json')
        ? `${JSON.stringify(made)}\n`
        : `Made ${folder}. Start the broker: mosquitto -c ${join(folder, 'mosquitto.conf')}\n` +
            `All tokens are in ${join(folder, 'tokens.json')}. At each table: hashmark serve --table TABLE --broker mqtt://relay%40TABLE:RELAY_TOKEN@${host}:${port}\n`,
    );
    return 0;
  } catch (error) {
    say(`hashmark broker: ${(error as Error).message}\n`);
    return 1;
  }
}

async function makeFiles(names: readonly string[], values: Args['values']) {
  const folder = resolve(values.get('out')!);
  const host = values.get('host') ?? 'localhost';
  const port = Number(values.get('port') ?? 1883);
  const webSocketPort = Number(values.get('ws-port') ?? 9001);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: its tokens may be in use. Choose another --out FOLDER.`);
  const tables: BrokerTable[] = names.map((table) => ({ table, tokens: { ...makeTokens(), relay: makeToken() } }));
  const directorToken = makeToken();
  const files = mosquittoFiles({ tables, directorToken, folder, host, port, webSocketPort });
  const tokens = { director: directorToken, tables: Object.fromEntries(tables.map((one) => [one.table, one.tokens])) };
  for (const [name, text] of Object.entries({ ...files, 'tokens.json': `${JSON.stringify(tokens, undefined, 2)}\n` })) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
  }
  return { folder, host, port, webSocketPort, tokens };
}
