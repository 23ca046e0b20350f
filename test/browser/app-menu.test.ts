import type WaDropdown from '@awesome.me/webawesome/dist/components/dropdown/dropdown.js';
import { setViewport } from '@web/test-runner-commands';
import { HmTopBar } from '../../src/app/dialogs/hm-top-bar.js';
import { decimal, speak } from '../../src/app/locales/language.js';
import { equal, ok, until } from './app-assert.js';

test('numbers are printed with the decimal sign of the language that the page speaks', async () => {
  equal(decimal(1.84, 1), '1.8');
  await speak('de');
  try {
    equal([decimal(1.84, 1), decimal(0.5, 2)], ['1,8', '0,50']);
  } finally {
    await speak('en');
  }
});

suite('the menu', () => {
  let bar: HmTopBar;
  teardown(() => bar.remove());

  test('pressed before its code has come, it opens as soon as that has', async () => {
    ok(!customElements.get('wa-dropdown'), 'the first test to show the menu');
    bar = document.body.appendChild(new HmTopBar());
    await bar.updateComplete;
    const menu = bar.shadowRoot!.querySelector('wa-dropdown') as WaDropdown;
    menu.querySelector<HTMLElement>('[slot=trigger]')!.click();
    await until(() => menu.open && menu.querySelector('wa-dropdown-item')!.checkVisibility(), 'the open menu');
    menu.open = false;
  });

  test('what it lists stays as it is while it is open, so that nothing moves under a finger', async () => {
    bar = document.body.appendChild(new HmTopBar());
    await bar.updateComplete;
    const menu = bar.shadowRoot!.querySelector('wa-dropdown') as WaDropdown;
    const listed = () => [...menu.querySelectorAll('wa-dropdown-item')].map((item) => item.getAttribute('value'));
    const without = listed();
    ok(!without.includes('judge') && !without.includes('setup'), 'neither a stream nor a camera yet');
    menu.open = true;
    await until(() => menu.querySelector('wa-dropdown-item')!.checkVisibility(), 'the open menu');
    bar.publish = { table: 'table' };
    bar.hasSource = true;
    await bar.updateComplete;
    equal(listed(), without);
    menu.open = false;
    await until(() => listed().includes('judge') && listed().includes('setup'), 'the new entries');
  });

  test('a page that sends says so only of its own table', async () => {
    bar = document.body.appendChild(new HmTopBar());
    const said = async (publish: HmTopBar['publish']) => {
      bar.publish = publish;
      await bar.updateComplete;
      return [...bar.shadowRoot!.querySelectorAll('.chip')].map(({ textContent }) => textContent!.trim());
    };
    equal(await said({ table: 'one', isConnecting: true, isHeldBack: false }), ['Connecting: one']);
    equal(await said({ table: 'one', isHeldBack: false }), ['Sending: one']);
    equal(await said({ table: 'one', isHeldBack: true }), ['Not sending: only looked at']);
  });

  test('all of it is seen at 1280×800; where the window is lower it is scrolled down, not aside', async () => {
    bar = document.body.appendChild(new HmTopBar());
    Object.assign(bar, { hasSource: true, hasMorePictures: true, publish: { table: 'table' } });
    await bar.updateComplete;
    const dropdown = bar.shadowRoot!.querySelector('wa-dropdown') as WaDropdown;
    const home = () => dropdown.querySelector('wa-dropdown-item[value=home]')!.getBoundingClientRect();
    for (const [width, height] of [
      [1280, 800],
      [844, 390],
    ] as const) {
      await setViewport({ width, height });
      dropdown.open = true;
      await until(() => home().height > 0, 'the open menu');
      const menu = dropdown.shadowRoot!.querySelector('#menu')!;
      await until(() => menu.getBoundingClientRect().bottom <= height, 'the menu in the window');
      if (height < 500) menu.scrollTop = menu.scrollHeight;
      ok(home().bottom <= height && menu.scrollWidth <= menu.clientWidth, `its end at ${home().bottom} of ${height} px`);
      dropdown.open = false;
      await until(() => home().height === 0, 'the menu to be gone');
    }
  });

  test('with letters twice as large its words are read whole on a phone, and no pill reaches under its button', async () => {
    bar = document.body.appendChild(new HmTopBar());
    Object.assign(bar, { hasSource: true, hasMorePictures: true, worth: { text: '± 10.4 mm', grade: 'good' }, pace: ', 25 pictures/s' });
    await bar.updateComplete;
    const dropdown = bar.shadowRoot!.querySelector('wa-dropdown') as WaDropdown;
    document.documentElement.style.fontSize = '32px';
    try {
      for (const width of [390, 320]) {
        await setViewport({ width, height: 844 });
        const [chip, button] = ['.chip', 'wa-button'].map((part) => bar.shadowRoot!.querySelector(part)!.getBoundingClientRect());
        ok(
          chip!.right <= button!.left && button!.right <= width,
          `the pill to ${chip!.right} px, the button from ${button!.left} to ${button!.right}`,
        );
        dropdown.open = true;
        const items = [...dropdown.querySelectorAll('wa-dropdown-item')];
        await until(() => items[0]!.getBoundingClientRect().height > 0, 'the open menu');
        const ends = () => items.map((item) => item.shadowRoot!.querySelector('#label')!.getBoundingClientRect().right);
        await until(() => Math.max(...ends()) <= width, 'all words in the window');
        dropdown.open = false;
        await until(() => items[0]!.getBoundingClientRect().height === 0, 'the menu to be gone');
      }
    } finally {
      document.documentElement.style.fontSize = '';
    }
  });

  test('opened again before it has gone it lists what there is by then', async () => {
    bar = document.body.appendChild(new HmTopBar());
    await bar.updateComplete;
    const menu = bar.shadowRoot!.querySelector('wa-dropdown') as WaDropdown;
    menu.open = true;
    await until(() => menu.querySelector('wa-dropdown-item')!.checkVisibility(), 'the open menu');
    bar.hasSource = true;
    await bar.updateComplete;
    menu.open = false;
    await menu.updateComplete;
    menu.open = true;
    await until(() => menu.querySelector('wa-dropdown-item[value=setup]')?.checkVisibility() === true, 'the new entry in the open menu');
  });
});
