import { execute } from '../../src/judge/maneuver/execute.js';
import { ARC_NAMES } from '../../src/pieces/arc-names.js';
import { arcLineExitMm, turretArcs } from '../../src/pieces/arcs.js';
import { BASE_SIZES } from '../../src/pieces/base-size.js';
import {
  BAND_MM,
  BANDS,
  BASE_SIDE_MM,
  HUGE_BASE,
  NOMINAL,
  PHYSICAL_SETS,
  RULER_WIDTH_MM,
  TEMPLATE_WIDTH_MM,
} from '../../src/pieces/dimensions.js';
import { parseManeuver } from '../../src/pieces/maneuver.js';
import { DEVICES, type DeviceToken, OBSTACLES } from '../../src/pieces/obstacles.js';
import { allTemplates } from '../../src/pieces/templates.js';
import {
  arcsDrawing,
  BUMP_CODE,
  bumpDrawing,
  bumpTable,
  hugeDrawing,
  obstaclesDrawing,
  rollDrawing,
  templatesDrawing,
} from './pieces-drawings.js';
import { svg } from './svg.js';

/** Every file of the page, by its path under docs/. Nothing in it is written by hand, so it cannot disagree with the code. */
export function piecesPage(): ReadonlyMap<string, string> {
  const arcs = BASE_SIZES.flatMap((base) =>
    ARC_NAMES.map((arc) => [`pieces/arc-${base}-${arc}.svg`, svg(arcsDrawing(base, arc))] as const),
  );
  return new Map([
    ['pieces.md', page()],
    ['pieces/templates.svg', svg(templatesDrawing())],
    ['pieces/partial.svg', svg(bumpDrawing())],
    ['pieces/tallon-roll.svg', svg(rollDrawing())],
    ['pieces/obstacles.svg', svg(obstaclesDrawing())],
    ['pieces/arc-huge-front.svg', svg(hugeDrawing())],
    ...arcs,
  ]);
}

const mm = (value: number) => `${Math.round(value * 1000) / 1000}`;

function page(): string {
  return `# The pieces, as the program knows them

This page and its drawings are written by \`analyses/print/draw-pieces.ts\` from the code that judges the table. Lengths are in
millimetres, angles in degrees. The numbers and their sources are in \`src/pieces/dimensions.ts\`.

## Bases and arcs

${table(
  ['base', 'side', 'front and rear arc', 'side arcs', 'arc line leaves the front edge at'],
  BASE_SIZES.map((base) => [
    base,
    mm(BASE_SIDE_MM[base]),
    mm(NOMINAL.frontArcDeg[base]),
    mm(180 - NOMINAL.frontArcDeg[base]),
    `±${mm(arcLineExitMm(base))}`,
  ]),
)}

All lines of the four standard arcs pass through the centre of the base, so its corners lie in the side arcs. The bullseye is a strip as
wide as the ruler (${RULER_WIDTH_MM}) from the front edge. The ruler has ${BANDS} bands of ${BAND_MM}; a distance that ends exactly at a band's end is in that band.
Bands in the drawings are measured from the whole base, as attack range is; the reading that measures only from the part of the base in the
arc is an option (\`attackFrom\`).

${table(
  ['arc', ...BASE_SIZES],
  ARC_NAMES.map((arc) => [arc, ...BASE_SIZES.map((base) => `![${arc} arc of a ${base} base](pieces/arc-${base}-${arc}.svg)`)]),
)}

A turret has the arcs of the side it points at: a single turret one, a double turret that and the opposite one (${turretArcs('front', 'double').join(' and ')}, ${turretArcs('left', 'double').join(' and ')}).

### Huge bases

![front arc of a huge base](pieces/arc-huge-front.svg)

${HUGE_BASE.widthMm} wide, by all sources; ${HUGE_BASE.lengthMm} long by one, 192 to 224.78 by others: a scene gives the measured length (\`lengthMm\`), and where it does
not, nothing that is said of the ship is certain. Front and rear arc ${NOMINAL.frontArcDeg.huge}, by one source: the arc lines leave the base at its sides, ${mm(HUGE_BASE.widthMm / 2 / Math.tan((NOMINAL.frontArcDeg.huge * Math.PI) / 360))} ahead of the
centre. Ranges to and from it, arcs, obstruction and overlaps are answered; ranges 4 and 5 of its weapons, its guides, its maneuver tool and its place in a match by the rules are not known here.

## Templates

![All eleven templates](pieces/templates.svg)

${table(
  ['template', 'centre line', 'radius', 'turns by', 'width'],
  allTemplates().map(({ kind, speed, lengthMm, radiusMm, turnRad }) => [
    `${kind} ${speed}`,
    mm(lengthMm),
    Number.isFinite(radiusMm) ? mm(radiusMm) : 'straight',
    mm((turnRad * 180) / Math.PI),
    mm(TEMPLATE_WIDTH_MM),
  ]),
)}

Sources disagree about radii, the bullseye and arc angles. The named sets a player can choose from:

${table(
  ['set', 'bank radii', 'turn radii', 'bullseye', 'front arcs small, medium, large', 'source'],
  PHYSICAL_SETS.map((set) => [
    set.name,
    set.bankRadiusMm.join(', '),
    set.turnRadiusMm.join(', '),
    mm(set.bullseyeWidthMm),
    BASE_SIZES.map((base) => set.frontArcDeg[base]).join(', '),
    set.source,
  ]),
)}

## A partial execution, worked

${bumpText()}

![The partial execution](pieces/partial.svg)

Both pairs of guides stay over the centre line of the template, which is drawn out straight by the length of the base at both ends:
their middles are the dots. That is where the ship's place and facing come from at every moment of the way back.

## A Tallon Roll

![Three placements of a Tallon Roll](pieces/tallon-roll.svg)

The ship is turned 90 degrees further and placed with the hashmark of its side on the left edge, the middle or the right edge of the
template's end, seen along the direction of travel there.

## Obstacles

![The ${OBSTACLES.length} tournament obstacles](pieces/obstacles.svg)

Outlines of the ${OBSTACLES.length} tournament obstacles by their XWS ids; the other side of a token is its mirror image.

## Devices

Outlines have the widths given here; the last column is the distance of the centre from the end of the template that the device is dropped or launched with.

${table(
  ['device', 'width', 'depth', 'beyond the template'],
  DEVICES.map((token) => [
    token.xws,
    ...sizeOf(token),
    token.centreBeyondTemplateEndMm === undefined ? 'no source' : mm(token.centreBeyondTemplateEndMm),
  ]),
)}
`;
}

function sizeOf({ outline }: DeviceToken): readonly [string, string] {
  const size = (values: readonly number[]) => mm(Math.max(...values) - Math.min(...values));
  return [size(outline.map(({ x }) => x)), size(outline.map(({ y }) => y))];
}

function bumpText(): string {
  const bumped = bumpTable();
  const { end, intended, rearAlongMm, backedOver, touching } = execute(bumped, 'mover', parseManeuver(BUMP_CODE));
  const place = ({ x, y, headingRad }: typeof end) => `(${mm(x)}, ${mm(y)}) heading ${mm((headingRad * 180) / Math.PI)}`;
  const [mover] = bumped.ships;
  return `A small ship at ${place(mover!.pose)} makes a turn of speed 2 to the right (\`${BUMP_CODE}\`). It would end at ${place(intended)}, on top of
another ship. It is moved back along the template until it overlaps none; having backed over ${backedOver.join(', then ')}, it stops at
${place(end)}, touching ${touching.join(', ')}, with its rear guides ${mm(rearAlongMm)} along the template.`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
