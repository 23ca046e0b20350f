import { LOCALE_STATUS_EVENT } from '@lit/localize';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Moment } from '../../game/table/moment.js';
import type { Point } from '../../geometry/point.js';
import type { EditHistory } from '../../table/edits.js';
import { LOST } from '../capture/camera-problems.js';
import { type CameraSource, listCameras, openCamera } from '../capture/camera-source.js';
import { openSimulated } from '../capture/simulated-source.js';
import { type Frozen, freeze } from '../evidence/frozen.js';
import type { FairPlay, FairPlayAction } from '../fair-play/fair-play.js';
import { kept, MATCH_MODE_KEY } from '../kept.js';
import { answerWords, chooseLanguage, otherLanguage } from '../locales/language.js';
import { isMissingPart, missingPart } from '../missing-part.js';
import { movableOf } from '../movable.js';
import { openAnyFile } from '../open-file.js';
import type { PageAddress } from '../page-address.js';
import { PageSession } from '../page-session.js';
import type { PageState } from '../page-state.js';
import { PageTools } from '../page-tools.js';
import { addObstacle, addShip } from '../placing.js';
import { type Publishing, startPublishing } from '../publishing.js';
import { saveScene } from '../scene-files.js';
import type { ChangeWatch } from '../seeing/change-watch.js';
import type { VisionClient } from '../seeing/vision-client.js';
import { loadSettings, saveSettings } from '../settings.js';
import { PageSetup } from '../setup/page-setup.js';
import { PageSquads } from '../squads/page-squads.js';
import { JUDGE_CALLED, JUDGE_NOT_CALLED } from '../stream/judge-call.js';
import { openStream } from '../stream/open-stream.js';
import type { Judge } from '../table-session.js';
import { chooseTheme } from '../theme/theme.js';
import { appStyles } from './app.styles.js';
import { controlStyles } from './control.styles.js';
import type { MenuAction, PageEvents } from './emit.js';
import { lazyPart } from './lazy-part.js';
import './hm-start.js';
import type { PublishState } from './hm-top-bar.js';
import { listenToPage } from './page-listeners.js';
import { isSpokenAloud, speakAloud } from './speak-aloud.js';
import { tableEvents } from './table-events.js';
import { tablePage } from './table-page.js';
import { wantsStillness } from './wants-stillness.js';

/** Why a picture that is turned the other way round leaves the table that was seen in it. */
const ANOTHER_TABLE = 'The other way round, the picture is measured anew as another table.';

/** The player's page. */
@customElement('hm-app')
export class HmApp extends LitElement {
  static override styles = [controlStyles, appStyles];

