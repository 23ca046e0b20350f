import { proofFile } from '../../evidence/proof-file.js';
import type { Proof } from '../../table/setup/proof.js';
import type { Setup } from '../../table/setup/setup.js';
import { setupFile } from '../../table/setup/setup-file.js';
import type { Obstacle } from '../../table/table.js';
import { pictureOf } from '../evidence/frozen.js';
import { encodedPicture } from '../evidence/frozen-evidence.js';
import type { PageSession } from '../session/page-session.js';
import { draftOf, type Mode, type ModeStore } from '../state/mode.js';
import type { PageState } from '../state/page-state.js';
import { cameraOf, storedCamera } from '../state/stored-cameras.js';
import { saveBytes } from '../ui/save-file.js';
import { lookDifference } from './mat-look.js';
import { placeOf } from './obstacle-place.js';
import { lookOfPicture } from './picture-look.js';
import {
  type DraftAction,
  draftAfter,
  fittedDraft,
  type OtherTableChoice,
  rankedDraft,
  type SetupAction,
  seenDraft,
} from './setup-actions.js';
import { begunDraft, cornersOfDraft, foundDraft, isAnotherFrame, openObstacles, type SetupDraft, setupOfDraft } from './setup-draft.js';
import type { StoredPrints } from './stored-prints.js';

/** Setting the table up on the page: the consequences of what is said. */
export class PageSetup {
  readonly #modes: ModeStore;
  readonly #session: () => PageSession;
  /** The source whose mat was recognised. */
  #recognised: unknown;
  /** Loaded once there is a table whose print is kept. */
  #prints: Promise<StoredPrints | undefined> | undefined;

  constructor(modes: ModeStore, session: () => PageSession) {
    this.#modes = modes;
    this.#session = session;
  }

  /** Called with every change of the page. */
  see(page: PageState): void {
    const { mode } = this.#modes.now;
    if (mode.kind === 'setup') this.#seen(mode, page);
    if (page.source !== this.#recognised && page.known.state.camera) this.#recognise(page);
    if (!page.source) this.#recognised = undefined;
    if (page.setup)
      this.#prints ??= import('./stored-prints.js').then(({ StoredPrints }) => new StoredPrints(this.#session())).catch(() => undefined);
    void this.#prints?.then((prints) => prints?.see());
  }

  /** Adapts the questions to what is seen by now. */
  #seen({ draft, isUnfound }: Extract<Mode, { kind: 'setup' }>, page: PageState): void {
    const { table, state } = page.known;
    if (!state.camera) return;
    if (isUnfound && draft.step === 'border') {
      this.#begin('border', page);
      return;
    }
    const next = seenDraft(isUnfound ? foundDraft(draft, table, state.camera) : draft, table);
    if (next !== draft) this.#draft(next);
  }

  say(say: SetupAction): void {
    const page = this.#session().state;
    switch (say.kind) {
      case 'open':
        if (page.setup) this.#modes.dispatch({ kind: 'begin', mode: { kind: 'setup overview' } });
        else this.#begin('border');
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
      case 'proved':
        this.#session().hints.prove(say.proof);
        break;
      case 'save-proof':
        void saveProof(say.proof, page, say.withPicture ? pictureOf(page) : undefined);
        break;
      case 'forget':
        this.#close();
        this.#session().hints.forgetSetup();
        break;
      case 'other-table':
        this.#otherTable(say.choice);
        break;
      case 'done':
        this.#change(undefined);
        break;
      default:
        this.#change(say);
    }
  }

  /** Sets the draft after an answer; undefined: it is done. */
  #change(say: DraftAction | undefined): void {
    const draft = draftOf(this.#modes.now);
    if (!draft) return;
    const { known, hints } = this.#session().state;
    const next = say && draftAfter(draft, say, known.table);
    // A border that was found wrong is measured again at once: later questions are shown on it.
    if (say?.kind === 'border' && !draft.isBorderAsFound) this.#session().hints.hint({ ...hints, corners: draft.corners });
    if (next) this.#draft(next, this.#isUnfound && say?.kind !== 'corners' && say?.kind !== 'border');
    else this.#finish(draft);
    if (say?.kind === 'lay') void this.#fit(say.obstacle);
  }

