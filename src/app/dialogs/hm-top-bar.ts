import { localized, msg, str } from '@lit/localize';
import '@awesome.me/webawesome/dist/components/button/button.js';
import type WaDropdown from '@awesome.me/webawesome/dist/components/dropdown/dropdown.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';
import { language, problemWords, translate } from '../locales/language.js';
import type { Worth } from '../picture/worth-words.js';
import { chosenTheme } from '../theme/theme.js';
import { controlStyles } from '../ui/control.styles.js';
import { icon } from '../ui/icon.js';
import { lazyPart } from '../ui/lazy-element.js';
import { emit, type MenuAction } from '../ui/page-events.js';
import { isSpokenAloud } from '../ui/speak-aloud.js';

/** The first screen has no menu, and does not wait for what places one. */
const loadMenu = () =>
  Promise.all([
    import('@awesome.me/webawesome/dist/components/dropdown/dropdown.js'),
    import('@awesome.me/webawesome/dist/components/dropdown-item/dropdown-item.js'),
  ]);

/** State of sending the table, and its destination. */
export interface PublishState {
  readonly table: string;
  /** Absent while the link holds. */
  readonly problem?: Problem;
  /** The link has not been up yet. */
  readonly isConnecting?: true;
  /** Whether the page shows a table that is not its own, which is not sent. */
  readonly isHeldBack?: boolean;
}

interface Entry {
  readonly action: MenuAction;
  readonly sign: string;
  readonly text: () => string;
  readonly needsSource?: true;
  /** Whether it is tried out before the camera. */
  readonly needsMorePictures?: true;
  readonly needsLink?: true;
  /** Whether it is already so. */
  readonly isSo?: () => boolean;
}

/** In groups: the table, pictures and files, the game, the page. */
const GROUPS: readonly { readonly title: () => string; readonly entries: readonly Entry[] }[] = [
  {
    title: () => msg('Table'),
    entries: [
      { action: 'setup', sign: 'table', text: () => msg('Set up this table'), needsSource: true },
      { action: 'prove', sign: 'ruler', text: () => msg('Prove it on my table'), needsMorePictures: true },
      { action: 'corners', sign: 'corners', text: () => msg('Mark the mat’s corners'), needsSource: true },
      { action: 'forget', sign: 'refresh', text: () => msg('Find the mat again'), needsSource: true },
      { action: 'board', sign: 'board', text: () => msg('Calibration sheet') },
    ],
  },
  {
    title: () => msg('Pictures and files'),
    entries: [
      { action: 'camera', sign: 'camera', text: () => msg('Use the camera') },
      { action: 'open', sign: 'folder', text: () => msg('Open a photo, video or file') },
      { action: 'save', sign: 'save', text: () => msg('Save the scene') },
      { action: 'freeze', sign: 'lock', text: () => msg('Freeze as evidence') },
      { action: 'report', sign: 'warning', text: () => msg('Report a bad reading') },
    ],
  },
  {
    title: () => msg('Game'),
    entries: [
      { action: 'game', sign: 'dice', text: () => msg('Play by the rules') },
      { action: 'fair', sign: 'eye-slash', text: () => msg('Match mode') },
      { action: 'squads', sign: 'list', text: () => msg('Squads') },
      { action: 'stream', sign: 'broadcast', text: () => msg('Stream') },
      { action: 'judge', sign: 'info', text: () => msg('Call a judge'), needsLink: true },
    ],
  },
  {
    title: () => msg('This page'),
    entries: [
      { action: 'aloud', sign: 'speaker', text: () => (isSpokenAloud() ? msg('Stop reading answers aloud') : msg('Read answers aloud')) },
      { action: 'dark', sign: 'moon', text: () => msg('Dark colours'), isSo: () => chosenTheme() === 'dark' },
      { action: 'light', sign: 'sun', text: () => msg('Light colours'), isSo: () => chosenTheme() === 'light' },
      { action: 'system', sign: 'contrast', text: () => msg('Same colours as the device'), isSo: () => chosenTheme() === 'system' },
      { action: 'language', sign: 'globe', text: () => (language() === 'de' ? 'English' : 'Deutsch') },
      { action: 'help', sign: 'help', text: () => msg('Help and keys') },
      { action: 'sees', sign: 'eye', text: () => translate(phrase('what-camera-sees')) },
      { action: 'home', sign: 'home', text: () => msg('Back to the start') },
    ],
  },
];

/**
 * The page's name, the camera's state, and the menu.
 * @fires hm-menu - an entry was chosen
 */
