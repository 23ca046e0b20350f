import { localized, msg, str } from '@lit/localize';
import { type Phrase, phrase } from '../../texts/phrase.js';
import { reasonOf } from '../../texts/phrase-error.js';
import { translate } from '../locales/language.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import type WaDialog from '@awesome.me/webawesome/dist/components/dialog/dialog.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { Evidence } from '../../evidence/evidence.js';
import { evidenceFile } from '../../evidence/evidence-file.js';
import { fingerprintOf, publicKeyOf, signedText } from '../../evidence/signed-text.js';
import { base64Of, bytesOf } from '../../table/documents/base64.js';
import type { Problem } from '../../table/measurement.js';
import { currentProblem, isFrozenCorrected } from '../state/page-state.js';
import { controlStyles } from '../ui/control.styles.js';
import { dialogStyles } from '../ui/dialog.styles.js';
import { saveBytes } from '../ui/save-file.js';
import '../ui/hm-problem.js';
import { icon } from '../ui/icon.js';
import { type DeviceKeys, deviceKeys } from './device-key.js';
import { evidencePage } from './evidence-page.js';
import { evidencePicture } from './evidence-picture.js';
import type { Frozen } from './frozen.js';
import { frozenEvidence } from './frozen-evidence.js';

/** Things that can be saved, once they are made. */
interface Made {
  readonly keys: DeviceKeys | undefined;
  readonly signed: Phrase;
  /** The same for files saved beside the evidence, which bear no signature. */
  readonly signedFile: Phrase;
  readonly png: Blob;
  readonly pngUrl: string;
}

/** Beginning of the name of a file of each kind. */
const NAMES = { dispute: 'hashmark-evidence', 'bad reading': 'hashmark-bad-reading' } as const;

/**
 * Evidence that was frozen at a tap, to be saved: the signed file, the picture for a chat, the page to print. Nothing leaves the device
 * before one of these is saved. A bad reading is saved with the person's description.
 */
@customElement('hm-evidence')
@localized()
export class HmEvidence extends LitElement {
  static override styles = [
    controlStyles,
    dialogStyles,
    css`
      img { display: block; width: 100%; max-height: 46dvh; object-fit: contain; border-radius: 0.6rem; background: #000; }
      p { margin: 0.7rem 0 0; line-height: 1.45; color: var(--hm-ink-2); }
      label { display: grid; gap: 0.3rem; font-weight: 600; margin-bottom: 0.8rem; }
      textarea { font: inherit; color: var(--hm-ink); background: var(--hm-ground); border: 1px solid var(--hm-line); border-radius: 0.6rem; padding: 0.5rem 0.7rem; min-height: 5rem; resize: vertical; }
      .saves { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.5rem; }
      .saves wa-button { flex: 0 1 auto; }
      .saves p { flex: 1 0 100%; margin: 0; }
      code { font-size: 0.95em; white-space: nowrap; color: var(--hm-ink); }
    `,
  ];

  @property({ attribute: false }) frozen!: Frozen;
  @state() private made: Made | undefined;
  @state() private problem: Problem | undefined;
  @state() private saved = '';
  @state() private said = '';
  @query('wa-dialog') private readonly dialog!: WaDialog;

  override async firstUpdated(): Promise<void> {
    await this.dialog.updateComplete;
    this.dialog.open = true;
    this.problem = this.frozen.kind === 'dispute' ? notToFreeze(this.frozen) : undefined;
    if (!this.problem) await this.#tried('evidence-not-made', async () => (this.made = await makeOf(this.frozen)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.made) URL.revokeObjectURL(this.made.pngUrl);
  }

