import { LOCALE_STATUS_EVENT } from '@lit/localize';
import { html, LitElement, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Point } from '../../geometry/point.js';
import { openSimulated } from '../capture/simulated-source.js';
import { type Frozen, freeze } from '../evidence/frozen.js';
import { answerWords } from '../locales/language.js';
import { PageSession } from '../session/page-session.js';
import { PageTools } from '../session/page-tools.js';
import { PageSetup } from '../setup/page-setup.js';
import { PageSquads } from '../squads/page-squads.js';
import { movableOf } from '../state/movable.js';
import type { PageAddress } from '../state/page-address.js';
import type { PageState } from '../state/page-state.js';
import { addObstacle, addShip } from '../state/placing.js';
import type { Judge } from '../state/table-session.js';
import { openStream } from '../stream/open-stream.js';
import { appStyles } from '../ui/app.styles.js';
import { controlStyles } from '../ui/control.styles.js';
import type { MenuAction, PageEvents } from '../ui/page-events.js';
import type { ChangeWatch } from '../vision-client/change-watch.js';
import type { VisionClient } from '../vision-client/vision-client.js';
import { onlyOneTable, openAnyFile } from './open-file.js';
import { saveScene } from './scene-files.js';
import '../dialogs/hm-start.js';
import { openKeptCamera, returnedCamera } from '../capture/stored-camera.js';
import { LeaveQuestion } from '../dialogs/leave-question.js';
import { pageDialogs } from '../dialogs/page-dialogs.js';
import { PageGame } from '../match/state/page-game.js';
import { PageFairPlay } from '../match-mode/page-fair-play.js';
import { PagePublishing } from '../stream/page-publishing.js';
import { wantsStillness } from '../ui/reduced-motion.js';
import { listenToPage } from './page-listeners.js';
import { pictureEvents } from './picture-events.js';
import { SETTINGS_ACTIONS } from './settings-actions.js';
import { tableEvents } from './table-events.js';
import { tablePage } from './table-page.js';

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
  /** What was frozen at a tap, until it is saved or let go. */
  @state() private frozen: Frozen | undefined;
  #session!: PageSession;
  readonly #tools = new PageTools(this);
  readonly #fairPlay = new PageFairPlay(this, () => this.#session, this.#tools);
  readonly #setup = new PageSetup(this, () => this.#session);
  readonly #squads = new PageSquads(this);
  readonly #game = new PageGame(this, () => this.#session);
  readonly #leaving = new LeaveQuestion(this);
  readonly #publishing = new PagePublishing(this);
  #seed = 1;
  #unlisten = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    const onChange = (page: PageState) => {
      this.page = page;
      this.#tools.see(page);
      this.#setup.see(page);
      this.#squads.see(page);
      this.#publishing.send(page);
    };
    this.#session = new PageSession(this.client, this.judge, onChange, this.watch && { watch: this.watch });
    this.#fairPlay.begin();
    this.page = this.#session.state;
    this.#seed = this.address.seed;
    this.#unlisten = listenToPage(this, {
      ...this.#events,
      // Not behind a question that counts the corrections.
      undo: () => !this.#leaving.isAsked && this.#session.table.undo(),
      redo: () => !this.#leaving.isAsked && this.#session.table.redo(),
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
    this.#publishing.close();
  }

  #begin(): void {
    const { camera, publish } = this.address;
    if (publish) void this.#publishing.begin(publish, (show) => this.#session.showOnAir(show));
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
    if (!hasTable && !isOpening) return html`<hm-start .problem=${sourceProblem}></hm-start>${this.#squads.dialog(this.page)}`;
    const { page, movingId, isPlacing, isMarking, isHelping, isPrinting, frozen } = this;
    const squads = this.#squads;
    const parts = { tools: this.#tools, setup: this.#setup, fair: this.#fairPlay.fair, squads };
    const { isPlaying, hasPlayed } = this.#game;
    const dialogs = pageDialogs({
      ...{ page, isHelping, isPrinting, frozen, leaving: this.#leaving, squads },
      onHelped: () => (this.isHelping = false),
      onPrinted: () => (this.isPrinting = false),
      onFrozen: () => (this.frozen = undefined),
    });
    return html`${tablePage({ page, movingId, isPlacing, isMarking, published: this.#publishing.state, isPlaying, hasPlayed, ...parts })}${dialogs}
      <input hidden type="file" multiple @change=${this.#picked} />`;
  }

  readonly #events: { readonly [K in keyof PageEvents]: (detail: PageEvents[K]) => void } = {
    ...tableEvents(
      () => this.#session.table,
      this.#tools,
      (at) => this.#session.fits.there(at),
      () => this.#fairPlay.fair,
    ),
    ...pictureEvents(() => this.#session, { onMarked: () => (this.isMarking = false), onPrinted: () => (this.isPrinting = false) }),
    'hm-open-camera': ({ deviceId }) => this.#openCamera(deviceId),
    'hm-open-files': ({ files }) => this.#openFiles(files),
    'hm-open-simulated': () =>
      this.#leaveFor(() => {
        if (this.page.source?.kind === 'simulated') this.#seed += 1;
        void this.#session.open(() => openSimulated(this.#seed), { letGoFirst: true });
      }),
    'hm-leave': ({ choice }) => this.#leaving.answer(choice, this.#menu.save),
    'hm-reload': ({ go }) => this.#leaveFor(go, 'The page is loaded anew.'),
    'hm-mirror': ({ isMirrored }) =>
      this.#leaveFor(() => {
        this.#session.hints.mirror(isMirrored);
        if (this.#setup.draft) this.#setup.say({ kind: 'begin', step: 'border' });
      }, ANOTHER_TABLE),
    'hm-setup': (say) => this.#setup.say(say),
    'hm-moving': ({ shipId }) => {
      this.movingId = shipId;
    },
    'hm-add-obstacle': () => {
      this.movingId = addObstacle(this.#session.table);
    },
    'hm-placing': ({ at }) => (at || this.isPlacing ? this.#place(at) : this.#startPlacing()),
    'hm-match': ({ match, moment }) => {
      this.#publishing.match(match);
      this.#fairPlay.follow(moment);
    },
    'hm-fair': (action) => void this.#fairPlay.take(action),
    'hm-squads': (said) => this.#squads.take(said, this.#session.table),
    'hm-menu': ({ action }) => this.#menu[action](),
  };

  readonly #menu: Readonly<Record<MenuAction, () => void>> = {
    camera: () => this.#openCamera(),
    open: () => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')!.click(),
    save: () => saveScene(this.page.known.table, new Date()),
    freeze: () => {
      this.frozen = freeze('dispute', this.page, []);
    },
    fair: () => void this.#fairPlay.take({ kind: 'open' }),
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
    forget: () => this.#session.hints.hint({}),
    game: () => void this.#game.toggle(),
    stream: () => void openStream((problem) => this.#session.showProblem(problem)),
    judge: () => void this.#publishing.callJudge().then((said) => said && this.#session.showProblem(said)),
    squads: () => this.#squads.open(),
    ...SETTINGS_ACTIONS,
    help: () => {
      this.isHelping = true;
    },
    home: () =>
      this.#leaveFor(() => {
        this.#game.end();
        this.#publishing.match(undefined);
        this.#session.close();
      }),
  };

  #openCamera(deviceId?: string): void {
    const go = () => void this.#session.open(() => openKeptCamera(deviceId), { letGoFirst: true });
    if (this.page.isOneTable) this.#leaveFor(go);
    else go();
  }

  readonly #onLanguage = ({ detail }: WindowEventMap[typeof LOCALE_STATUS_EVENT]) => {
    if (detail.status !== 'ready') return;
    this.#session.table.speak(answerWords());
    this.requestUpdate();
  };

  readonly #onDevices = async () => {
    const back = await returnedCamera(() => this.page);
    if (back) this.#openCamera(back);
  };

  /** Squads of any number of files, and one file that is a table. */
  async #openFiles(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    // What is asked about is no longer wished for: while the file is read, its question must not be answered.
    this.#leaving.withdraw();
    const [file, ...others] = await this.#squads.takeFiles(files);
    if (!file) return;
    this.#leaveFor(async () => {
      await openAnyFile(file, this.#session);
      if (others.length > 0 && !this.page.sourceProblem) this.#session.showProblem(onlyOneTable(file, others.length));
    });
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
    this.#leaving.ask(leave, this.page.known.history, why);
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
