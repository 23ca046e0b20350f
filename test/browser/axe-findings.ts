import 'axe-core/axe.min.js';
import type * as Axe from 'axe-core';
import type { Theme } from '../../src/app/theme/theme.js';
import { settled } from './app-open.js';

/** The page's own colours, which its style sheets give. */
const STYLES = ['tokens.css', 'theme.css'].map((name) => new URL(`../../src/app/styles/${name}`, import.meta.url));
export const THEMES = ['dark', 'light'] as const satisfies readonly Theme[];
/** The library is a script that leaves itself in the window. */
const { axe } = window as unknown as { axe: typeof Axe };
const SERIOUS = ['moderate', 'serious', 'critical'];
/** Each in both themes. */
export const inEach = <T>(all: readonly T[]) => all.flatMap((one) => THEMES.map((theme) => [one, theme] as const));

/** The colours alone, as somebody has them who asks for this contrast: the library's own style sheets are not served here. */
export async function styleOf(contrast: 'more' | 'no-preference'): Promise<HTMLStyleElement> {
  const texts = await Promise.all(STYLES.map(async (url) => (await fetch(url)).text()));
  const css = texts
    .join('\n')
    .replace(/@import .*;/g, '')
    .replaceAll('(prefers-contrast: more)', contrast === 'more' ? 'all' : 'not all');
  const body = 'body { margin: 0; background: var(--hm-ground); color: var(--hm-ink); }';
  return Object.assign(document.createElement('style'), { textContent: `${css} ${body}` });
}

/** What axe has against what is on the screen, of moderate weight or more. */
export async function findings(): Promise<string[]> {
  await settled();
  const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false });
  return violations
    .filter(({ impact }) => SERIOUS.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${JSON.stringify(target)} ${failureSummary?.split('\n')[1]?.trim()}`),
    );
}
