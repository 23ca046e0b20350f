import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeToken, makeTokens } from '../../relay/broker/access-tokens.js';
import { type BrokerTable, mosquittoFiles } from '../../relay/hall/mosquitto-config.js';
import { isTableName } from '../../relay/wire/topics.js';
import { type HallTokens, keepTokens, replaceToken } from '../serve/broker-tokens.js';
import { type Args, parseArgs, UsageError } from '../terminal/args.js';
import { print, say } from '../terminal/output.js';

const USE =
  'hashmark broker TABLE… --out FOLDER [--host H] [--port N] [--ws-port N] [--cert FILE --key FILE] [--json]\n' +
  '     hashmark broker --replace ROLE@TABLE --out FOLDER [--json]';

/**
 * Makes the configuration of a Mosquitto for many tables: settings, access lists, passwords and, for the one who sets the tables up, all
 * tokens; or replaces one token of it. Exit status 0 done, 1 not done, 2 wrong use.
 */
export async function run(argv: readonly string[]): Promise<number> {
  let args: Args;
  try {
    args = parseArgs(argv, { flags: ['json'], values: ['out', 'host', 'port', 'ws-port', 'cert', 'key', 'replace'] });
    checkUse(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`hashmark broker: ${error.message}\nUse: ${USE}\n`);
    return 2;
  }
  const { names, values } = args;
  const folder = resolve(values.get('out')!);
  const replaced = values.get('replace');
  try {
    const made =
      replaced === undefined
        ? await makeFiles([...new Set(names)], folder, values)
        : { folder, tokens: await replaceToken(folder, replaced) };
    print(args.flags.has('json') ? `${JSON.stringify(made)}\n` : (replaced === undefined ? madeWords : replacedWords)(folder, values));
    return 0;
  } catch (error) {
    say(`hashmark broker: ${(error as Error).message}\n`);
    return 1;
  }
}

function checkUse({ names, values }: Args): void {
  const wrong = names.find((name) => !isTableName(name));
  if (wrong !== undefined) throw new UsageError(`expected tables' names of 1 to 32 of a-z, 0-9 and -, got ${JSON.stringify(wrong)}.`);
  if (!values.has('out')) throw new UsageError('expected --out FOLDER.');
  if (values.has('replace') ? names.length > 0 : names.length === 0)
    throw new UsageError('expected the name of each table, or --replace ROLE@TABLE alone.');
  if (values.has('cert') !== values.has('key')) throw new UsageError('expected --cert and --key together.');
  for (const name of ['port', 'ws-port']) {
    if (!/^[1-9]\d{0,4}$/.test(values.get(name) ?? '1')) throw new UsageError(`--${name}: expected a port, got ${values.get(name)}.`);
  }
  if (!/^[\w.:-]+$/.test(values.get('host') ?? 'localhost')) throw new UsageError('--host: expected a host name or address.');
}

function madeWords(folder: string, values: Args['values']): string {
  const address = `${values.has('cert') ? 'mqtts' : 'mqtt'}://relay%40TABLE:RELAY_TOKEN@${hostIn(values)}:${portIn(values)}`;
  return (
    `Made ${folder}. Start the broker: mosquitto -c ${join(folder, 'mosquitto.conf')}\n` +
    `All tokens are in ${join(folder, 'tokens.json')}. At each table: hashmark serve --table TABLE --broker ${address}\n`
  );
}

function replacedWords(folder: string, values: Args['values']): string {
  return (
    `${values.get('replace')} has a new token, which is in ${join(folder, 'tokens.json')}. Tell the broker, which then puts out who came with the old one: ` +
    'kill -HUP its process, or systemctl reload mosquitto.\n'
  );
}

const hostIn = (values: Args['values']): string => values.get('host') ?? 'localhost';
const portIn = (values: Args['values']): number => Number(values.get('port') ?? 1883);

async function makeFiles(names: readonly string[], folder: string, values: Args['values']) {
  const [host, port] = [hostIn(values), portIn(values)];
  const webSocketPort = Number(values.get('ws-port') ?? 9001);
  const tls = await tlsFiles(values);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: its tokens may be in use. Choose another --out FOLDER.`);
  const tables: BrokerTable[] = names.map((table) => ({ table, tokens: { ...makeTokens(), relay: makeToken() } }));
  const tokens: HallTokens = { director: makeToken(), tables: Object.fromEntries(tables.map((one) => [one.table, one.tokens])) };
  const files = mosquittoFiles({ tables, directorToken: tokens.director, folder, host, port, webSocketPort, tls });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 });
  await keepTokens(folder, tokens);
  return { folder, host, port, webSocketPort, tokens };
}

/** The certificate and its key as Mosquitto will read them. Throws where one is no PEM file. */
async function tlsFiles(values: Args['values']) {
  const [certificate, key] = [values.get('cert'), values.get('key')];
  if (certificate === undefined || key === undefined) return undefined;
  for (const file of [certificate, key]) {
    const text = await readFile(file, 'utf8');
    if (!text.includes('-----BEGIN ')) throw new Error(`${file}: expected a PEM file, which begins with -----BEGIN. Choose another one.`);
  }
  return { certificate: resolve(certificate), key: resolve(key) };
}