@customElement('hm-top-bar')
@localized()
export class HmTopBar extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host { display: flex; align-items: center; gap: min(0.8rem, 2vw); box-sizing: border-box; min-height: 3.25rem; padding: 0.25rem max(min(0.9rem, 3.7vw), env(safe-area-inset-right)) 0.25rem max(min(1rem, 4.1vw), env(safe-area-inset-left)); }
      .name { font-weight: 700; letter-spacing: -0.02em; font-size: 1.08rem; display: inline-flex; gap: 0.5rem; align-items: center; justify-content: center; min-height: 2.5rem; min-width: min(2.5rem, 48px); }
      .name i { width: 0.85rem; height: 0.85rem; border: 2px solid var(--hm-accent); border-radius: 2px; }
      @media (pointer: coarse) { .name { min-height: 2.75rem; min-width: 2.75rem; } }
      .chips { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.4rem; margin-left: auto; min-width: 0; }
      .chip { display: inline-flex; align-items: center; gap: 0.4rem; font-size: 0.84rem; padding: 0.28rem min(0.7rem, 2.9vw); border-radius: 2rem; min-width: 0; background: var(--hm-panel); color: var(--hm-ink-2); white-space: nowrap; font-variant-numeric: tabular-nums; }
      button.chip { min-height: 2.25rem; min-width: 0; overflow: hidden; }
      .chip i { flex: none; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--hm-ink-3); }
      .chip.good i { background: var(--hm-accent); }
      .chip.fair i { background: var(--hm-doubt); }
      .chip.poor i { background: #d9534a; }
      .chip.bad { border-radius: 0.9rem; }
      .chip.bad[role='status'] { white-space: normal; }
      .chip.bad i { background: var(--hm-doubt); }
      /* Its own rule is !important as well, and wins; where nothing fits its size it takes this one. */
      wa-dropdown { --auto-size-available-width: calc(100vw - 1.25rem); }
      wa-dropdown::part(menu) { box-sizing: border-box; }
      wa-dropdown:not(:defined) > :not([slot='trigger']) { display: none; }
      wa-dropdown-item { white-space: normal; }
      h3 { margin: 0; padding: 0.5rem 0.9rem 0.15rem; font-size: 0.8rem; font-weight: 600; color: var(--hm-ink-2); }
      /* Where its one column would have to be scrolled, and two need not be. */
      @media (min-width: 40em) and (min-height: 36em) and (max-height: 60em) {
        wa-dropdown::part(menu) { display: block; columns: 2; column-gap: 0.5rem; }
        h3:nth-of-type(3) { break-before: column; }
      }
      @media (max-width: 480px) { .chip .more { display: none; } .name span { display: none; } .chip { white-space: normal; } }
    `,
  ];

  /** Present uncertainty of a distance. */
  @property({ attribute: false }) worth: Worth | undefined;
  @property() pace = '';
  @property({ type: Boolean }) stale = false;
  @property({ type: Boolean }) hasSource = false;
  @property({ type: Boolean }) hasMorePictures = false;
  /** The moment in match mode, in words; empty without it. */
  @property() moment = '';
  @property({ attribute: false }) publish: PublishState | undefined;
  @query('wa-dropdown') private readonly menu!: WaDropdown | null;
  #groups: typeof GROUPS = [];

  protected override willUpdate(): void {
    // The menu's list does not change, and so does not move, under a finger.
    if (!this.menu?.open) this.#list();
  }

  #list(): void {
    const isListed = ({ needsSource, needsMorePictures, needsLink, isSo }: Entry) =>
      (this.hasSource || !needsSource) && (this.hasMorePictures || !needsMorePictures) && (this.publish || !needsLink) && !isSo?.();
    this.#groups = GROUPS.map(({ title, entries }) => ({ title, entries: entries.filter(isListed) }));
  }

  override render() {
    const onSelect = (event: CustomEvent<{ item: { value: string } }>) =>
      emit(this, 'hm-menu', { action: event.detail.item.value as MenuAction });
    // The entries and their words also depend on what was chosen by them.
    const onHidden = () => this.requestUpdate();
    // Pressed before its code has come, it opens when that has.
    const onPress = async () => {
      if (customElements.get('wa-dropdown')) return;
      await customElements.whenDefined('wa-dropdown');
      if (this.menu) this.menu.open = true;
    };
    // It may be opened again before it has gone.
    const onShow = () => {
      this.#list();
      this.requestUpdate();
    };
    return html`
      <button class="name" aria-label=${msg('Hashmark, back to the start')} @click=${() => emit(this, 'hm-menu', { action: 'home' })}><i></i><span>Hashmark</span></button>
      <span class="chips">
        ${this.moment ? html`<button class="chip good" data-match-mode title=${msg(str`Match mode: ${this.moment}`)} @click=${() => emit(this, 'hm-menu', { action: 'fair' })}><i class="swatch"></i><span>${msg('Match mode')}<span class="more">: ${this.moment}</span></span></button>` : nothing}
        ${this.publish ? this.#published(this.publish) : nothing}
        ${this.worth ? html`<span class="chip ${this.stale ? 'bad' : this.worth.grade}" title=${this.worth.why ?? msg('One standard deviation of a distance, and pictures per second')}><i class="swatch"></i>${this.worth.text}<span class="more">${this.pace}</span></span>` : nothing}
      </span>
      ${lazyPart(loadMenu, phrase('the-menu'))}
      <wa-dropdown placement="bottom-end" @wa-select=${onSelect} @wa-show=${onShow} @wa-after-hide=${onHidden}>
        <wa-button slot="trigger" size="s" appearance="plain" aria-label=${msg('Menu')} @click=${onPress}>${icon('menu', msg('Menu'))}</wa-button>
        ${this.#groups.map(
          ({ title, entries }) =>
            html`<h3>${title()}</h3>${entries.map(({ action, sign, text }) => html`<wa-dropdown-item value=${action}><wa-icon slot="icon" name=${sign}></wa-icon>${text()}</wa-dropdown-item>`)}`,
        )}
      </wa-dropdown>`;
  }

  #published({ table, problem, isConnecting, isHeldBack }: PublishState) {
    if (isConnecting && !problem)
      return html`<span class="chip" role="status"><i class="swatch"></i><span class="more">${msg('Connecting: ')}</span><span>${table}</span></span>`;
    if (isHeldBack && !problem)
      return html`<span class="chip" title=${msg('What is only looked at is not sent. The overlay keeps the table that was sent last.')} role="status">
        <i class="swatch"></i><span class="more">${msg('Not sending: ')}</span><span>${msg('only looked at')}</span></span>`;
    return html`<span class="chip ${problem ? 'bad' : 'good'}" title=${problem ? problemWords(problem) : msg('Sending to the overlay')} role="status">
      <i class="swatch"></i><span class="more">${problem ? msg('Not sending: ') : msg('Sending: ')}</span><span>${problem ? translate(problem.message) : table}</span></span>`;
  }
}
