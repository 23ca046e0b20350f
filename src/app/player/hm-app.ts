import { LOCALE_STATUS_EVENT } from '@lit/localize';
import { html, LitElement, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Problem } from '../../table/measurement.js';
import type { Phrase } from '../../texts/phrase.js';
import type { HmAnswer } from '../answer/hm-answer.js';
import { SCREEN_MAY_SLEEP, STUCK } from '../capture/camera-problems.js';
import { openKeptCamera, returnedCamera } from '../capture/reopen-camera.js';
import { openSimulated } from '../capture/simulated-source.js';
import { SCREEN_MAY_SLEEP_EVENT } from '../capture/wake-lock.js';
import { LeaveQuestion } from '../dialogs/leave-question.js';
import { pageDialogs } from '../dialogs/page-dialogs.js';
import { answerWords } from '../locales/language.js';
import { PageFairPlay } from '../match-mode/page-fair-play.js';
import { isRecording } from '../recording/open-recording.js';
import { PageSession } from '../session/page-session.js';
import { PageTools } from '../session/page-tools.js';
import { PageSetup } from '../setup/page-setup.js';
import { isSettingUp } from '../setup/setup-parts.js';
import { PageSquads } from '../squads/page-squads.js';
import { FIRST_MODE, type Mode, ModeStore, type PageMode } from '../state/mode.js';
import type { PageAddress } from '../state/page-address.js';
import type { PageState } from '../state/page-state.js';
import type { Judge } from '../state/table-session.js';
import type { Tool } from '../state/tool.js';
import { ViewHistory } from '../state/view-history.js';
import { PagePublishing } from '../stream/page-publishing.js';
import { appStyles } from '../ui/app.styles.js';
import { controlStyles } from '../ui/control.styles.js';
import type { MotionDetector } from '../vision-client/motion-detector.js';
import type { VisionClient } from '../vision-client/vision-client.js';
import { matchOpener } from './menu-effects.js';
import { arePhotos, isNothing, isSetup, matchLogIn, openFiles } from './open-file.js';
import { pageEffects } from './page-effects.js';
import { listenToPage } from './page-listeners.js';
import type { PageParts } from './page-parts.js';
import { closeViews, openViews } from './page-views.js';
import { tablePage } from './table-page.js';
import '../dialogs/hm-start.js';

/** The player's page. */
@customElement('hm-app')
export class HmApp extends LitElement {
  static override styles = [controlStyles, appStyles];

