import { RULER_WIDTH_MM } from '../../pieces/dimensions.js';
import { allTemplates, ruler, type Template, templateOutline } from '../../pieces/templates.js';
import { type ObstacleShape, shapeOf } from './obstacle-shapes.js';

/** A template or the range ruler with one side up, as the matcher wants it. */
export interface TemplateShape extends ObstacleShape {
  /** Such as 'straight 3', 'bank 2', 'ruler'. */
  readonly name: string;
  readonly template: Template;
}

/** The rules give the ruler's length alone; makers cut it about this wide, mm (between the bullseye's width and a template's). */
const RULER_WIDTHS_MM = [0, 1, 2, 3, 4, 5].map((wider) => RULER_WIDTH_MM + wider);

const RULERS: readonly Template[] = RULER_WIDTHS_MM.map(ruler);

let known: readonly TemplateShape[] | undefined;

/** All templates of the box and the range ruler; curved ones either side up. */
export function templateShapes(): readonly TemplateShape[] {
  known ??= [
    ...allTemplates().map((piece) => [`${piece.kind} ${piece.speed}`, piece] as const),
    ...RULERS.map((piece) => ['ruler', piece] as const),
  ].flatMap(([name, piece]) => {
    const token = { xws: name, name, kind: 'template', outline: templateOutline(piece) };
    const sides = piece.kind === 'straight' ? [false] : [false, true];
    return sides.map((mirrored) => ({ ...shapeOf(token, mirrored), name, template: piece }));
  });
  return known;
}
