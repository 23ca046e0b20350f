import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Obstacle } from '../../table/table.js';
import type { PageSession } from '../session/page-session.js';
import type { PageState } from '../state/page-state.js';
import { lookDifference } from './mat-look.js';
import { lookOfPicture } from './picture-look.js';
import { draftAfter, fittedDraft, type OtherTableChoice, type SetupAction } from './setup-actions.js';
import { begunDraft, cornersOfDraft, isAnotherFrame, openObstacles, type SetupDraft, setupOfDraft } from './setup-draft.js';
import { saveSetup } from './setup-files.js';
import { cameraOf } from './setup-in-use.js';
import { keptSetups } from './stored-setups.js';

/** Setting the table up on the page: what is said so far, and what becomes of it. */
export class PageSetup implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => PageSession;
  /** What is being said; undefined: nothing is asked. */
  draft: SetupDraft | undefined;
  /** What is known of the table is shown, to be changed, saved or forgotten. */
  isOverview = false;
  /** The draft as it was begun while no mat was found. */
  #unfound: SetupDraft | undefined;
  /** The source whose mat was recognised. */
  #recognised: unknown;

  constructor(host: ReactiveControllerHost, session: () => PageSession) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  hostConnected(): void {}

  get isOpen(): boolean {
    return this.draft !== undefined || this.isOverview;
  }

  /** With every change of the page. */
  see(page: PageState): void {
    if (!page.source && this.isOpen) this.#close();
    if (this.draft && this.draft === this.#unfound && page.known.state.camera) this.#begin('border', page);
    if (page.source !== this.#recognised && page.known.state.camera) this.#recognise(page);
    if (!page.source) this.#recognised = undefined;
  }

  say(say: SetupAction): void {
    const page = this.#session().state;
    switch (say.kind) {
      case 'open':
        this.isOverview = page.setup !== undefined;
        if (!page.setup) this.#begin('border');
        break;
      case 'begin':
        this.#begin(say.step);
        break;
      case 'leave':
        this.#close();
        break;
      case 'save':
        if (page.setup) saveSetup(page.setup, new Date());
        break;
      case 'forget':
        this.#close();
        this.#session().hints.forgetSetup();
        break;
      case 'other-table':
        this.#otherTable(say.choice);
        break;
      case 'done':
        if (this.draft) this.#finish(this.draft);
        break;
      default:
        this.#change(say);
    }
    this.#host.requestUpdate();
  }

  #change(say: Parameters<typeof draftAfter>[1]): void {
    const { draft } = this;
    if (!draft) return;
    const { known, hints } = this.#session().state;
    const next = draftAfter(draft, say, known.table);
    // A border that was found wrong is measured anew at once: what follows is shown on it.
    if (say.kind === 'border' && !draft.isBorderAsFound) this.#session().hints.hint({ ...hints, corners: draft.corners });
    if (next) this.draft = next;
    else this.#finish(draft);
    if (say.kind === 'lay') void this.#fit(say.obstacle);
  }

  async #fit(laid: Obstacle): Promise<void> {
    const fitted = await this.#session().fits.obstacle(laid);
    if (this.draft) this.draft = fittedDraft(this.draft, laid, fitted);
    this.#host.requestUpdate();
  }

  #begin(step: SetupDraft['step'], { source, known, setup }: PageState = this.#session().state): void {
    if (!source) return;
    const { camera } = known.state;
    this.isOverview = false;
    this.draft = begunDraft(known.table, camera, source.size(), setup, camera ? step : 'border');
    this.#unfound = camera ? undefined : this.draft;
  }

  #close(): void {
    this.draft = undefined;
    this.isOverview = false;
  }

  #finish(draft: SetupDraft): void {
    const { known, setup, source, isMirrored } = this.#session().state;
    this.#close();
    if (!draft.isSaid) return;
    const look = source && known.state.camera && lookOfPicture(source.view, known.state.camera, known.table, isMirrored);
    const made = setupOfDraft(draft, known.table, setup);
    const named = { ...made, mat: { ...made.mat, ...(look && { look }) } };
    const corners = cornersOfDraft(draft);
    const { noObstacleAt } = draft;
    const isAnother = isAnotherFrame(draft);
    const open = isAnother ? {} : { openObstacles: openObstacles(draft) };
    this.#session().hints.setUp({ setup: named, noObstacleAt, isAnotherFrame: isAnother, ...open, ...(corners && { corners }) });
  }

  #otherTable(choice: OtherTableChoice): void {
    if (choice === 'keep') this.#session().hints.keepSetup();
    else this.#session().hints.leaveSetup();
    if (choice === 'new') this.#begin('border');
  }

  /** Where several mats have lain before a camera, the one whose look is nearest is taken. */
  #recognise(page: PageState): void {
    const { source, known, setup, isMirrored } = page;
    const camera = source && cameraOf(source);
    this.#recognised = source;
    const kept = camera ? keptSetups(camera) : [];
    if (!source || !setup || kept.length < 2) return;
    const look = lookOfPicture(source.view, known.state.camera!, known.table, isMirrored);
    const far = ({ mat }: (typeof kept)[number]) => lookDifference(mat.look, look) ?? 1;
    const nearest = kept.reduce((best, one) => (far(one) < far(best) ? one : best));
    // Not in the middle of a change of the page.
    if (far(nearest) < far(setup)) queueMicrotask(() => this.#session().hints.setUp({ setup: nearest, isAnotherFrame: true }));
  }
}