  /** Whether no mat was found yet, and nothing was said about its corners. */
  get #isUnfound(): boolean {
    const { mode } = this.#modes.now;
    return mode.kind === 'setup' && mode.isUnfound;
  }

  async #fit(laid: Obstacle): Promise<void> {
    const { fits } = this.#session();
    const fitted = await fits.obstacle(laid);
    const draft = draftOf(this.#modes.now);
    if (draft) this.#draft(fittedDraft(draft, laid, fitted));
    if (!fitted) return;
    const ranked = await fits.outlines(placeOf(fitted));
    const now = draftOf(this.#modes.now);
    if (now) this.#draft(rankedDraft(now, fitted, ranked));
  }

  #begin(step: SetupDraft['step'], { source, known, setup }: PageState = this.#session().state): void {
    if (!source) return;
    const { camera } = known.state;
    this.#draft(begunDraft(known.table, camera, source.size(), setup, camera ? step : 'border'), camera === undefined);
  }

  #draft(draft: SetupDraft, isUnfound = false): void {
    this.#modes.dispatch({ kind: 'begin', mode: { kind: 'setup', draft, isUnfound } });
  }

  #close(): void {
    for (const of of ['setup', 'setup overview'] as const) this.#modes.dispatch({ kind: 'end', of });
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
    this.#session().hints.setUp({
      setup: named,
      noObstacleAt,
      isAnotherFrame: isAnother,
      isSameTable: true,
      ...open,
      ...(corners && { corners }),
    });
    if (draft.areObstaclesSaid) this.#session().table.edit({ kind: 'all obstacles' });
  }

  #otherTable(choice: OtherTableChoice): void {
    if (choice === 'keep') this.#session().hints.keepSetup();
    else this.#session().hints.leaveSetup();
    if (choice === 'new') this.#begin('border');
  }

  /** Chooses, where several mats have lain before a camera, the one whose look is nearest. */
  #recognise(page: PageState): void {
    const { source, known, setup, isMirrored } = page;
    const camera = cameraOf(source);
    this.#recognised = source;
    const kept = camera ? storedCamera(camera).setups : [];
    if (!source || !setup || kept.length < 2) return;
    const look = lookOfPicture(source.view, known.state.camera!, known.table, isMirrored);
    const far = ({ mat }: (typeof kept)[number]) => lookDifference(mat.look, look) ?? 1;
    const nearest = kept.reduce((best, one) => (far(one) < far(best) ? one : best));
    // Not in the middle of a change of the page.
    if (far(nearest) < far(setup)) queueMicrotask(() => this.#session().hints.setUp({ setup: nearest, isAnotherFrame: true }));
  }
}

/** Hands the setup to the player as a file, with the map of the mat's print. */
function saveSetup(setup: Setup, at: Date): void {
  const name = `hashmark-setup-${at.toISOString().slice(0, 10)}.json`;
  const file = { ...setupFile(setup), ...(setup.print && { print: setup.print }) };
  saveBytes(`${JSON.stringify(file, null, 1)}\n`, 'application/json', name);
}

/** Hands a proof to the player as a file, with a picture where one is given. */
async function saveProof(proof: Proof, { known, setup }: PageState, picture: HTMLCanvasElement | undefined): Promise<void> {
  const { table, state } = known;
  const { camera, matSigmaMm } = state;
  const file = proofFile(proof, { table, matSigmaMm, camera, setup, picture: picture && (await encodedPicture(picture)) });
  saveBytes(`${JSON.stringify(file, null, 1)}\n`, 'application/json', `hashmark-proof-${proof.provedAt.slice(0, 10)}.json`);
}
