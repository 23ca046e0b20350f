import assert from 'node:assert/strict';
import test from 'node:test';
import { parseArgs, UsageError } from '../../src/cli/terminal/args.js';
import { hashmark } from './hashmark.js';

const ALLOWED = { flags: ['json', 'mirrored'], values: ['calibration', 'out'] };

test('names, flags and values are distinguished in any order, with a space or an equals sign', () => {
  const { names, flags, values } = parseArgs(['a.jpg', '--json', '--out', 'x y.json', 'b.jpg', '--calibration=l=1.json'], ALLOWED);
  assert.deepEqual(names, ['a.jpg', 'b.jpg']);
  assert.deepEqual([...flags], ['json']);
  assert.deepEqual(
    [...values],
    [
      ['out', 'x y.json'],
      ['calibration', 'l=1.json'],
    ],
  );
});

test('after -- everything is a name, and a value may be empty or a dash', () => {
  assert.deepEqual(parseArgs(['--', '--json', '-x.jpg'], ALLOWED).names, ['--json', '-x.jpg']);
  assert.deepEqual(
    [...parseArgs(['--out=', '--calibration', '-'], ALLOWED).values],
    [
      ['out', ''],
      ['calibration', '-'],
    ],
  );
});

test('an unknown option is refused with those that there are and the nearest one, and so are two values of one option', () => {
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['--jsn'], /unknown option --jsn; expected one of --json, --mirrored, --calibration, --out\. Did you mean --json\?/],
    [['--calib', 'x'], /Did you mean --calibration\?/],
    [['--mirorred'], /Did you mean --mirrored\?/],
    [['--yaml'], /unknown option --yaml; expected one of [^?]*$/],
    [['-j'], /unknown option -j/],
    [['--constructor'], /unknown option --constructor/],
    [['--__proto__=1'], /unknown option --__proto__/],
    [['--json=yes'], /got a value for --json, expected none/],
    [['--out'], /--out needs a value/],
    [['--out', '--json'], /--out needs a value/],
    [['--out', 'a.json', '--out=b.json'], /--out: got 'a\.json' and 'b\.json', expected one of them/],
    [['-table 1.jpg'], /got -table 1\.jpg, which looks like an option; where it is a file, write \.\/-table 1\.jpg/],
    [['--table.jpg'], /where it is a file, write \.\/--table\.jpg/],
  ];
  for (const [args, message] of refused) {
    assert.throws(
      () => parseArgs(args, ALLOWED),
      (error) => error instanceof UsageError && (message.test(error.message) || assert.fail(error.message)),
    );
  }
});

test('an option that is given the same value twice has it once', () => {
  assert.deepEqual([...parseArgs(['--out', 'a.json', '--out', 'a.json'], ALLOWED).values], [['out', 'a.json']]);
});

test('help that was asked for is what the program prints: of all commands, or of the one that is named', async () => {
  const all = await hashmark('--help');
  assert.deepEqual([all.status, all.stderr], [0, '']);
  assert.match(all.stdout, /^hashmark COMMAND …\n[\s\S]*\n {2}replay FILE [\s\S]*nothing but a person can tell\.\n$/);
  const one = await hashmark('replay', '--help');
  assert.match(one.stdout, /^hashmark replay FILE \[--url URL [^\n]*\n *plays recorded states to a relay, or prints them\n$/);
  const none = await hashmark();
  assert.deepEqual([none.status, none.stdout, none.stderr], [2, '', all.stdout]);
});
