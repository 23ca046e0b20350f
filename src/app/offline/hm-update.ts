import { localized, msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

/**
 * Says that a newer version of the page waits.
 * @fires hm-update - it is wanted now
 */
@customElement('hm-update')
@localized()
export class HmUpdate extends LitElement {
  static override styles = css`
    :host { position: fixed; z-index: 20; inset: 3.6rem 0 auto; display: grid; justify-content: center; pointer-events: none; }
    section { pointer-events: auto; display: flex; flex-wrap: wrap; gap: 0.4rem 0.9rem; align-items: center; margin: 0 0.8rem; padding: 0.5rem 0.6rem 0.5rem 1rem; border-radius: 0.8rem; background: var(--hm-raised); border: 1px solid var(--hm-accent); box-shadow: 0 0.4rem 1.4rem rgb(0 0 0 / 0.5); color: var(--hm-ink); }
    p { margin: 0; }
    button { font: inherit; font-weight: 600; min-height: 2.5rem; padding: 0.3rem 0.9rem; border-radius: 0.6rem; border: 1px solid var(--hm-line); background: none; color: var(--hm-ink); cursor: pointer; }
    button.first { background: var(--hm-accent); border-color: var(--hm-accent); color: var(--hm-on-accent); }
    button:focus-visible { outline: 2px solid var(--hm-focus); outline-offset: 2px; }
  `;

  /** Whether a match is played on this page: nothing is said then. */
  @property({ attribute: false }) isHeldBack = false;
  /** Whether a match is played in another tab, from which a new version would take its parts. */
  @property({ attribute: false }) isPlayedElsewhere = false;
  /** Whether another tab has taken the new version: parts that this page has not loaded yet are gone. */
  @property({ attribute: false }) isTaken = false;
  @state() private isPutOff = false;

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('isTaken')) this.isPutOff = false;
  }

  override render() {
    if (this.isHeldBack || this.isPutOff) return nothing;
    const later = html`<button @click=${() => (this.isPutOff = true)}>${msg('Later')}</button>`;
    if (this.isPlayedElsewhere && !this.isTaken)
      return html`<section role="status"><p>${msg('The new version waits for the match in another tab to end.')}</p>${later}</section>`;
    return html`<section role="status"><p>${this.isTaken ? msg('Another tab runs a new version now. Parts of this page are missing until it is reloaded.') : msg('A new version is ready.')}</p>
      <button class="first" @click=${() => this.dispatchEvent(new CustomEvent('hm-update'))}>${msg('Reload now')}</button>${later}</section>`;
  }
}
