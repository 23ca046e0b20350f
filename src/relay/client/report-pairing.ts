import type { Report } from '../../judge/report/report-file.js';
import type { ReportMessage, SceneMessage } from '../wire/messages.js';

/** How long a scene waits for its report before it is shown without, ms; a picture that loses its answers for a moment flickers. */
const REPORT_WAIT_MS = 250;

/** Puts each report with the scene it answers, whatever arrives first. */
export interface ReportPairing {
  scene(message: SceneMessage): void;
  report(message: ReportMessage | undefined): void;
  /** Forgets everything, also what waits to be shown. */
  startAnew(): void;
}

/** `onPair` is given each scene once or, when its report comes late or is made again, once more. */
export function pairReports(onPair: (scene: SceneMessage, report: Report | undefined) => void): ReportPairing {
  let scene: SceneMessage | undefined;
  let report: ReportMessage | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isAnswered = () => scene !== undefined && report?.sequence === scene.sequence && report.session === scene.session;
  const show = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (scene) onPair(scene, isAnswered() ? report?.report : undefined);
  };
  return {
    scene(message) {
      // A retained scene may come behind a newer live one.
      if (scene && message.session === scene.session && message.sequence < scene.sequence) return;
      scene = message;
      if (isAnswered()) show();
      else timer ??= setTimeout(show, REPORT_WAIT_MS);
    },
    report(message) {
      report = message;
      if (isAnswered()) show();
    },
    startAnew() {
      clearTimeout(timer);
      timer = undefined;
      scene = undefined;
      report = undefined;
    },
  };
}
