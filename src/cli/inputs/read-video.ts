import { execFile, spawn } from 'node:child_process';
import { access, open, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileKind, isJpegs, KIND_BYTES } from '../../table/picture-file/file-kind.js';
import { jpegsIn } from '../../table/picture-file/jpegs.js';
import type { Frame } from '../../vision/runtime/frame.js';
import { say } from '../terminal/output.js';
import { otherFormat } from './other-formats.js';
import { pictureOf } from './read-picture.js';

const PICTURES: readonly string[] = ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif', '.tif', '.tiff'];
/** Number of pictures from the end of a video by which the table is reported: the last ten, two a second where the file gives its rate. */
const LAST = 10;
const A_SECOND = 2;
const NO_PICTURES = 'got no pictures in it, expected a video. Copy or record it again.';
/** Bytes of a video's pictures that are held at a time. */
const MAX_BYTES = 128e6;

/** Whether a file is a video: by its first bytes, whatever its name says; by its name where they say nothing, or where it holds one jpeg after another. */
export async function isVideo(path: string): Promise<boolean> {
  // A folder is neither, and a pipe is read once; whoever reads it says what is wrong.
  if (!(await stat(path).catch(() => undefined))?.isFile()) return false;
  const head = await headOf(path).catch(() => undefined);
  if (!head) return false;
  const kind = fileKind(head);
  if (kind === 'video') return true;
  if (otherFormat(head)) return false;
  // A file of unknown kind is tried as a video, unless it was meant as a picture.
  return isJpegs(path, head) || (kind === 'other' && head.length > 0 && !PICTURES.includes(extname(path).toLowerCase()));
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(KIND_BYTES), 0, KIND_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The last pictures of a video, in order. A video that breaks off, or has damaged pictures, gives the others, with a word on standard
 * error. Throws when the file is missing or no video, no picture of it can be read, or ffmpeg is needed and not there.
 */
export async function* readVideo(path: string): AsyncGenerator<Frame> {
  await access(path).catch(() => {
    throw new Error(`${path}: no such file; expected a photo or a video.`);
  });
  // A sequence of jpegs is read as it is; all others are converted to one by ffmpeg.
  const stream = isJpegs(path, await headOf(path)) ? await readFile(path) : await asJpegs(path);
  const pictures = jpegsIn(stream).slice(-LAST);
  if (pictures.length === 0) throw new Error(`${path}: ${NO_PICTURES}`);
  let given = 0;
  let damage: Error | undefined;
  for (const [i, picture] of pictures.entries()) {
    const frame = await pictureOf(Buffer.from(picture), `${path}, picture ${i + 1}`).catch((error: Error) => {
      damage = error;
      say(`hashmark: ${error.message} It is left out.\n`);
    });
    if (!frame) continue;
    given++;
    yield { ...frame, capturedAtMs: (1000 * i) / A_SECOND };
  }
  if (given === 0 && damage) throw damage;
}

/** `file:` because ffmpeg takes a name like http:x.mp4 for an address; nothing but files is opened, whatever the video's list names. */
const onlyFile = (path: string) => ['-v', 'error', '-protocol_whitelist', 'file', '-i', `file:${path}`];

/**
 * The sizes that a video's key pictures have, as “1920,1080”, in order; empty where ffprobe is missing. Turning a camera while it records
 * changes them.
 */
function sizesIn(path: string): Promise<readonly string[]> {
  const entries = ['-select_streams', 'v:0', '-skip_frame', 'nokey', '-show_entries', 'frame=width,height', '-of', 'csv=p=0'];
  return new Promise((resolve) => {
    execFile('ffprobe', [...entries, ...onlyFile(path)], { maxBuffer: 1e8 }, (_, stdout) => {
      const sizes = stdout.split('\n').map((line) => line.trim().replace(/,$/, ''));
      resolve([...new Set(sizes.filter(Boolean))]);
    });
  });
}

async function asJpegs(path: string): Promise<Buffer> {
  const sizes = await sizesIn(path);
  // All pictures come out as the first one is: those of another shape would be squeezed into it.
  if (sizes.length > 1) {
    const said = sizes.map((size) => size.replace(',', ' × ')).join(', then ');
    throw new Error(`${path}: got pictures of ${said}: the camera was turned while it recorded. Record it again, or give photos.`);
  }
  return decodedAsJpegs(path);
}

function decodedAsJpegs(path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const args = [
      ...onlyFile(path),
      '-an',
      '-vf',
      // Pixels as wide as the file says they are; of a clip shorter than a step its last picture.
      `scale=trunc(iw*sar/2)*2:ih,setsar=1,fps=${A_SECOND}:eof_action=pass`,
      '-c:v',
      'mjpeg',
      '-q:v',
      '2',
      '-f',
      'mjpeg',
      '-',
    ];
    const ffmpeg = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [parts, bytes, said]: [Buffer[], number, string] = [[], 0, ''];
    ffmpeg.stdout.on('data', (data: Buffer) => {
      parts.push(data);
      bytes += data.length;
      if (bytes < MAX_BYTES) return;
      // Of a long video only the end is kept; the last picture may not be whole yet.
      const end = Buffer.concat(jpegsIn(Buffer.concat(parts)).slice(-LAST - 1));
      [parts, bytes] = [[end], end.length];
    });
    ffmpeg.stderr.on('data', (data: Buffer) => {
      said += data.toString();
    });
    ffmpeg.on('error', () => {
      reject(new Error(`${path}: ffmpeg is needed to read a video and is not there; install it (apt-get install ffmpeg) or give photos.`));
    });
    ffmpeg.on('close', (status) => {
      const why = reasonIn(said)?.replaceAll(`file:${path}`, path);
      // A voice message or a song: nothing was filmed.
      if (bytes === 0 && /does not contain any stream/.test(said)) return reject(new Error(`${path}: ${NO_PICTURES}`));
      if (bytes === 0 && status !== 0) return reject(new Error(`${path}: cannot be read as a video (${why}). Copy or record it again.`));
      // ffmpeg may also continue to the end over parts that it could not read.
      if (status !== 0 || why) say(`hashmark: ${path}: is damaged (${why}); what could be read of it is measured.\n`);
      resolve(Buffer.concat(parts));
    });
  });
}

/** ffmpeg's first complaint, without the place in its memory; a file that has no index is not a damaged one. */
function reasonIn(said: string): string | undefined {
  if (said.includes('moov atom not found')) return 'its index is missing: the recording was not finished, or not copied whole';
  const [first] = said.trim().split('\n');
  return first?.replace(/^\[[^\]]* @ 0x[0-9a-f]+\] /, '');
}
