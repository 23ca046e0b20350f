import type { PageSession } from '../session/page-session.js';
import type { PageEvents } from '../ui/page-events.js';

type PictureEvent = 'hm-retry' | 'hm-corners' | 'hm-corners-cancel' | 'hm-board' | 'hm-forget-lens' | 'hm-hold' | 'hm-dismiss';

/** What is said of the picture, and of the camera that gives it. `session`: that of the page, which is there once it is connected. */
export function pictureEvents(
  session: () => PageSession,
  { onMarked, onPrinted }: { onMarked(): void; onPrinted(): void },
): { readonly [K in PictureEvent]: (detail: PageEvents[K]) => void } {
  return {
    'hm-retry': () => session().loadEngines(),
    'hm-corners': ({ corners }) => {
      onMarked();
      const { corners: _, ...rest } = session().state.hints;
      session().hints.hint(corners ? { ...rest, corners } : rest);
    },
    'hm-corners-cancel': onMarked,
    'hm-board': ({ board }) => {
      onPrinted();
      const { board: _, ...rest } = session().state.hints;
      session().hints.hint(board ? { ...rest, board } : rest);
    },
    'hm-forget-lens': () => session().hints.forgetLens(),
    'hm-hold': ({ isWanted }) => session().hold(isWanted),
    'hm-dismiss': () => session().showProblem(undefined),
  };
}