  @property({ attribute: false }) client!: VisionClient;
  /** Makes what watches for changes between looks. */
  @property({ attribute: false }) watch: ((onSeen: () => void) => ChangeWatch) | undefined;
  @property({ attribute: false }) judge!: Judge;
  @property({ attribute: false }) address!: PageAddress;
  @state() private page!: PageState;
  @state() private movingId: string | undefined;
  @state() private isPlacing = false;
  @state() private isMarking = false;
  @state() private isHelping = false;
  @state() private isPrinting = false;
  @state() private isPlaying = false;
  /** What the player is asked to leave the table for; a newer wish takes the place of one that is asked about. */
  @state() private leaving: { readonly go: () => void; readonly history: EditHistory; readonly why: string } | undefined;
  /** What was frozen at a tap, until it is saved or let go. */
  @state() private frozen: Frozen | undefined;
  @state() private published: PublishState | undefined;
  #session!: PageSession;
  readonly #tools = new PageTools(this);
  /** Match mode; loaded at its first use, or where it is kept from an earlier visit. */
  #fair: FairPlay | undefined;
  #moment: Moment | undefined;
  readonly #setup = new PageSetup(this, () => this.#session);
  readonly #squads = new PageSquads(this);
  #publishing: Publishing | undefined;
  #seed = 1;
  #hasPlayed = false;
  /** The corrections that the player has said may be lost: where leaving fails, there is no question about these again. */
  #letGo: EditHistory | undefined;
  #unlisten = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    const onChange = (page: PageState) => {
      this.page = page;
      this.#tools.see(page);
      this.#setup.see(page);
      this.#squads.see(page);
      if (page.hasTable) this.#publishing?.send(page);
    };
    this.#session = new PageSession(this.client, this.judge, onChange, this.watch && { watch: this.watch });
    this.#session.table.showsArcs = (shipId) => this.#fair?.showsArcs(shipId) ?? true;
    if (kept(MATCH_MODE_KEY) !== undefined) void this.#loadFair();
    this.page = this.#session.state;
    this.#seed = this.address.seed;
    this.#unlisten = listenToPage(this, {
      ...this.#events,
      // Not behind a question that counts the corrections.
      undo: () => !this.leaving && this.#session.table.undo(),
      redo: () => !this.leaving && this.#session.table.redo(),
      leave: this.#leave,
      files: (files) => this.#openFiles(files),
      enter: () => this.isPlacing && this.#place(undefined),
    });
    navigator.mediaDevices?.addEventListener('devicechange', this.#onDevices);
    addEventListener(LOCALE_STATUS_EVENT, this.#onLanguage);
    this.#session.table.speak(answerWords());
    this.#session.loadEngines();
    this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlisten();
    navigator.mediaDevices?.removeEventListener('devicechange', this.#onDevices);
    removeEventListener(LOCALE_STATUS_EVENT, this.#onLanguage);
    this.#session.dispose();
    void this.#publishing?.close();
  }

  #begin(): void {
    const { camera, publish } = this.address;
    if (publish) void this.#publish(publish);
    if (camera === 'device') this.#openCamera();
    if (camera === 'simulated') void this.#session.open(() => openSimulated(this.#seed), { letGoFirst: true });
  }

  protected override updated(changed: PropertyValues): void {
    // On a phone the map may be out of sight.
    if ((changed.has('movingId') && this.movingId !== undefined && !this.page.source) || (changed.has('isPlacing') && this.isPlacing))
      this.renderRoot.querySelector('hm-map')?.scrollIntoView({ block: 'nearest', behavior: wantsStillness() ? 'instant' : 'smooth' });
    if (changed.has('isMarking') && this.isMarking) this.renderRoot.querySelector('hm-stage')?.scrollIntoView({ block: 'start' });
    // Where the picture goes, the work on it ends.
    if (changed.has('page') && !this.page.source) this.isMarking = false;
    if (changed.has('page') && !movableOf(this.page.known, this.movingId)) this.movingId = undefined;
  }

  override render() {
    const { hasTable, sourceProblem, isOpening } = this.page;
    if (!hasTable && !isOpening) return html`<hm-start .problem=${sourceProblem}></hm-start>`;
    const { page, movingId, isPlacing, isMarking, published, isPlaying } = this;
    const view = {
      page,
      movingId,
      isPlacing,
      isMarking,
      published,
      isPlaying,
      tools: this.#tools,
      setup: this.#setup,
      fair: this.#fair,
      squads: this.#squads,
      hasPlayed: this.#hasPlayed,
    };
    return html`${tablePage(view)}${this.isHelping ? html`${lazyPart(() => import('./hm-help.js'), 'The help')}<hm-help @wa-after-hide=${() => (this.isHelping = false)}></hm-help>` : nothing}
      ${this.isPrinting ? html`${lazyPart(() => import('./hm-board.js'), 'The sheet')}<hm-board ?used=${this.page.hints.board !== undefined} .lens=${this.page.lens} @wa-after-hide=${() => (this.isPrinting = false)}></hm-board>` : nothing}
      ${this.leaving ? keyed(this.leaving, html`${lazyPart(() => import('./hm-leave.js'), 'The question before leaving')}<hm-leave .corrections=${this.leaving.history.done.length} .why=${this.leaving.why}></hm-leave>`) : nothing}
      ${this.frozen ? keyed(this.frozen, html`${lazyPart(() => import('../evidence/hm-evidence.js'), 'What freezes evidence')}<hm-evidence .frozen=${this.frozen} @wa-after-hide=${() => (this.frozen = undefined)}></hm-evidence>`) : nothing}
      ${this.page.otherTable ? html`${lazyPart(() => import('../setup/hm-other-table.js'), 'The question about this table')}<hm-other-table .problem=${this.page.otherTable}></hm-other-table>` : nothing}
      ${this.#squads.dialog(page)}
      <input hidden type="file" accept="image/*,video/*,.json,.jsonl,.xws" @change=${this.#picked} />`;
  }

  readonly #events: { readonly [K in keyof PageEvents]: (detail: PageEvents[K]) => void } = {
    ...tableEvents(
      () => this.#session.table,
      this.#tools,
      () => this.#fair,
    ),
    'hm-open-camera': ({ deviceId }) => this.#openCamera(deviceId),
    'hm-open-files': ({ files }) => this.#openFiles(files),
    'hm-open-simulated': () =>
      this.#leaveFor(() => {
        if (this.page.source?.kind === 'simulated') this.#seed += 1;
        void this.#session.open(() => openSimulated(this.#seed), { letGoFirst: true });
      }),
    'hm-leave': ({ choice }) => {
      const { leaving } = this;
      this.leaving = undefined;
      if (choice === 'save') this.#menu.save();
      if (choice === 'stay' || !leaving) return;
      this.#letGo = leaving.history;
      leaving.go();
    },
    'hm-reload': ({ go }) => this.#leaveFor(go, 'The page is loaded anew.'),
    'hm-retry': () => this.#session.loadEngines(),
    'hm-corners': ({ corners }) => {
      this.isMarking = false;
      const { corners: _, ...rest } = this.page.hints;
      this.#session.hint(corners ? { ...rest, corners } : rest);
    },
    'hm-board': ({ board }) => {
      this.isPrinting = false;
      const { board: _, ...rest } = this.page.hints;
      this.#session.hint(board ? { ...rest, board } : rest);
    },
    'hm-forget-lens': () => this.#session.forgetLens(),
    'hm-hold': ({ isWanted }) => this.#session.hold(isWanted),
    'hm-mirror': ({ isMirrored }) =>
      this.#leaveFor(() => {
        this.#session.mirror(isMirrored);
        if (this.#setup.draft) this.#setup.say({ kind: 'begin', step: 'border' });
      }, ANOTHER_TABLE),
    'hm-dismiss': () => this.#session.showProblem(undefined),
    'hm-setup': (say) => this.#setup.say(say),
    'hm-corners-cancel': () => {
      this.isMarking = false;
    },
    'hm-moving': ({ shipId }) => {
      this.movingId = shipId;
    },
    'hm-add-obstacle': () => {
      this.movingId = addObstacle(this.#session.table);
    },
    'hm-placing': ({ at }) => (at || this.isPlacing ? this.#place(at) : this.#startPlacing()),
    'hm-match': ({ match, moment }) => {
      this.#publishing?.match(match);
      this.#moment = moment;
      this.#fair?.follow(moment, this.page.known.table);
    },
    'hm-fair': (say) => void this.#sayFair(say),
    'hm-squads': (said) => this.#squads.take(said, this.#session.table),
    'hm-menu': ({ action }) => this.#menu[action](),
  };

  /** The game's page is loaded when it is first asked for. */
  async #game(): Promise<void> {
    const isLoaded = await import('../game/hm-game.js').then(
      () => true,
      () => false,
    );
    if (!isLoaded) {
      this.#session.showProblem(missingPart('The page to play by the rules'));
      return;
    }
    if (isMissingPart(this.page.sourceProblem)) this.#session.showProblem(undefined);
    this.#hasPlayed = true;
    this.isPlaying = !this.isPlaying;
  }

  async #sayFair(say: FairPlayAction): Promise<void> {
    (await this.#loadFair())?.take(say, this.page.known.table);
  }

  async #loadFair(): Promise<FairPlay | undefined> {
    const part = this.#fair ? undefined : await import('../fair-play/fair-play.js').catch(() => undefined);
    if (part && !this.#fair) {
      this.#fair = new part.FairPlay(this, () => {
        this.#tools.take(undefined);
        this.#session.table.chooseNone();
      });
      this.#fair.follow(this.#moment, this.page.known.table);
      // What was asked before it was there was not asked of it.
      if (this.#fair.state.isOn) this.#session.table.chooseNone();
      this.requestUpdate();
    }
    if (!this.#fair) this.#session.showProblem(missingPart('Match mode'));
    return this.#fair;
  }

  readonly #menu: Readonly<Record<MenuAction, () => void>> = {
    camera: () => this.#openCamera(),
    open: () => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')!.click(),
    save: () => saveScene(this.page.known.table, new Date()),
    freeze: () => {
      this.frozen = freeze('dispute', this.page, []);
    },
    fair: () => void this.#sayFair({ kind: 'open' }),
    report: () => {
      this.frozen = freeze('bad reading', this.page, this.#session.log.entries);
    },
    setup: () => this.#setup.say({ kind: 'open' }),
    corners: () => {
      this.isMarking = true;
      this.#setup.say({ kind: 'leave' });
    },
    board: () => {
      this.isPrinting = true;
    },
    forget: () => this.#session.hint({}),
    game: () => void this.#game(),
    stream: () => void openStream((problem) => this.#session.showProblem(problem)),
    judge: () =>
      void this.#publishing?.callJudge('').then((isCalled) => this.#session.showProblem(isCalled ? JUDGE_CALLED : JUDGE_NOT_CALLED)),
    squads: () => this.#squads.open(),
    aloud: () => speakAloud(!isSpokenAloud()),
    dark: () => chooseTheme('dark'),
    light: () => chooseTheme('light'),
    system: () => chooseTheme('system'),
    language: () => void chooseLanguage(otherLanguage()),
    help: () => {
      this.isHelping = true;
    },
    home: () =>
      this.#leaveFor(() => {
        this.isPlaying = false;
        this.#hasPlayed = false;
        this.#publishing?.match(undefined);
        this.#session.close();
      }),
  };

  async #publish(target: NonNullable<PageAddress['publish']>): Promise<void> {
    const { table } = target;
    this.published = { table };
    this.#publishing = await startPublishing(target, (problem) => {
      this.published = { table, ...(problem ? { problem } : {}) };
    });
  }

  #openCamera(deviceId = loadSettings().cameraId): void {
    const open = async () => {
      const opened = await openCamera(deviceId);
      if (opened.ok) saveSettings({ cameraId: opened.source.deviceId });
      return opened;
    };
    const go = () => void this.#session.open(open, { letGoFirst: true });
    if (this.page.isOneTable) this.#leaveFor(go);
    else go();
  }

  readonly #onLanguage = ({ detail }: WindowEventMap[typeof LOCALE_STATUS_EVENT]) => {
    if (detail.status !== 'ready') return;
    this.#session.table.speak(answerWords());
    this.requestUpdate();
  };

  /** A camera that was unplugged and is back goes on by itself; no other takes its place unasked. */
  readonly #onDevices = async () => {
    const isWaitedFor = (id: string) =>
      this.page.sourceProblem?.code === LOST.code && (this.page.source as CameraSource | undefined)?.deviceId === id;
    const back = (await listCameras()).find(({ deviceId }) => deviceId !== '' && isWaitedFor(deviceId));
    if (back && isWaitedFor(back.deviceId)) this.#openCamera(back.deviceId);
  };

  async #openFiles([file]: readonly File[]): Promise<void> {
    if (!file) return;
    // What is asked about is no longer wished for: while the file is read, its question must not be answered.
    this.leaving = undefined;
    if (!(this.page.hasTable && (await this.#squads.takesFile(file)))) this.#leaveFor(() => void openAnyFile(file, this.#session));
  }

  /** Leaves the table for something else; what a person said about it is not thrown away without a word. */
  #leaveFor(go: () => void, why = ''): void {
    const leave = () => {
      this.isMarking = false;
      this.isPlacing = false;
      this.movingId = undefined;
      this.#tools.take(undefined);
      go();
    };
    const { history } = this.page.known;
    if (history.done.length === 0 || history === this.#letGo) leave();
    else this.leaving = { go: leave, history, why };
  }

  readonly #picked = (event: Event) => {
    const input = event.target as HTMLInputElement;
    this.#openFiles([...(input.files ?? [])]);
    input.value = '';
  };

  #startPlacing(): void {
    this.isPlacing = true;
    this.movingId = undefined;
  }

  /** Adds a ship; one put in the middle by keyboard can be moved at once. */
  #place(at: Point | undefined): void {
    this.isPlacing = false;
    this.movingId = addShip(this.#session.table, at);
  }

  readonly #leave = () => {
    if (this.#setup.isOpen) this.#setup.say({ kind: 'leave' });
    else if (this.isMarking) this.isMarking = false;
    else if (this.isPlacing) this.isPlacing = false;
    else if (this.movingId) this.movingId = undefined;
    else if (this.#tools.tool) this.#tools.take(undefined);
    else this.#session.table.chooseNone();
  };
}
