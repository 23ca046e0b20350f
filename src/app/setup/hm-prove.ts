import { localized, msg, str } from '@lit/localize';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/switch/switch.js';
import { html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { isProved, PROVING_PIECES, type Proof, type ProvingPiece, pieceBetween, provingLengthMm } from '../../table/setup/proof.js';
import { isUnmeasured } from '../../table/ship-certainty.js';
import type { TableView } from '../state/table-session.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { emit } from '../ui/page-events.js';
import { panelStyles } from '../ui/panel.styles.js';
import { lengthWords, pieceWords } from './proof-words.js';

type Reading = Omit<Proof, 'provedAt'>;

/**
 * Proves the page's measurements on the players' own table: two ships that were pushed against the ends of a template, or a piece of known
 * length on the mat.
 * @fires hm-setup - a reading that is to be kept with the table, or saved
 */
@customElement('hm-prove')
@localized()
export class HmProve extends LitElement {
  static override styles = [controlStyles, panelStyles];

  @property({ attribute: false }) known!: TableView;
  /** Whether the table may be another one by now: nothing is proved by it. */
  @property({ type: Boolean }) stale = false;
  /** Piece between the chosen ships, where a person has chosen it. */
  @state() private piece: ProvingPiece | undefined;
  /** Reading that was kept at a tap: it stays while the numbers continue. */
  @state() private kept: Proof | undefined;
  @state() private withPicture = false;

  override render() {
    if (this.kept) return this.#keptResult(this.kept);
    const lying = this.known.state.lengths.flatMap(({ name, readMm, sigmaMm }): Reading[] => {
      const piece = PROVING_PIECES.find((one) => one === name);
      return piece ? [{ piece, by: 'piece', readMm, sigmaMm }] : [];
    });
    return html`${this.#pair() ?? this.#how()}${lying.map((one) => this.#result(one))}`;
  }

  #how() {
    const [from] = this.known.chosen;
    return html`<p>${
      from === undefined
        ? msg(
            'Push two ships against the ends of a straight template, take it away, and tap both ships. Or lay a template or the range ruler flat on the mat.',
          )
        : msg('Now tap the ship at the other end.')
    }</p>`;
  }

  /** The reading between the chosen ships; undefined while two are not chosen. */
  #pair() {
    const { pair, table } = this.known;
    if (!pair) return undefined;
    const { mm, sigmaMm = 0 } = pair.closest;
    if (table.ships.some((ship) => isUnmeasured(ship) && (ship.id === pair.from || ship.id === pair.to)))
      return html`<p class="doubtful">${msg('One of them was placed by hand: that proves nothing. Tap two ships that the camera sees.')}</p>`;
    const piece = this.piece ?? pieceBetween(mm);
    return html`${piece ? this.#result({ piece, by: 'bases', readMm: mm, sigmaMm }) : html`<p class="doubtful">${msg(str`They are ${lengthWords(mm, sigmaMm)} apart: no template or ruler is that long. Which one lay between them?`)}</p>`}
      <div class="row" role="group" aria-label=${msg('What lay between them')}>${PROVING_PIECES.map((one) => html`<button class="do" data-piece=${one} aria-pressed=${one === piece} @click=${() => (this.piece = one)}>${pieceWords(one)}</button>`)}</div>`;
  }

  #result(reading: Reading) {
    return html`<div class="result">${this.#sentence(reading)}
      <div class="row">
        <wa-button size="s" variant="brand" ?disabled=${this.stale} @click=${() => this.#keep(reading)}>${msg('Both have seen it: keep it')}</wa-button>
      </div></div>`;
  }

  #sentence(reading: Reading) {
    const { piece, by, readMm, sigmaMm } = reading;
    const isRight = isProved(reading);
    const offMm = readMm - provingLengthMm(piece);
    const about = by === 'bases' ? msg(str`Between the bases: ${pieceWords(piece)}`) : msg(str`On the mat: ${pieceWords(piece)}`);
    return html`<p class="hint">${about}</p>
      <p class="big ${isRight && !this.stale ? 'sure' : 'doubtful'}" role="status">${msg(str`Measured ${lengthWords(readMm, sigmaMm)}; it is ${lengthWords(provingLengthMm(piece))}.`)}</p>
      <p>${
        isRight
          ? msg(str`${lengthWords(Math.abs(offMm))} off: within the stated ±.`)
          : msg(str`${lengthWords(Math.abs(offMm))} off: more than the stated ± allows.`)
      }</p>
      ${isRight ? nothing : this.#whatToDo(by)}`;
  }

  #whatToDo(by: Proof['by']) {
    return html`<ul class="hint">
      <li>${by === 'bases' ? msg('Is it that template, and did both bases touch it squarely? Push them against it once more.') : msg('Is it that piece, does it lie flat, and are both its ends in view?')}</li>
      <li>${msg('Measure the mat and enter its size: menu, Set up this table, Mat. Nothing improves distances more.')}</li>
      <li>${msg('Bring the camera closer or higher, or print the calibration sheet and lay it on the table.')}</li>
      <li>${msg('Until then, use a ruler for close calls.')}</li>
    </ul>`;
  }

  #keptResult(proof: Proof) {
    return html`${this.#sentence(proof)}
      <p class="hint">${icon('check')} ${msg('Kept with this table, and with anything you freeze from now on.')}</p>
      <div class="row">
        <wa-button size="s" appearance="outlined" @click=${() => emit(this, 'hm-setup', { kind: 'save-proof', proof, withPicture: this.withPicture })}>${icon('save')}&nbsp;${msg('Save as a file')}</wa-button>
        <wa-switch size="s" .checked=${this.withPicture} @change=${(event: Event) => (this.withPicture = (event.target as HTMLInputElement).checked)}>${msg('with the picture')}</wa-switch>
        <wa-button size="s" appearance="plain" @click=${() => (this.kept = undefined)}>${msg('Prove it once more')}</wa-button>
      </div>`;
  }

  #keep(reading: Reading): void {
    const proof = { ...reading, provedAt: new Date().toISOString() };
    this.kept = proof;
    this.piece = undefined;
    emit(this, 'hm-setup', { kind: 'proved', proof });
  }
}
