import { readFile } from 'node:fs/promises';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import { TILE_TOP_MM } from '../../src/pieces/dimensions.js';
import * as priors from '../../src/pieces/priors.js';
import { CAMERA_PARAMS } from '../../src/vision/solve/camera-params.js';
import { unknownLens } from '../../src/vision/solve/observations.js';
import * as blocks from '../../src/vision/solve/residual-blocks.js';

/** The page with its printed parts as the code has them; they stand between `<!-- printed: NAME -->` and `<!-- /printed -->`. */
export async function conventionsWith(page: string): Promise<string> {
  const parts: Readonly<Record<string, string>> = {
    'state vector': stateVector(),
    priors: priorsTable(await readFile(new URL('../../src/pieces/priors.ts', import.meta.url), 'utf8')),
  };
  return page.replaceAll(/(<!-- printed: (.+?) -->\n)[\s\S]*?(<!-- \/printed -->)/g, (_, begin: string, name: string, end: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`docs/conventions.md: got a part '${name}', expected one of ${Object.keys(parts).join(', ')}.`);
    return `${begin}\n${part}\n\n${end}`;
  });
}

/** Every unknown of the joint solution at its place, with what is known of it before looking. */
function stateVector(): string {
  const lens = unknownLens(1920, 1080);
  const long = 1920;
  const base = blocks.FIRST_BASE;
  const rows: (readonly [string, string, string, string, string])[] = [
    ['0', 'log of the focal length', 'log px', `log(${priors.FOCAL_PRIOR.ratio} × long side)`, `${lens.logFocalSigma}`],
    ['1, 2', 'k1, k2', '–', `${lens.k1}, ${lens.k2}`, `${lens.k1Sigma}, ${lens.k2Sigma}`],
    ['3, 4', 'principal point', 'px', 'middle of the picture', `${lens.centreSigmaPx / long} × long side`],
    ['5…7', 'rotation vector, camera from table', 'rad', 'the start', '1: only keeps the system solvable'],
    [
      `8…${CAMERA_PARAMS - 1}`,
      `translation, of the table point (${blocks.PIVOT.x}, ${blocks.PIVOT.y})`,
      'mm',
      'the start',
      '2000: likewise',
    ],
    [
      `${blocks.MAT_WIDTH}, ${blocks.MAT_DEPTH}`,
      'width and depth of the mat',
      'mm',
      `${2 * blocks.PIVOT.x}`,
      '`MAT_SIGMA_MM`; of their difference `SQUARE_SIGMA_MM`',
    ],
    [
      `${blocks.TILE_TOP}…${blocks.TILE_TRIM - 1}`,
      `height of the tiles, ${BASE_SIZES.join(', ')}`,
      'mm',
      `${TILE_TOP_MM}`,
      '`TILE_TOP_SIGMA_MM`',
    ],
    [
      `${blocks.TILE_TRIM}, ${blocks.TILE_NARROW}`,
      'how much shorter, narrower all tiles are on each side',
      'mm',
      '0',
      '`TILE_TRIM_SIGMA_MM`',
    ],
    [`${blocks.PLASTIC}`, 'how much too large all plastic is read', 'relative', '0', '`PLASTIC_SIGMA`'],
    [
      `${blocks.EDGE_OFFSET}…${blocks.BOARD - 1}`,
      'how far outside of each side of the mat its edge is seen',
      'mm',
      '0',
      '`EDGE_OFFSET_SIGMA_MM`',
    ],
    [
      `${blocks.BOARD}…${base - 1}`,
      'printed board: x, y, heading',
      'mm, mm, rad',
      'where it is seen',
      'held where it is the frame, else 500, 500, 10',
    ],
    [`${base}…${base + 2}`, 'first base: x, y, heading', 'mm, mm, rad', 'where it is seen', '50, 50, 1: only keeps the system solvable'],
    [`${base + 3}, ${base + 4}`, 'its tile in it: right, forward', 'mm', '0', '`TILE_SHIFT_SIGMA_MM`'],
    [`${base + 5}`, 'its tile in it: turn', 'rad', '0', '`TILE_TURN_SIGMA_RAD`'],
  ];
  return table(
    ['place', 'unknown', 'unit', 'expected', 'standard deviation'],
    [...rows, [`every ${blocks.PER_BASE} more`, 'the next base', '', '', '']],
  );
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_MM$/, 'mm'],
  [/_PX$/, 'px'],
  [/_RAD$/, 'rad'],
];

/** The constants of priors.ts, each with the comment above it. */
function priorsTable(source: string): string {
  const comments = new Map(
    [...source.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export const (\w+)/g)].map(([, comment = '', name]) => [
      name!,
      plain(comment),
    ]),
  );
  const rows = Object.entries(priors as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    const shown = typeof value === 'number' ? `${value}` : JSON.stringify(value);
    const unit = UNITS.find(([end]) => end.test(name))?.[1] ?? 'relative';
    return typeof value === 'function' ? [] : [[`\`${name}\``, shown, unit, comments.get(name) ?? ''] as const];
  });
  return table(['prior', 'value', 'unit', 'what it is and where it comes from'], rows);
}

function plain(comment: string): string {
  return comment
    .replaceAll(/^\s*\*/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
