import { msg, str } from '@lit/localize';
import { html, render } from 'lit';
import { type Answer, lastAnswer } from '../../scene/words/answer.js';
import { percentText } from '../../scene/words/headline.js';
import { correctionNotes } from '../../table/correction-notes.js';
import type { Ship } from '../../table/table.js';
import { drawOverlay, newLabelMemory } from '../drawing/draw-overlay.js';
import { overlayStyles } from '../drawing/overlay.styles.js';
import { mapProjection, type Projection, pictureProjection } from '../drawing/projection.js';
import { answerWords, dateLocale, translate } from '../locales/language.js';
import { isStale, type PageState } from '../state/page-state.js';
import type { TableView } from '../state/table-session.js';
import { shipName, TO } from '../ui/ship-name.js';
import type { Frozen } from './frozen.js';

/** Width of a picture for a chat, and the width for which its letters are sized, px. */
const WIDTH_PX = 1600;
const LETTERS_FOR_PX = 900;
const MAP_MARGIN_PX = 18;
const LINE_PX = 44;
const MARGIN_PX = 36;

/** Properties of its computed style that an element of the overlay keeps when it stands alone. */
const KEPT_STYLES = [
  ...([
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-opacity',
    'stroke-width',
    'stroke-dasharray',
    'stroke-linecap',
    'stroke-linejoin',
    'opacity',
  ] as const),
  ...(['font-family', 'font-size', 'font-weight', 'dominant-baseline', 'paint-order', 'text-anchor', 'display'] as const),
];

/** The picture (or the map) with the overlay in place; with `signed`, the words for the signer of its file, the answer is below it. */
export async function evidencePicture(frozen: Frozen, signed?: string): Promise<Blob> {
  const { page, picture } = frozen;
  const { camera } = page.known.state;
  const projection =
    picture && camera
      ? pictureProjection(camera, LETTERS_FOR_PX)
      : mapProjection(page.known.table, LETTERS_FOR_PX, LETTERS_FOR_PX, MAP_MARGIN_PX);
  const ratio = picture ? picture.height / picture.width : 1;
  const heightPx = Math.round(WIDTH_PX * ratio);
  const canvas = document.createElement('canvas');
  const lines = signed === undefined ? [] : captionOf(frozen, signed);
  Object.assign(canvas, { width: WIDTH_PX, height: heightPx });
  const context = canvas.getContext('2d')!;
  const rows = lines.flatMap((line) => wrapped(context, line));
  canvas.height = heightPx + (rows.length > 0 ? rows.length * LINE_PX + 2 * MARGIN_PX : 0);
  context.fillStyle = token('--dark-ground');
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (picture) context.drawImage(picture, 0, 0, WIDTH_PX, heightPx);
  // A picture in which no table was found has nothing drawn in it.
  if (!picture || camera) context.drawImage(await overlayImage(page.known, projection, isStale(page)), 0, 0, WIDTH_PX, heightPx);
  writeCaption(context, rows, heightPx);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser could not make a picture of this size'))), 'image/png'),
  );
}

interface Line {
  readonly text: string;
  readonly font: string;
  readonly colour: string;
}

function captionOf({ page, atMs }: Frozen, signed: string): Line[] {
  const [ink, second, sure, open] = ['--dark-ink', '--dark-ink-2', '--dark-accent', '--dark-doubt'].map(token) as [
    string,
    string,
    string,
    string,
  ];
  const small = (text: string, colour = second): Line => ({ text, font: '30px', colour });
  const at = new Date(atMs).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
  const answer = answerOf(page);
  const { ships } = page.known.table;
  const both = page.known.chosen.map((id) => ships.find((ship) => ship.id === id)!);
  const nameOf = (ship: Ship) => shipName(ship, ships);
  const asked: Line[] = answer
    ? [
        small(both.map(nameOf).join(TO), ink),
        {
          text: [answer.headline, ...answer.lines.slice(1).map(({ text }) => text)].join(' · '),
          font: 'bold 38px',
          colour: answer.isCertain ? sure : open,
        },
        ...answer.lines.flatMap(({ outcomes }) =>
          outcomes.length
            ? [small(outcomes.map(({ text, probability }) => `${text} ${percentText(probability, answerWords())}`).join(', '), open)]
            : [],
        ),
        small(answer.detail),
        ...correctionNotes(both, nameOf).map((note) => small(translate(note))),
      ]
    : [];
  return [...asked, small(msg(str`Frozen ${at} · ± is one standard deviation · ${signed}`))];
}

function answerOf(page: PageState): Answer | undefined {
  const { answer } = page.known;
  return answer && isStale(page) ? lastAnswer(answer, page.freshness, answerWords()) : answer;
}

/** The value of a colour variable: a canvas knows no light-dark(), and drawings in a picture are dark in both themes. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#888';
const family = () => token('--hm-font').replace('#888', 'sans-serif');

/** The line in as many rows as it needs. */
function wrapped(context: CanvasRenderingContext2D, line: Line): Line[] {
  context.font = `${line.font} ${family()}`;
  const rows: string[] = [];
  for (const word of line.text.split(' ')) {
    const longer = rows.length ? `${rows.at(-1)} ${word}` : word;
    if (rows.length && context.measureText(longer).width <= WIDTH_PX - 2 * MARGIN_PX) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows.map((text) => ({ ...line, text }));
}

function writeCaption(context: CanvasRenderingContext2D, rows: readonly Line[], belowPx: number): void {
  context.textBaseline = 'middle';
  rows.forEach(({ text, font, colour }, i) => {
    context.font = `${font} ${family()}`;
    context.fillStyle = colour;
    context.fillText(text, MARGIN_PX, belowPx + MARGIN_PX + (i + 0.5) * LINE_PX);
  });
}

/** The overlay alone, as an image: drawn as on the page, then every style written into its elements, because an image has no style sheet. */
async function overlayImage(
  { overlay, ships, chosen, answer }: TableView,
  projection: Projection,
  stale: boolean,
): Promise<HTMLImageElement> {
  const { width, height } = projection;
  const host = document.createElement('div');
  Object.assign(host.style, { colorScheme: 'dark', position: 'fixed', left: '-9999px', width: `${width}px`, height: `${height}px` });
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [overlayStyles.styleSheet!];
  document.body.append(host);
  try {
    const hidden = new Set(ships.filter(({ isSeen }) => !isSeen).map(({ ship }) => ship.id));
    const options = { hidden, chosen, isOpen: stale || answer?.isCertain === false, memory: newLabelMemory() };
    render(
      html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${drawOverlay(overlay, projection, options)}</svg>`,
      root,
    );
    const drawn = root.querySelector('svg')!;
    for (const element of drawn.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      for (const name of KEPT_STYLES) element.setAttribute(name, style.getPropertyValue(name));
    }
    drawn.setAttribute('width', String(WIDTH_PX));
    drawn.setAttribute('height', String(Math.round((WIDTH_PX * height) / width)));
    return await loaded(new XMLSerializer().serializeToString(drawn));
  } finally {
    host.remove();
  }
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}
