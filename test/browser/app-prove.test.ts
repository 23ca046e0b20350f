import type { Proof } from '../../src/table/setup/proof.js';
import { equal, ok, until } from './app-assert.js';
import { FakeVision, trueMeasurement } from './app-fakes.js';
import { type OpenPage, openPage, settled } from './app-open.js';
import '../../src/app/setup/hm-prove.js';
import { demoTable } from '../../src/sim/demo-table.js';
import type { TableDescription } from '../../src/sim/table-description.js';

/** Two small bases on the demo's mat, with the gap that a piece makes and a camera misreads. */
function tableWith(gapMm: number): TableDescription {
  const demo = demoTable(1);
  const [one, other] = demo.ships;
  return {
    ...demo,
    ships: [
      { ...one!, base: 'small', x: 300, y: 300, headingDeg: 0 },
      { ...other!, base: 'small', x: 300, y: 340 + gapMm, headingDeg: 0 },
    ],
    obstacles: [],
  };
}

suite('what is measured is proved on the players’ own table', () => {
  let page: OpenPage;
  let vision: FakeVision;

  const open = async (gapMm: number, lengths: readonly { name: string; knownMm: number; readMm: number; sigmaMm: number }[] = []) => {
    vision = new FakeVision(1);
    vision.answer = (atMs) => ({ ok: true, measurement: { ...trueMeasurement(tableWith(gapMm), atMs), lengths } });
    page = await openPage(vision);
    page.tell('hm-menu', { action: 'prove' });
    await page.one('hm-prove');
    await settled();
  };
  const choose = async () => {
    for (const { id } of page.known().table.ships) page.tell('hm-choose', { shipId: id });
    await settled();
  };
  const press = async (text: string) => {
    const button = await until(() => page.all('wa-button').find((one) => one.textContent!.includes(text)), text);
    button.click();
    await settled();
  };
  const proofs = (): readonly Proof[] =>
    (page.app as unknown as { page: { setup?: { proofs?: readonly Proof[] } } }).page.setup?.proofs ?? [];

  teardown(() => page.app.remove());

  test('two ships at the ends of a template: what is read, what it is, and it is kept where both have seen it', async () => {
    await open(199.8);
    ok(page.text('hm-tools').length === 0 && page.text('p').length > 0, 'it says what to do');
    await choose();
    equal(page.text('.big'), 'Measured 199.8 ± 0.4 mm; it is 200.0 mm.');
    ok(page.all('.big.sure').length === 1, 'it is right');
    equal(
      page.all('[data-piece][aria-pressed=true]').map((one) => one.dataset.piece),
      ['straight 5'],
    );
    await press('Both have seen it');
    equal(
      proofs().map(({ piece, by, readMm }) => [piece, by, Math.round(10 * readMm)]),
      [['straight 5', 'bases', 1998]],
    );
    ok(page.text('.long').includes('measured 199.8 of 200.0 mm'), page.text('.long'));
  });

  test('a reading outside its sigma is wrong, and says what to do', async () => {
    await open(203);
    await choose();
    equal(page.text('.big'), 'Measured 203.0 ± 0.4 mm; it is 200.0 mm.');
    ok(page.all('.big.sure').length === 0, 'it is not right');
    const lists = page.all('ul').map(({ textContent }) => textContent ?? '');
    ok(
      lists.some((list) => list.includes('Measure the mat')),
      lists.join('; '),
    );
  });

  test('where no piece is so long, nothing is claimed before a person says which it was', async () => {
    await open(186);
    await choose();
    equal(page.all('.big').length, 0);
    page.all('[data-piece="straight 5"]')[0]!.click();
    await settled();
    equal(page.text('.big'), 'Measured 186.0 ± 0.4 mm; it is 200.0 mm.');
  });

  test('a ruler on the mat is read without ships', async () => {
    await open(120, [{ name: 'ruler', knownMm: 300, readMm: 300.52, sigmaMm: 0.71 }]);
    equal(page.text('.big'), 'Measured 300.5 ± 0.7 mm; it is 300.0 mm.');
    await press('Both have seen it');
    equal(proofs()[0]!.piece, 'ruler');
  });

  test('a ship that a hand has placed proves nothing', async () => {
    await open(199.8);
    const [first] = page.known().table.ships;
    const pose = { ...first!.pose, x: first!.pose.x + 3 };
    page.tell('hm-edit', { edit: { kind: 'move', shipId: first!.id, pose, gesture: 'drag' } });
    await settled();
    await choose();
    equal(page.all('.big').length, 0);
  });

  /** The set-up at its last question. */
  const atTheSide = async () => {
    page.tell('hm-tool', { tool: undefined });
    page.tell('hm-setup', { kind: 'open' });
    page.tell('hm-setup', { kind: 'step', step: 'side' });
    await settled();
  };

  test('it is the last step of the set-up', async () => {
    await open(199.8);
    page.tell('hm-open-camera', {});
    await until(() => page.all('hm-source-bar.camera').length > 0 && page.known().state.camera, 'the camera');
    await atTheSide();
    equal(page.text('.count'), '4 of 5');
    await press('Done');
    await page.one('hm-prove');
  });

  test('of a photo, in which no ship can be pushed, it is offered nowhere', async () => {
    await open(199.8);
    equal(page.all('wa-dropdown-item[value=prove]').length, 0);
    await atTheSide();
    equal(page.text('.count'), '4 of 4');
    page.tell('hm-setup', { kind: 'side', sidesOn: 2 });
    await press('Done');
    equal(page.all('hm-prove').length, 0);
    page.tell('hm-setup', { kind: 'open' });
    await settled();
    const offered = page.all('wa-button').map((one) => one.textContent!.trim());
    ok(offered.includes('Set up again') && !offered.includes('Prove it'), offered.join());
  });
});
