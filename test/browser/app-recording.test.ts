import type { HmRecording } from '../../src/app/recording/hm-recording.js';
import { openRecording } from '../../src/app/recording/open-recording.js';
import type { PageSession } from '../../src/app/session/page-session.js';
import type { Problem } from '../../src/table/measurement.js';
import type { Table } from '../../src/table/table.js';
import { english } from '../../src/texts/english.js';
import { equal, ok, until } from './app-assert.js';

const scene = (xMm: number) => ({
  ...{ format: 'hashmark-scene', version: 1, table: { widthMm: 914.4, depthMm: 914.4 } },
  ships: [{ id: 'a', base: 'small', xMm, yMm: 400, headingDeg: 90 }],
});
const line = (i: number, xMm: number) =>
  JSON.stringify({ atMs: 1000 + 1000 * i, channel: 'scene', message: { sequence: i + 1, capturedAtMs: 1, scene: scene(xMm) } });
const head = '{"format":"hashmark-recording","version":1,"table":"one"}';
const fileOf = (...lines: readonly string[]) => new File([`${[head, ...lines].join('\n')}\n`], 'match.jsonl');

/** Opens a file as the page does; what it says and opens is kept. */
async function opened(file: File) {
  const problems: (Problem | undefined)[] = [];
  const tables: Table[] = [];
  const session = {
    showProblem: (problem: Problem | undefined) => problems.push(problem),
    openTable: (table: Table) => tables.push(table),
  };
  await openRecording(file, session as unknown as PageSession, (go) => go());
  return { problems, tables, player: document.querySelector<HmRecording>('hm-recording') };
}

const button = (player: HmRecording, text: string) =>
  [...player.renderRoot.querySelectorAll<HTMLElement>('wa-button')].find((one) => one.textContent!.trim() === text);

suite('a recording in the app', () => {
  test('it plays from the beginning to the end, stops there, and a state that was sought can be measured', async () => {
    const { player, tables } = await opened(fileOf(line(0, 200), line(1, 500), line(2, 700)));
    const base = () => player!.renderRoot.querySelector('.base')?.getAttribute('d');
    const first = await until(base, 'the first state');
    const time = player!.renderRoot.querySelector<HTMLInputElement>('input[type=range]')!;
    equal([time.max, time.value], ['2', '0']);
    button(player!, 'Play')!.click();
    await until(() => button(player!, 'Pause'), 'it plays');
    const places = new Set<string | null | undefined>();
    await until(() => {
      places.add(base());
      return Number(time.value) === 2 && button(player!, 'Play');
    }, 'the end');
    ok(places.size > 3, `the ship glides: ${places.size} places`);
    time.value = '1';
    time.dispatchEvent(new Event('input'));
    await until(() => base() !== first && player!.renderRoot.querySelector('.time')!.textContent!.startsWith('0:01'), 'the sought state');
    button(player!, 'Measure this state')!.click();
    equal(
      tables.map(({ ships }) => ships[0]!.pose.x),
      [500],
    );
    await until(() => !document.querySelector('hm-recording'), 'the player to close');
  });

  test('a damaged recording is refused by its line, and nothing opens', async () => {
    const { player, problems } = await opened(fileOf(line(0, 200), '{"atMs":5,"channel":"scene","message":{}}'));
    equal(player, null);
    ok(/match\.jsonl could not be played: line 3/.test(english(problems[0]?.message ?? '')), english(problems[0]?.message ?? 'no problem'));
  });
});
