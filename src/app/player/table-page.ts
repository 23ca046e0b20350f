import { msg } from '@lit/localize';
import { html, nothing, type TemplateResult } from 'lit';
import { phrase } from '../../texts/phrase.js';
import { translate } from '../locales/language.js';
import type { FairPlay } from '../match-mode/fair-play.js';
import type { PageTools } from '../session/page-tools.js';
import { cornersPart, isSettingUp, setupChip, setupMarks, setupPanel } from '../setup/setup-parts.js';
import type { PageSquads } from '../squads/page-squads.js';
import { draftOf, movingIdOf, type PageMode } from '../state/mode.js';
import {
  type FrozenMark,
  hasMorePictures,
  isElsewhere,
  isFrozenCorrected,
  isLive,
  isStale,
  knownFromHere,
  ofWholeMat,
  type PageState,
  shownTable,
} from '../state/page-state.js';
import type { TableView } from '../state/table-session.js';
import { isMissingPart } from '../ui/chunk-error.js';
import '../answer/hm-answer.js';
import '../map/hm-map.js';
import '../map/hm-look.js';
import '../picture/hm-notice.js';
import '../ships/hm-ships.js';
import '../picture/hm-stage.js';
import '../dialogs/hm-kept-match.js';
import '../dialogs/hm-top-bar.js';
import type { PublishState } from '../dialogs/hm-top-bar.js';
import { closerWords, lensWords, paceWords, waitingWords, worthOf } from '../picture/worth-words.js';
import { lazyPart } from '../ui/lazy-element.js';
import { styled } from '../ui/styled.js';

/** The parts of the page that are not its state. */
export interface TablePageView {
  readonly page: PageState;
  readonly mode: PageMode;
  readonly tools: PageTools;
  /** Undefined until match mode is asked for. */
  readonly fair: FairPlay | undefined;
  readonly squads: PageSquads;
  readonly published: PublishState | undefined;
}

/** The page with a table on it: bar, picture, answer, map and ships; or the match. */
export function tablePage(view: TablePageView): TemplateResult {
  const { page, mode, tools, published } = view;
  const movingId = movingIdOf(mode);
  const isPlacing = mode.mode.kind === 'place';
  const { known, source, isOpening } = page;
  const shown = shownTable(page);
  const worth = worthOf(known, page);
  const stale = isStale(page);
  const isOld = stale && known.ships.length > 0;
  const remeasuring = hasMorePictures(source) ? page.remeasuring : null;
  // A tool asks about more than the chosen pair, except for the closer look at it.
  const asked = tools.tool && tools.tool.kind !== 'closeup' ? ofWholeMat(page) : page;
  const isOldToTool = isStale(asked) && shown.ships.length > 0;
  const isMissing = isMissingPart(page.sourceProblem);
  // With a scene nothing changes its place until there is a picture.
  const isAwaited = isOpening || (page.sourceProblem !== undefined && !isMissing);
  const hasPicture = source !== undefined || (isAwaited && (page.isMemory || known.ships.length === 0));
  const aside = tools.overlay(known);
  const panel = setupPanel(mode, page) ?? matchMode(view);
  const moment = view.fair?.momentWords(known.table);
  const tool =
    tools.tool && !panel
      ? html`${lazyPart(() => import('../answer/hm-tools.js'), phrase('asked-here'))}<hm-tools .tool=${tools.tool} .known=${tools.tool.kind === 'closeup' ? knownFromHere(page) : known} .snapshots=${tools.snapshots} .source=${source} ?mirrored=${page.isMirrored} ?stale=${isOldToTool} .freshness=${asked.freshness}></hm-tools>`
      : panel;
  const answer = html`<hm-answer .known=${known} .worth=${worth} .waiting=${waitingWords(page)} ?stale=${isOld} .freshness=${page.freshness} .closer=${closerWords(page)} .lookedShare=${source?.kind === 'camera' && !stale ? page.lookedShare : undefined} .remeasuring=${remeasuring}></hm-answer>`;
  const map = html`<hm-map .known=${shown} .worth=${worth} .aside=${aside} ?ruling=${tools.isRuling} ?stale=${isOldToTool} .movingId=${movingId} ?placing=${isPlacing}></hm-map>`;
  const ships = html`<hm-ships .known=${shown} .movingId=${movingId} ?placing=${isPlacing} .remeasuring=${remeasuring} ?isLive=${isLive(page.source)} ?busy=${!page.source ? isOpening : shown.state.camera === undefined && page.measureProblem === undefined && page.doubt === undefined}></hm-ships>`;
  return html`
    <header><hm-top-bar .worth=${worth} .pace=${paceWords(page)} ?stale=${stale} .moment=${moment ? translate(moment) : ''} ?hasSource=${source !== undefined && !page.frozen} ?hasMorePictures=${hasMorePictures(source)} .publish=${published && { ...published, isHeldBack: isElsewhere(page) }}></hm-top-bar></header>
    ${game(view)}
    <main ?hidden=${mode.match === 'shown'} class="${hasPicture ? 'with-picture' : 'scene-only'} ${tool ? 'with-tool' : ''} ${tools.tool?.kind === 'closeup' ? 'with-closeup' : ''} ${isMarkingIn(mode) ? 'marking' : ''} ${hasPicture && mode.look === 'map' ? 'shows-map' : ''}" ${styled({ '--ratio': ratioOf(page) })}>
      <h1 class="visually-hidden">${msg('Measure a table')}</h1>
      <div class="wide">${hasPicture ? [picture(view, isStale(asked)), answer] : [isMissing || isAwaited ? html`<hm-notice .page=${page}></hm-notice>` : nothing, page.frozen ? frozenMark(page, page.frozen) : nothing, map]}</div>
      <div class="narrow">${mode.match === 'shown' ? nothing : [keptMatch(view), asking(known)]}${hasPicture ? [map, html`<hm-look .look=${mode.look}></hm-look>`] : answer}${tool ?? html`<div class="lists">${ships}${lazyPart(() => import('../ships/hm-obstacles.js'), phrase('list-of-obstacles'))}<hm-obstacles .known=${known} .movingId=${movingId}></hm-obstacles></div>`}</div>
    </main>`;
}