  @property({ attribute: false }) client!: VisionClient;
  /** Creates the detector of changes between looks. */
  @property({ attribute: false }) watch: ((onSeen: () => void) => MotionDetector) | undefined;
  @property({ attribute: false }) judge!: Judge;
  @property({ attribute: false }) address!: PageAddress;
  @state() private page!: PageState;
  @state() private mode: PageMode = FIRST_MODE;
  #session!: PageSession;
  readonly #modes = new ModeStore((mode) => {
    this.mode = mode;
  });
  readonly #tools = new PageTools(this, this.#modes);
  readonly #fairPlay = new PageFairPlay(this, () => this.#session, this.#tools);
  readonly #setup = new PageSetup(this.#modes, () => this.#session);
  readonly #squads = new PageSquads(this.#modes);
  readonly #leaving = new LeaveQuestion(this);
  readonly #publishing = new PagePublishing(this);
  #seed = 1;
  #hasSaidSleep = false;
  #unlisten = () => {};
  #views: ViewHistory | undefined;
  #seeViews = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    const onChange = (page: PageState) => {
      this.page = page;
      this.#modes.dispatch({ kind: 'page', page });
      this.#tools.see(page);
      this.#setup.see(page);
      this.#squads.see(page);
      this.#publishing.send(page);
    };
    this.#session = new PageSession(this.client, this.judge, onChange, {
      ...(this.watch && { watch: this.watch }),
      match: { isPlayed: () => this.#modes.now.isPlaying, end: () => this.#endMatch() },
    });
    this.#fairPlay.begin();
    this.page = this.#session.state;
    this.#seed = this.address.seed;
    const parts: PageParts = {
      modes: this.#modes,
      tools: this.#tools,
      setup: this.#setup,
      squads: this.#squads,
      fairPlay: this.#fairPlay,
      leaving: this.#leaving,
      publishing: this.#publishing,
      session: () => this.#session,
      openCamera: (deviceId) => this.#openCamera(deviceId),
      openSimulated: () => this.#openSimulated(),
      openFiles: (files) => void this.#openFiles(files),
      pickFiles: () => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')!.click(),
      leaveFor: (go, why) => this.#leaveFor(go, why),
      leaveAll: (go) => this.#leaveAll(go),
      endMatch: () => this.#endMatch(),
    };
    const effects = pageEffects(parts);
    this.#views = new ViewHistory(window, (depth) => closeViews(parts, effects, depth));
    this.#seeViews = () => this.#views?.see(openViews(parts, effects));
    this.#unlisten = listenToPage(this, effects);
    navigator.mediaDevices?.addEventListener('devicechange', this.#onDevices);
    document.addEventListener('visibilitychange', this.#onSeen);
    addEventListener('pagehide', this.#onLeave);
    addEventListener(LOCALE_STATUS_EVENT, this.#onLanguage);
    addEventListener(SCREEN_MAY_SLEEP_EVENT, this.#onScreenMaySleep);
    this.#session.table.speak(answerWords());
    this.#session.loadEngines();
    this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlisten();
    this.#views?.end();
    this.#seeViews = () => {};
    navigator.mediaDevices?.removeEventListener('devicechange', this.#onDevices);
    document.removeEventListener('visibilitychange', this.#onSeen);
    removeEventListener('pagehide', this.#onLeave);
    removeEventListener(LOCALE_STATUS_EVENT, this.#onLanguage);
    removeEventListener(SCREEN_MAY_SLEEP_EVENT, this.#onScreenMaySleep);
    this.#session.dispose();
    this.#publishing.close();
  }

  #begin(): void {
    const { camera, publish } = this.address;
    if (publish) void this.#publishing.begin(publish, (show) => this.#session.showOnAir(show));
    if (camera === 'device') this.#openCamera();
    if (camera === 'simulated') void this.#session.open(() => openSimulated(this.#seed), { letGoFirst: true });
  }

  /** Moves the focus from a tool, match mode or the marking of corners that is gone to the answer in its place. */
  protected override update(changed: PropertyValues): void {
    const focused = this.shadowRoot?.activeElement as (Element & { readonly tool?: Tool }) | null | undefined;
    super.update(changed);
    if (!focused || focused.isConnected || !(focused.tool || ['hm-match-mode', 'hm-corners'].includes(focused.localName))) return;
    const answer = this.renderRoot.querySelector<HmAnswer>('hm-answer');
    void answer?.updateComplete.then(() => answer.takeFocus(focused.tool?.kind));
  }

  protected override updated(changed: PropertyValues): void {
    this.#seeViews();
    if (changed.has('mode')) this.#showWork(this.mode.mode, changed.get('mode') as PageMode | undefined);
    const isStuck = (page: PageState | undefined) => page?.sourceProblem?.code === STUCK.code;
    if (isStuck(this.page) && changed.has('page') && !isStuck(changed.get('page') as PageState | undefined)) void this.#onDevices();
  }

  /** Scrolls to the map or the picture, where the work continues, which may be out of sight on a phone. */
  #showWork(now: Mode, before: PageMode | undefined): void {
    const isAnother = now.kind !== before?.mode.kind || (now.kind === 'move' && now !== before.mode);
    if (!isAnother) return;
    if (now.kind === 'place' || now.kind === 'move') {
      const picture = now.kind === 'move' && this.page.source ? this.renderRoot.querySelector('hm-stage') : null;
      const work = picture?.clientHeight ? picture : this.renderRoot.querySelector('hm-map');
      work?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
    }
    if (now.kind === 'corners') this.renderRoot.querySelector('hm-stage')?.scrollIntoView({ block: 'start' });
  }

  override render() {
    const { page, mode } = this;
    const squads = this.#squads;
    const showProblem = (problem: Problem) => this.#session.showProblem(problem);
    const dialogs = pageDialogs({ page, modes: this.#modes, leaving: this.#leaving, squads, showProblem });
    if (!page.hasTable && !page.isOpening) return html`<hm-start .problem=${page.sourceProblem}></hm-start>${dialogs}`;
    const view = { page, mode, tools: this.#tools, fair: this.#fairPlay.fair, squads, published: this.#publishing.state };
    return html`${tablePage(view)}${dialogs}
      <input hidden type="file" multiple @change=${this.#picked} />`;
  }

  #openCamera(deviceId?: string): void {
    const go = () => void this.#session.open(() => openKeptCamera(deviceId), { letGoFirst: true });
    if (this.page.isOneTable && !this.#modes.now.isPlaying) this.#leaveFor(go);
    else go();
  }

  #openSimulated(): void {
    this.#leaveAll(() => {
      if (this.page.source?.kind === 'simulated') this.#seed += 1;
      void this.#session.open(() => openSimulated(this.#seed), { letGoFirst: true });
    });
  }

  readonly #onLanguage = ({ detail }: WindowEventMap[typeof LOCALE_STATUS_EVENT]) => {
    if (detail.status !== 'ready') return;
    this.#session.table.speak(answerWords());
    this.requestUpdate();
  };

  /** Says so once a visit, and only where others would see the picture stand still. */
  readonly #onScreenMaySleep = () => {
    if (!this.#publishing.state || this.#hasSaidSleep) return;
    this.#hasSaidSleep = true;
    this.#session.remark(SCREEN_MAY_SLEEP);
  };

  readonly #onLeave = () => this.#session.remember();

  /**
   * Asks for the camera again: a call, or another program, may have ended it while the page was away, without any device that came or went.
   */
  readonly #onSeen = () => {
    if (document.visibilityState === 'visible') void this.#onDevices();
  };

  readonly #onDevices = async () => {
    const back = await returnedCamera(() => this.page);
    if (back) this.#openCamera(back);
  };

  /** Opens squads from any number of files, and one file that is a table. */
  async #openFiles(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    // The question is no longer wanted: while the file is read, it must not be answered.
    this.#leaving.withdraw();
    const [file, ...others] = await this.#squads.takeFiles(files);
    if (!file) return;
    const log = await matchLogIn(file);
    const go = async () => {
      if (log === undefined) await openFiles([file, ...others], this.#session, (to) => this.#leaveAll(to));
      else (await matchOpener(this.#session))?.openMatchLog(log, file.name, this.#modes, this.#session);
    };
    const { source } = this.page;
    // Knowledge of a photo's or a match's table continues with the next photo of it, or its own file; a setup says more of the shown table.
    const isKnown = source?.photo || this.#modes.now.isPlaying;
    const goesOn = (source && (await isSetup(file))) || (isKnown && (await arePhotos([file, ...others])));
    // An unreadable one is reported where it is opened.
    if ((await isNothing(file)) || (await isRecording(file).catch(() => false))) await go();
    else if (goesOn) this.#leave(go);
    else this.#leaveAll(go);
  }

  /** Leaves the table, and the match that is played on it. */
  #leaveAll(go: () => void): void {
    this.#leaveFor(go, undefined, this.#modes.now.isPlaying);
  }

  #endMatch(): void {
    this.#modes.dispatch({ kind: 'match', match: 'none' });
    this.#publishing.match(undefined);
  }

  /** Leaves the table for something else; corrections by a person are not silently thrown away. */
  #leaveFor(go: () => void, why?: Phrase, endsMatch = false): void {
    this.#leaving.ask(() => this.#leave(go), this.page.known.history, why, endsMatch);
  }

  #leave(go: () => void): void {
    // A set-up belongs to the camera's table: it ends with the picture.
    if (!isSettingUp(this.mode)) this.#modes.dispatch({ kind: 'end' });
    go();
  }

  readonly #picked = (event: Event) => {
    const input = event.target as HTMLInputElement;
    this.#openFiles([...(input.files ?? [])]);
    input.value = '';
  };
}

/** Whether the device asks that nothing glides. */
const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
