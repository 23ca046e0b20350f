import { openPhoto } from './capture/photo-source.js';
import { openVideo } from './capture/video-file-source.js';
import type { PageSession } from './page-session.js';
import { readScene } from './scene-files.js';

/** Opens whatever a player chose, dropped or pasted: a photo, a video, or a scene file. */
export async function openAnyFile(file: File, session: PageSession): Promise<void> {
  if (file.type === 'application/json' || file.name.endsWith('.json')) {
    const read = await readScene(file);
    if (read.ok) session.openTable(read.table);
    else session.tell(read.problem);
    return;
  }
  await session.open(() => (file.type.startsWith('video/') ? openVideo(file) : openPhoto(file, file.name || 'The pasted picture')));
}
