import { localized, msg } from '@lit/localize';
import { phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement } from 'lit';
import { customElement } from 'lit/decorators.js';
import { dialogStyles } from '../ui/dialog.styles.js';

const KEYS = [
  [phrase('tab-enter'), phrase('help-choose')],
  [phrase('key-a'), phrase('help-all-ranges')],
  [phrase('escape'), phrase('help-escape')],
  [phrase('ctrl-z-ctrl-shift'), phrase('help-undo')],
  [phrase('arrow-keys'), phrase('help-move')],
] as const;

/** The side of a table with the camera over the edge of player 1, and what it must see. */
const cameraPlace = () => html`<figure>
  <svg viewBox="0 0 320 150" role="img" aria-label=${msg('The camera stands above player 1’s edge, as high above the table as the mat is deep, and looks down at the middle of the mat.')}>
    <path class="view" d="M52 34 40 118H282Z"></path>
    <path class="table" d="M18 118H302M34 118V146M286 118V146"></path>
    <path class="mat" d="M40 116H282"></path>
    <path class="stand" d="M22 118V30H44"></path>
    <path class="camera" d="M38 22 60 30 54 46 32 38Z"></path>
    <path class="size" d="M14 34V114M10 38 14 34 18 38M10 110 14 114 18 110"></path>
    <text x="70" y="26">${msg('Above player 1’s edge, tilted down')}</text>
    <text x="96" y="84">${msg('sees the whole mat')}</text>
    <text x="126" y="138">${msg('mat')}</text>
  </svg>
  <figcaption>${msg('As high as the mat is deep (about 90 cm), above its near edge, tilted so that all four corners are in the picture. Higher is better than lower. It must not move.')}</figcaption>
</figure>`;

/** Help with using the page, and its keys. */
@customElement('hm-help')
@localized()
export class HmHelp extends LitElement {
  static override styles = [
    dialogStyles,
    css`
      ol, dl { margin: 0 0 1.2rem; padding-left: 1.2rem; line-height: 1.5; }
      dl { padding: 0; display: grid; grid-template-columns: minmax(0, auto) minmax(min(6rem, 50%), 1fr); gap: 0.4rem 1rem; }
      dt { font-weight: 600; overflow-wrap: anywhere; }
      /* Its body scrolls and can have the focus: the ring lies inside, where it is not cut. */
      wa-dialog::part(body) { outline-offset: -3px; }
      dd { margin: 0; color: var(--hm-ink-2); }
      p { color: var(--hm-ink-2); line-height: 1.5; margin: 0; }
      figure { margin: 0 0 1.2rem; }
      figcaption { color: var(--hm-ink-2); line-height: 1.4; font-size: 0.92rem; margin-top: 0.4rem; }
      figure svg { width: 100%; max-height: 12rem; fill: none; stroke: var(--hm-ink-2); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
      figure .view { fill: color-mix(in srgb, var(--hm-accent) 16%, transparent); stroke: none; }
      figure .mat, figure .camera { stroke: var(--hm-accent); stroke-width: 3; }
      figure .size { stroke: var(--hm-ink-3); stroke-width: 1.5; }
      figure text { fill: var(--hm-ink); stroke: none; font: 500 11px / 1 var(--hm-font); }
      h3 { font-size: 1rem; margin: 0 0 0.4rem; }
    `,
  ];

  override render() {
    return html`<wa-dialog label=${msg('Help')} open light-dismiss>
      <h3>${msg('Where to put the camera')}</h3>
      ${cameraPlace()}
      <h3>${msg('Measuring')}</h3>
      <ol>
        <li>${msg('Tap two ships. The first one measures: its arcs count. Hold a ship for all its ranges at once.')}</li>
        <li>${msg('Pinch the picture, or double tap it, to enlarge it. Rest a finger on it to see the real pixels underneath.')}</li>
        <li>${msg('If the camera shows a mirror image, so that text reads backwards, switch on “Mirrored picture”: the page cannot tell by itself. The table is then measured again.')}</li>
        <li>${msg('When the page says “too close to call”, it is: the camera cannot tell either.')}</li>
      </ol>
      <h3>${msg('Keys')}</h3>
      <dl>${KEYS.map(([key, does]) => html`<dt>${translate(key)}</dt><dd>${translate(does)}</dd>`)}</dl>
      <p>${msg('The number after ± is one standard deviation. Pictures stay on this device. One is stored only when you save it, as evidence or as a bad reading; of a mat that is set up, its print is stored without what stands on it.')}</p>
    </wa-dialog>`;
  }
}
