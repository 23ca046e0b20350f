import { html, nothing } from 'lit';
import { until } from 'lit/directives/until.js';
import type { Problem } from '../../table/measurement.js';
import type { Phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import { loadPart, missingPart } from './chunk-error.js';

/** Loads a part of the page that was just asked for; `onMissing` hears where it does not come: at its own place nobody might see that said. */
export function askedPart(load: () => Promise<unknown>, what: Phrase, onMissing: (problem: Problem) => void) {
  return until(
    loadPart(load).then((isLoaded) => {
      if (!isLoaded) onMissing(missingPart(what));
      return nothing;
    }),
    nothing,
  );
}

/** Loads a part of the page on first use; where that fails, shows words that say so, beginning with `what`. */
export function lazyPart(load: () => Promise<unknown>, what: Phrase) {
  const { message, hint } = missingPart(what);
  return until(
    loadPart(load).then((isLoaded) => (isLoaded ? nothing : html`<p role="alert">${translate(message)} ${translate(hint)}</p>`)),
    nothing,
  );
}
