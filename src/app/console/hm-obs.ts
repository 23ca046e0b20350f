import { msg } from '@lit/localize';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import { controlStyles } from '../ui/control.styles.js';
import { deskStyles } from './desk.styles.js';
import type { ObsLink, ObsState } from './obs-scenes.js';

const DEFAULT_URL = 'ws://localhost:4455';

/** The scenes of OBS on this computer, to switch between. */
@customElement('hm-obs')
export class HmObs extends LitElement {
  static override styles = [controlStyles, deskStyles, css`:host { padding: 0; }`];

  @state() private obs: ObsState | undefined;
  #link: ObsLink | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#link?.close();
  }

  override render() {
    const { scenes = [], current, problem, news } = this.obs ?? {};
    return html`<section><h2>${msg('OBS scenes')}</h2>
      ${problem ? html`<p class="problem" role="alert">${translate(problem)}</p>` : nothing}
      ${news ? html`<p role="status">${translate(news)}</p>` : nothing}
      <div class="commands">${scenes.map((scene) => html`<button class="do" aria-pressed=${scene === current} @click=${() => this.#link?.switchTo(scene)}>${scene}</button>`)}</div>
      ${scenes.length > 0 ? html`<div class="commands"><button class="do" data-do="reload" @click=${() => this.#link?.reloadOverlays()}>${translate(phrase('load-overlays-again'))}</button></div>` : html`<form @submit=${this.#connect}><label>${msg('Address')} <input name="url" .value=${DEFAULT_URL} /></label> <label>${msg('Password')} <input name="password" type="password" autocomplete="off" /></label> <button class="do">${msg('Connect')}</button></form>`}
    </section>`;
  }

  readonly #connect = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    await this.#link?.close();
    // Loaded here only: most commentators switch no scenes.
    const { linkObs } = await import('./obs-scenes.js');
    this.#link = await linkObs(String(data.get('url')), String(data.get('password')), (obs) => (this.obs = obs));
  };
}