/** A match is hidden while the page measures, not taken away. While it is shown the live picture stands in it. */
function game({ page, mode }: TablePageView) {
  const { match } = mode;
  if (match === 'none') return nothing;
  const isPlaying = match === 'shown';
  const { known, source, isMirrored } = page;
  const asked = ofWholeMat(page);
  const isOld = isPlaying && isStale(asked) && known.ships.length > 0;
  // Questions and problems stand where the person looks.
  const problem = page.doubt ?? page.sourceProblem ?? page.measureProblem;
  const isAwaited = source !== undefined && waitingWords(page) !== undefined;
  const said = isPlaying
    ? [asking(known), problem || isAwaited ? html`<hm-notice slot="said" .page=${page}></hm-notice>` : nothing]
    : nothing;
  const live =
    isPlaying && source
      ? html`<hm-stage slot="picture" ${styled({ '--ratio': ratioOf(page) })} .source=${source} .known=${known} .live=${page.live} ?mirrored=${isMirrored} ?stale=${isStale(asked)} watching></hm-stage>`
      : nothing;
  return html`<hm-game role="main" ?seen=${live !== nothing} look=${mode.look} .page=${mode.matchPage} .hasSource=${source !== undefined || page.isOpening} .resumed=${mode.resumed} ?stale=${isOld} .freshness=${asked.freshness} .edits=${known.history.done} .chosen=${known.chosen} .table=${known.table} .tracks=${known.state.camera ? known.state.tracks : []} ?hidden=${!isPlaying}>${live}${said}</hm-game>`;
}

/** The offer to go on with a match of before the page was loaded, on the table that comes into view. */
function keptMatch({ page, mode }: TablePageView) {
  return mode.match === 'none' && page.source && !page.frozen ? html`<hm-kept-match></hm-kept-match>` : nothing;
}

/** Questions about the ships that only a person can answer. */
function asking(known: TableView) {
  const { mayBeTurned, mayBeExchanged } = known.state;
  return [
    mayBeTurned
      ? [
          lazyPart(() => import('../ships/hm-turned.js'), phrase('asked-here')),
          html`<hm-turned slot="said" .state=${known.state}></hm-turned>`,
        ]
      : nothing,
    mayBeExchanged
      ? [
          lazyPart(() => import('../ships/hm-exchanged.js'), phrase('asked-here')),
          html`<hm-exchanged slot="said" .known=${known}></hm-exchanged>`,
        ]
      : nothing,
  ];
}

function picture({ page, mode, tools }: TablePageView, stale: boolean) {
  const { source, hints, held, isMirrored } = page;
  const known = shownTable(page);
  const { widthPx, heightPx } = source?.size() ?? { widthPx: 16, heightPx: 9 };
  const isMarking = mode.mode.kind === 'corners';
  const isBare = isMarkingIn(mode);
  const marks = () =>
    html`${cornersPart()}<hm-corners .view=${source?.view} ?mirrored=${isMirrored} .widthPx=${widthPx} .heightPx=${heightPx} .initial=${hints.corners}></hm-corners>`;
  return html`
    <div class="picture">
      <hm-stage .source=${mode.match === 'shown' ? undefined : source} .known=${known} .live=${page.live} .movingId=${movingIdOf(mode)} .aside=${tools.overlay(known)} ?ruling=${tools.isRuling} ?mirrored=${isMirrored} ?stale=${stale} ?bare=${isBare}>${isMarking ? marks() : setupMarks(mode, page)}</hm-stage>
      ${isMarking || isSettingUp(mode) || page.frozen ? nothing : setupChip(page)}
      ${isBare || (page.frozen && !page.sourceProblem && !page.isOpening) ? nothing : html`<hm-notice .page=${page}></hm-notice>`}
    </div>
    ${page.frozen ? frozenMark(page, page.frozen) : nothing}
    ${source ? lazyPart(() => import('../picture/hm-source-bar.js'), phrase('camera-controls')) : nothing}
    <hm-source-bar ?hidden=${page.frozen !== undefined} class=${source?.kind ?? ''} .source=${source} .held=${held} ?mirrored=${isMirrored} .lens=${lensWords(page)}></hm-source-bar>`;
}

/** Whether something is marked in the picture: nothing else is drawn over it then. */
const isMarkingIn = (mode: PageMode) => mode.mode.kind === 'corners' || draftOf(mode) !== undefined;

function matchMode({ fair, page: { known } }: TablePageView) {
  if (!fair?.isOpen) return undefined;
  return html`${lazyPart(() => import('../match-mode/hm-match-mode.js'), phrase('match-mode'))}<hm-match-mode .fair=${fair.state} .refused=${fair.refused} ?following=${fair.isFollowing} .table=${known.table} .chosenId=${known.chosen[0]}></hm-match-mode>`;
}

function frozenMark(page: PageState, mark: FrozenMark) {
  return html`${lazyPart(() => import('../evidence/hm-frozen.js'), phrase('marks-evidence'))}<hm-frozen .mark=${mark} ?isCorrected=${isFrozenCorrected(page)}></hm-frozen>`;
}

function ratioOf({ source }: PageState): string {
  const { widthPx, heightPx } = source?.size() ?? { widthPx: 16, heightPx: 9 };
  return `${widthPx / heightPx || 16 / 9}`;
}
