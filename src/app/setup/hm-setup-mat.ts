import { localized, msg, str } from '@lit/localize';
import { phrase } from '../../texts/looks-texts.js';
import { decimal, translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/input/input.js';
import '@awesome.me/webawesome/dist/components/radio/radio.js';
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { SOLD_MATS } from '../../pieces/mats.js';
import { withKnownMat } from '../../scene/accuracy/known-mat.js';
import type { SetupMat } from '../../table/setup/setup.js';
import type { PageState } from '../state/page-state.js';
import { controlStyles } from '../ui/control.styles.js';
import { emit } from '../ui/page-events.js';
import { type MatEntry, MEASURED_WITH, readMatEntry } from './mat-entry.js';
import { setupStyles } from './setup.styles.js';
import { gainWords, matWords } from './setup-words.js';

/** Standard deviation by the range ruler, mm: its two ends are read to about 0.3 mm each of 300, which on a mat of 914 mm are 1.3 mm. */
const BY_RULER_MM = 1.3;
const MEASURED_MM = 0.5;

type Way = 'sold' | 'measured' | 'ruler';

/**
 * The mat: as it is sold, measured, or by the range ruler on it; each with the resulting uncertainty of a distance between two ships.
 * @fires hm-setup - the mat that was chosen
 */
@customElement('hm-setup-mat')
@localized()
export class HmSetupMat extends LitElement {
  static override styles = [
    controlStyles,
    setupStyles,
    css`
      :host { padding: 0; border: 0; background: none; overflow: visible; }
      .ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); gap: 0.5rem; margin-top: 0.6rem; }
      .way { display: grid; gap: 0.15rem; text-align: left; padding: 0.55rem 0.8rem; border-radius: 0.7rem; border: 1px solid var(--hm-line); background: var(--hm-raised); min-height: 2.75rem; align-content: center; }
      .way[aria-pressed='true'] { border-color: var(--hm-accent); }
      .gain { color: var(--hm-ink-2); font-size: 0.86rem; font-variant-numeric: tabular-nums; }
      .size { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr) auto; gap: 0.5rem; align-items: end; margin-top: 0.7rem; max-width: 26rem; }
      .size > span, .size select { line-height: 2.375rem; height: 2.375rem; box-sizing: border-box; }
      select { font: inherit; color: inherit; background: var(--hm-raised); border: 1px solid var(--hm-line); border-radius: 0.5rem; padding: 0.3rem 0.5rem; min-height: 2.25rem; }
      label { color: var(--hm-ink-2); display: inline-flex; gap: 0.4rem; align-items: center; }
    `,
  ];

  @property({ attribute: false }) page!: PageState;
  @property({ attribute: false }) mat!: SetupMat;
  @state() private way: Way | undefined;
  @state() private entry: MatEntry = { width: '', depth: '', unit: 'mm', sigmaMm: MEASURED_MM };
  @state() private wrong = '';

  override render() {
    return html`<p>${msg('What each of them would do to a distance between two ships here:')}</p>
      <div class="ways">
        ${this.#choice('sold', msg(str`As sold: ${translate(phrase('sold-mat'))}`), undefined)}
        ${this.#choice('measured', msg('Measured with a tape'), this.entry.sigmaMm)}
        ${this.#choice('ruler', msg('With the range ruler'), BY_RULER_MM)}
      </div>
      ${this.way === 'measured' ? this.#measured() : nothing}
      ${this.way === 'ruler' ? this.#ruler() : nothing}
      ${this.way === 'sold' ? this.#sold() : nothing}`;
  }

  protected override updated(changed: PropertyValues): void {
    // A part that was opened, or a problem, may be below the panel's edge.
    if (changed.has('way') || (changed.has('wrong') && this.wrong))
      this.renderRoot.querySelector('wa-button')?.scrollIntoView({ block: 'nearest' });
  }

  #choice(way: Way, text: string, sigmaMm: number | undefined) {
    const choose = () => {
      this.way = way;
      this.wrong = '';
    };
    return html`<button class="way" aria-pressed=${this.way === way} @click=${choose}><b>${text}</b><span class="gain">${this.#gain(sigmaMm)}</span></button>`;
  }

  /** The gain from a size of the mat; a mat as it is sold is assumed already. */
  #gain(sigmaMm: number | undefined): string {
    const { known } = this.page;
    const { widthMm, matSigmaMm } = known.state;
    if (matSigmaMm === undefined) return sigmaMm === undefined ? msg('as assumed now') : msg(str`the mat ± ${decimal(sigmaMm, 1)} mm`);
    const gain = withKnownMat(known.table, { widthMm, sigmaMm: matSigmaMm }, sigmaMm ?? Number.POSITIVE_INFINITY);
    return translate(gainWords(gain));
  }

  #sold() {
    return html`<p>${msg(str`Mats vary by several millimetres; measuring yours is better. Size used: ${matWords(SOLD_MATS[0]!)}.`)}</p>
      <div class="row"><wa-button size="s" variant="brand" @click=${() => this.#emitMat({ ...SOLD_MATS[0]!, source: 'nominal' })}>${msg('It is this one')}</wa-button></div>`;
  }

  #measured() {
    const field = (name: 'width' | 'depth', label: string) =>
      html`<wa-input size="s" inputmode="decimal" autocomplete="off" label=${label} name=${name} .value=${this.entry[name]} @input=${(event: Event) => this.#enter({ [name]: (event.target as HTMLInputElement).value })}></wa-input>`;
    // Player 1's side is asked for later: until then it is the one nearest to the camera.
    const width = this.page.setup ? msg('Along player 1’s side') : msg('Along the side nearest the camera');
    return html`<div class="size">
        ${field('width', width)}<span>×</span>${field('depth', msg('Away from it'))}
        <select aria-label=${msg('Unit')} .value=${this.entry.unit} @change=${(event: Event) => this.#enter({ unit: (event.target as HTMLSelectElement).value as MatEntry['unit'] })}>
          <option value="mm">mm</option><option value="in">${msg('inches')}</option></select>
      </div>
      <div class="row">
        <label><select aria-label=${msg('How it was measured')} @change=${(event: Event) => this.#enter({ sigmaMm: Number((event.target as HTMLSelectElement).value) })}>
          ${MEASURED_WITH.map(({ sigmaMm, text }) => html`<option value=${sigmaMm} ?selected=${sigmaMm === this.entry.sigmaMm}>${msg(str`± ${decimal(sigmaMm, 1)} mm, ${translate(text)}`)}</option>`)}</select></label>
      </div>
      ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
      <div class="row"><wa-button size="s" variant="brand" @click=${this.#useMeasured}>${msg('It is this large')}</wa-button></div>`;
  }

  #ruler() {
    const { state } = this.page.known;
    const isSeen = state.templates.some(({ name }) => name === 'ruler');
    if (!isSeen || state.matSigmaMm === undefined) {
      return html`<p role="status">${msg('Lay the range ruler flat on the mat, in view, away from ships and the edge, until it is found here.')}</p>`;
    }
    const mat: SetupMat = { widthMm: state.widthMm, depthMm: state.depthMm, sigmaMm: state.matSigmaMm, source: 'ruler' };
    return html`<p role="status">${msg(str`The ruler is found. It gives ${matWords(mat)} for the mat.`)}</p>
      <div class="row"><wa-button size="s" variant="brand" @click=${() => this.#emitMat(mat)}>${msg('Use that')}</wa-button></div>`;
  }

  #enter(change: Partial<MatEntry>): void {
    this.entry = { ...this.entry, ...change };
    this.wrong = '';
  }

  readonly #useMeasured = () => {
    const read = readMatEntry(this.entry);
    if (read.ok) this.#emitMat({ ...read.size, source: 'measured' });
    else this.wrong = translate(read.message);
  };

  #emitMat(mat: SetupMat): void {
    emit(this, 'hm-setup', { kind: 'mat', mat });
  }
}
