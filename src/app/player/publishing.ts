import type { Camera } from '../../geometry/camera.js';
import { upperMedian } from '../../geometry/statistics.js';
import type { Publisher } from '../../relay/client/publisher.js';
import type { CameraMessage, MatchMessage, ShowMessage } from '../../relay/wire/messages.js';
import { isTableName, relayUrlFor } from '../../relay/wire/topics.js';
import { sceneOf } from '../../table/documents/scene-file.js';
import type { Problem } from '../../table/measurement.js';
import { isUnmeasured } from '../../table/ship-certainty.js';
import { phrase } from '../../texts/phrase.js';
import { currentProblem, isElsewhere, NOT_SEEN, type PageState } from '../state/page-state.js';
import type { TableView } from '../state/table-session.js';
import { missingPart } from '../ui/chunk-error.js';

export interface Publishing {
  /** Sends the page's knowledge, and whether it is still valid. */
  send(page: PageState): void;
  /** Sends what everyone may know of the match that is played; undefined: none is played. */
  match(match: MatchMessage | undefined): void;
  /** Calls a judge; resolves to whether the relay has it. */
  callJudge(reason: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Sends the table's state to the relay beside the page, until it is closed. `onLink`: called with the problem of the link, undefined while
 * it holds; `onShow`: called with what the commentator has on screen. The MQTT library is loaded only here: most players never send.
 */
export async function startPublishing(
  { table, token }: { readonly table: string; readonly token: string },
  onLink: (problem: Problem | undefined) => void,
  onShow: (show: ShowMessage | undefined) => void,
): Promise<Publishing | undefined> {
  if (!isTableName(table)) {
    onLink({
      code: 'table-name',
      message: phrase('table-name', table),
      hint: phrase('expected-1-32-z'),
    });
    return undefined;
  }
  const loaded = await import('../../relay/client/publisher.js').catch(() => undefined);
  if (!loaded) {
    onLink(missingPart(phrase('sends-table')));
    return undefined;
  }
  const { createPublisher } = loaded;
  return publishingTo(createPublisher({ url: relayUrlFor(location.href), table, token, onLink, onShow }));
}

/** Sends what the page knows of its own table. */
export function publishingTo(publisher: Publisher): Publishing {
  let sent: TableView | undefined;
  let sentProblem: string | undefined;
  return {
    send(page) {
      const { known, framesPerSecond } = page;
      // A mirrored picture is measured the other way round: laid over the camera's own picture, everything would be in the wrong place.
      publisher.publishCamera(page.isMirrored || isElsewhere(page) ? undefined : known.state.camera && wireCamera(known.state.camera));
      const trouble = problemIn(page);
      // The page changes for many reasons; readers care about the table, its problems, and since when.
      if (known === sent && JSON.stringify(trouble) === sentProblem) return;
      const sigmaMm = typicalSigmaMm(known);
      const status = { framesPerSecond, ...(sigmaMm === undefined ? {} : { sigmaMm }), ...trouble };
      sentProblem = JSON.stringify(trouble);
      // Without a table only that fact is sent; what was on air stays while another is looked at.
      if (known === sent || !page.hasTable || isElsewhere(page)) {
        publisher.publishStatus(status);
        return;
      }
      sent = known;
      const [from, to] = known.chosen;
      // The pair that the player asks about rides along; a reader that does not know the field ignores it.
      const report = { ...known.report, ...(from && to ? { measured: { from, to } } : {}) };
      publisher.publish(sceneOf(known.table), report, status, known.state.capturedAtMs);
    },
    match: (match) => publisher.publishMatch(match),
    callJudge: (reason) => publisher.callJudge(reason),
    close: () => publisher.close(),
  };
}

/** A camera as it travels: its own fields and no others. */
function wireCamera({ widthPx, heightPx, fx, fy, cx, cy, distortion, r, t }: Camera): Omit<CameraMessage, 'session'> {
  return { widthPx, heightPx, fx, fy, cx, cy, distortion: [...distortion], r: [...r], t: [...t] };
}

/** Why the present knowledge is no verdict, and its age in whole seconds; empty while it is one. */
export function problemIn(page: PageState): { readonly problem?: Problem; readonly lookAgeMs?: number } {
  const problem = currentProblem(page) ?? (isElsewhere(page) ? NOT_SEEN : undefined);
  if (!problem) return {};
  return page.freshness ? { problem, lookAgeMs: 1000 * Math.floor(page.freshness.ageMs / 1000) } : { problem };
}

/** The median of all pairs' sigmas, mm: the present uncertainty of a distance. */
export function typicalSigmaMm({ report: { pairs }, table }: TableView): number | undefined {
  const unmeasured = new Set(table.ships.filter(isUnmeasured).map(({ id }) => id));
  const measured = pairs.filter(({ from, to }) => !unmeasured.has(from) && !unmeasured.has(to));
  return upperMedian(measured.flatMap(({ closest }) => (closest.sigmaMm ? [closest.sigmaMm] : [])));
}
