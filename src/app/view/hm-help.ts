import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement } from 'lit';
import { customElement } from 'lit/decorators.js';

const KEYS = [
  ['Tab, Enter', 'go to a ship on the map or in the list, and choose it'],
  ['Escape', 'let the chosen ships go; end moving, adding, marking'],
  ['Ctrl Z, Ctrl Shift Z', 'undo and redo a correction'],
  ['Arrow keys, [ ]', 'move and turn a ship that is being moved; with Shift in steps of ten'],
] as const;

/** How to use the page, and its keys. */
@customElement('hm-help')
export class HmHelp extends LitElement {
  static override styles = css`
    ol, dl { margin: 0 0 1.2rem; padding-left: 1.2rem; line-height: 1.5; }
    dl { padding: 0; display: grid; grid-template-columns: auto 1fr; gap: 0.4rem 1rem; }
    dt { font-weight: 600; white-space: nowrap; }
    dd { margin: 0; color: var(--hm-ink-2); }
    p { color: var(--hm-ink-2); line-height: 1.5; margin: 0; }
    h3 { font-size: 1rem; margin: 0 0 0.4rem; }
  `;

  override render() {
    return html`<wa-dialog label="Help" open light-dismiss>
      <h3>Measuring</h3>
      <ol>
        <li>Set the camera so that it sees the whole mat, from above or from the side of player 1, and does not move.</li>
        <li>Tap two ships. The first one measures: its arcs count.</li>
        <li>Where the camera shows a mirror image, so that text reads backwards, switch on “Mirrored picture”: the page cannot tell by itself.
          The table is then measured anew.</li>
        <li>Where the page says “too close to call”, it is: the camera cannot tell either.</li>
      </ol>
      <h3>Keys</h3>
      <dl>${KEYS.map(([key, does]) => html`<dt>${key}</dt><dd>${does}</dd>`)}</dl>
      <p>The number after ± is one standard deviation. Pictures never leave this device, and none is stored.</p>
    </wa-dialog>`;
  }
}
