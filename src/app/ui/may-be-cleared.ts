import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import { phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import { isKeptToLast } from './storage.js';

let answer: Promise<boolean> | undefined;

/** The note beside a way to save a file, where the browser has not promised to keep this page's stored data. */
export function mayBeCleared(): unknown {
  answer ??= isKeptToLast();
  return until(
    answer.then((lasts): TemplateResult | typeof nothing =>
      lasts ? nothing : html`<p class="quietly may-be-cleared">${translate(phrase('may-be-cleared'))}</p>`,
    ),
    nothing,
  );
}
