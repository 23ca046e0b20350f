import { openPhoto } from './capture/photo-source.js';
import { openVideo } from './capture/video-file-source.js';
import type { PageSession } from './page-session.js';
import { isRecording, openRecording } from './recording/open-recording.js';
import { readScene } from './scene-files.js';
import { isSetupText, readSetup } from './setup/setup-files.js';

/** Opens whatever a player chose, dropped or pasted: a photo, a video, a scene file, a recording, or the setup of the table that is shown. */
export async function openAnyFile(file: File, session: PageSession): Promise<void> {
  if (await isRecording(file)) {
    await openRecording(file, session);
    return;
  }
  if (file.type === 'application/json' || file.name.endsWith('.json')) {
    const text = await file.text();
    if (isSetupText(text)) {
      openSetup(text, file.name, session);
      return;
    }
    const read = readScene(text, file.name);
    if (read.ok) session.openTable(read.table);
    else session.showProblem(read.problem);
    return;
  }
  await session.open(() => (file.type.startsWith('video/') ? openVideo(file) : openPhoto(file, file.name || 'The pasted picture')));
}

function openSetup(text: string, name: string, session: PageSession): void {
  const read = readSetup(text, name, session.state.source?.size());
  if (!read.ok) {
    session.showProblem(read.problem);
    return;
  }
  session.showProblem(undefined);
  session.setUp({ setup: read.setup, isAnotherFrame: true });
}
