import { html, type TemplateResult } from 'lit';
import '@awesome.me/webawesome/dist/components/icon/icon.js';
import { registerIconLibrary } from '@awesome.me/webawesome/dist/components/icon/library.js';

/**
 * File beside the page from which all signs come: nothing is fetched from anywhere else. `system` are those inside the library's own
 * components.
 */
const SPRITES = new URL('./icons.svg', document.baseURI).href;
for (const library of ['default', 'system']) {
  // Without a width of its own the drawing would be 300 px wide, and hang out of the page.
  registerIconLibrary(library, {
    resolver: (name) => `${SPRITES}#${name}`,
    spriteSheet: true,
    mutator: (svg) => svg.setAttribute('width', '1em'),
  });
}

/** A sign of `pages/icons.svg`; without a label it is decoration. */
export function icon(name: string, label = ''): TemplateResult {
  return html`<wa-icon name=${name} label=${label}></wa-icon>`;
}
