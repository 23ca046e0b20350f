import '../../src/app/picture/hm-source-bar.js';
import type { HmSourceBar } from '../../src/app/picture/hm-source-bar.js';
import { equal } from './app-assert.js';
import { fakeCamera } from './app-fakes.js';

suite('the bar of a camera', () => {
  let bar: HmSourceBar;

  setup(() => {
    bar = document.createElement('hm-source-bar') as HmSourceBar;
    bar.source = fakeCamera('webcam');
    document.body.append(bar);
  });
  teardown(() => bar.remove());

  const shown = async (held: HmSourceBar['held']) => {
    bar.held = held;
    await bar.updateComplete;
    const root = bar.shadowRoot!;
    return [
      [...root.querySelectorAll('wa-switch')].map(({ textContent }) => textContent),
      root.querySelector('[role=status]')?.textContent,
    ];
  };

  test('has a switch to hold focus and light, and says beside it what is held; where nothing can be, it says that instead', async () => {
    const switches = ['Hold focus and light', 'Mirrored picture'];
    equal(await shown(undefined), [switches, undefined]);
    equal(await shown(['focus']), [switches, 'Held: focus']);
    equal(await shown([]), [['Mirrored picture'], 'This camera cannot hold its focus and light']);
  });
});
