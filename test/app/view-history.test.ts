import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type HistoryWindow, ViewHistory } from '../../src/app/state/view-history.js';

/** A browser's history: going takes a while, and an event announces that it is done. */
class FakeWindow implements HistoryWindow {
  readonly entries: unknown[] = [{ of: 'another page' }, { mine: true }];
  at = 1;
  readonly #listeners = new Set<() => void>();
  readonly #waiting: number[] = [];
  readonly #self = this;
  readonly history = {
    scrollRestoration: 'auto' as ScrollRestoration,
    state: undefined as unknown,
    go: (by: number) => void this.#waiting.push(by),
    pushState: (state: unknown) => {
      this.entries.splice(this.at + 1, Number.POSITIVE_INFINITY, state);
      this.#stand(this.at + 1);
    },
    replaceState: (state: unknown) => {
      this.entries[this.at] = state;
      this.#stand(this.at);
    },
  };

  constructor() {
    this.#stand(1);
  }

  addEventListener(_: 'popstate', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'popstate', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** What the page asked for arrives. */
  settle(): void {
    for (let by = this.#waiting.shift(); by !== undefined; by = this.#waiting.shift()) this.go(by);
  }

  go(by: number): void {
    assert.ok(this.#self.at + by >= 1 && this.at + by < this.entries.length, 'the page is left');
    this.#stand(this.at + by);
    for (const listener of this.#listeners) listener();
  }

  #stand(at: number): void {
    this.at = at;
    this.history.state = this.entries[at];
  }
}

/** A page of views on top of each other; some ask before they close. */
function pageWith(asks: readonly number[] = []) {
  const window = new FakeWindow();
  let depth = 0;
  const set = (next: number) => {
    depth = next;
    views.see(depth);
    window.settle();
  };
  const views: ViewHistory = new ViewHistory(window, (to) => {
    while (depth > to && !asks.includes(depth)) depth -= 1;
    return depth;
  });
  const back = () => {
    window.go(-1);
    window.settle();
  };
  return { window, set, back, depth: () => depth };
}

test('Back closes the views in turn, and only then leaves the page', () => {
  const page = pageWith();
  page.set(1);
  page.set(3);
  const seen = [3, 2, 1].map(() => {
    page.back();
    return [page.depth(), page.window.at];
  });
  assert.deepEqual(seen, [
    [2, 3],
    [1, 2],
    [0, 1],
  ]);
});

test('a view that was closed by its own button takes its entry along: the next Back closes the one below', () => {
  const page = pageWith();
  page.set(2);
  page.set(1);
  assert.equal(page.window.at, 2);
  page.back();
  assert.deepEqual([page.depth(), page.window.at], [0, 1]);
});

test('a view that asks before it closes has its entry back, however often Back is pressed', () => {
  const page = pageWith([1]);
  page.set(1);
  for (let press = 0; press < 3; press++) page.back();
  assert.deepEqual([page.depth(), page.window.at], [1, 2]);
});

test('Forward opens nothing and breaks nothing', () => {
  const page = pageWith();
  page.set(2);
  page.back();
  page.window.go(1);
  page.window.settle();
  assert.deepEqual([page.depth(), page.window.at], [1, 2]);
});

test('after anything that page and person do there is one entry for each open view', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 30 }), (steps) => {
      const page = pageWith();
      for (const step of steps) {
        if (step >= 0) page.set(step);
        else if (page.depth() > 0) page.back();
        assert.equal(page.window.at, 1 + page.depth());
      }
    }),
  );
});
