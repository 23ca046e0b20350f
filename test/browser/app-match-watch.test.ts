import { watchMatch } from '../../src/app/offline/match-watch.js';
import { equal, ok } from './app-assert.js';

const tell = (app: HTMLElement, match: object | undefined) => app.dispatchEvent(new CustomEvent('hm-match', { detail: { match } }));

suite('a match that is played keeps a new version away', () => {
  test('also one that began before the page was kept, from every tab until it ends', async () => {
    const app = document.createElement('div');
    const watch = watchMatch(app);
    equal(await watch.isPlayedElsewhere(), false);
    tell(app, {});
    const said: boolean[] = [];
    watch.follow((isPlayed) => said.push(isPlayed));
    equal(said.join(), 'true');
    const other = watchMatch(document.createElement('div'));
    ok(await other.isPlayedElsewhere(), 'the lock is held for the other tabs');
    tell(app, undefined);
    equal(said.join(), 'true,false');
    // The lock is let go a moment later.
    for (let i = 0; i < 50 && (await other.isPlayedElsewhere()); i++) await new Promise((resolve) => setTimeout(resolve, 20));
    equal(await other.isPlayedElsewhere(), false);
  });
});