  override render() {
    const { kind } = this.frozen;
    return html`<wa-dialog label=${kind === 'dispute' ? msg('Frozen as evidence') : msg('Report a bad reading')} light-dismiss>
      ${this.problem ? html`<hm-problem .problem=${this.problem}></hm-problem>` : nothing}
      ${kind === 'bad reading' ? this.#question() : nothing}
      ${this.made ? this.#shown(this.made) : this.problem ? nothing : html`<p role="status">${msg('Freezing…')}</p>`}
      ${this.made ? html`<div slot="footer" class="saves">${this.#saves(this.made)}</div>` : nothing}
    </wa-dialog>`;
  }

  #question() {
    const onInput = (event: Event) => (this.said = (event.target as HTMLTextAreaElement).value);
    return html`<label>${msg('What is wrong, and what would be right?')}
      <textarea autofocus maxlength="4000" .value=${this.said} @input=${onInput}></textarea></label>`;
  }

  #shown({ signed, pngUrl }: Made) {
    const holds =
      this.frozen.kind === 'dispute'
        ? msg('picture, overlay, numbers and setup')
        : msg('picture, measurement, and what the page did in the last hour');
    const about = this.#isOpened
      ? msg('The evidence is the file that you opened. Print it, or pass its picture on.')
      : msg(
          str`Nothing leaves this device unless you save it and pass it on. The file contains ${holds}; it opens here again like a photo.`,
        );
    return html`<img src=${pngUrl} alt=${msg('What was frozen: the picture with the measurement drawn on it, and the answer')} />
      <p>${about} <span class="signed">${translate(signed)}</span>.</p>`;
  }

  #saves(made: Made) {
    const { kind } = this.frozen;
    return html`
      <p role="status">${this.saved}</p>
      ${
        kind === 'dispute'
          ? html`<wa-button appearance="outlined" data-save="page" @click=${() => this.#savePage(made)}>${msg('Page to print')}</wa-button>
      <wa-button appearance="outlined" data-save="picture" @click=${() => this.#save(made.png, 'image/png', 'png')}>${icon('photo')}&nbsp;${msg('Picture for a chat')}</wa-button>`
          : nothing
      }
      ${this.#isOpened ? nothing : html`<wa-button variant="brand" data-save="file" @click=${() => this.#saveFile(made)}>${icon('save')}&nbsp;${kind === 'dispute' ? msg('Evidence file') : msg('Save the report')}</wa-button>`}`;
  }

  /** Whether it is evidence that was opened: nobody signs it a second time. */
  get #isOpened(): boolean {
    return this.frozen.kind === 'dispute' && this.frozen.page.frozen !== undefined;
  }

  #saveFile({ keys }: Made): Promise<void> {
    return this.#tried('file-not-made', async () => {
      const text = await signedText(evidenceFile(await this.#evidence()) as object, keys?.keys);
      this.#save(text, 'application/json', 'json');
    });
  }

  #savePage({ signedFile }: Made): Promise<void> {
    return this.#tried('page-not-made', async () => {
      const png = await evidencePicture(this.frozen);
      const url = `data:image/png;base64,${base64Of(new Uint8Array(await png.arrayBuffer()))}`;
      this.#save(evidencePage(await this.#evidence(), url, translate(signedFile)), 'text/html', 'html');
    });
  }

  #evidence(): Promise<Evidence> {
    return frozenEvidence(this.frozen, this.said.trim());
  }

  #save(content: Blob | string, type: string, ending: string): void {
    const { kind, atMs } = this.frozen;
    const name = `${NAMES[kind]}-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
    saveBytes(content, type, name);
    this.saved = msg(str`Saved as ${name}.`);
  }

  async #tried(failed: 'evidence-not-made' | 'file-not-made' | 'page-not-made', make: () => Promise<unknown>): Promise<void> {
    try {
      await make();
    } catch (error) {
      this.problem = {
        code: 'evidence-not-made',
        message: phrase(failed, reasonOf(error)),
        hint: phrase('close-other-pages-try'),
      };
    }
  }
}

/** The problem where answer and picture are not of the same moment, or what was frozen was corrected since: that is no evidence. */
function notToFreeze({ page }: Frozen): Problem | undefined {
  if (isFrozenCorrected(page))
    return { code: 'evidence-corrected', message: phrase('evidence-corrected'), hint: phrase('undo-corrections-freeze') };
  const problem = currentProblem(page);
  return (
    problem && {
      code: 'nothing-to-freeze',
      message: phrase('nothing-to-freeze', problem.message),
      hint: phrase('wait-until-answer-back'),
    }
  );
}

async function makeOf(frozen: Frozen): Promise<Made> {
  const keys = await deviceKeys();
  const { frozen: opened } = frozen.page;
  const words = frozen.kind === 'dispute' && opened ? { signed: opened.signed, signedFile: opened.signed } : await signedWords(keys);
  const png = await evidencePicture(frozen, translate(words.signedFile));
  return { keys, ...words, png, pngUrl: URL.createObjectURL(png) };
}

async function signedWords(device: DeviceKeys | undefined): Promise<Pick<Made, 'signed' | 'signedFile'>> {
  if (!device) return { signed: phrase('not-signed-page-did'), signedFile: phrase('file-not-signed') };
  const fingerprint = await fingerprintOf(bytesOf(await publicKeyOf(device.keys))!);
  const signer = !device.isKept ? phrase('this-visit') : device.isNew ? phrase('this-device-new-key') : phrase('this-device');
  return { signed: phrase('signed-key', signer, fingerprint), signedFile: phrase('file-signed-key', fingerprint) };
}
