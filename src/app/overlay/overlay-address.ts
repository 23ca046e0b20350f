import { LANGUAGES, type Language } from '../locales/language.js';
import { tokenOf } from '../state/page-address.js';

/** Position of the map on the page: the first word up or down, the second left or right. */
export const ALIGNMENTS = ['top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** The table from above; the overlay for a camera's own picture; the match in words and numbers; the last measurement in words alone. */
export const VIEWS = ['map', 'camera', 'panel', 'caption'] as const;
export type View = (typeof VIEWS)[number];

/** Colours that the address may set, by parameter, and the CSS variable that each sets. */
export const THEME: Readonly<Record<string, string>> = {
  accent: '--hm-accent',
  doubt: '--hm-doubt',
  ink: '--hm-ink',
  ground: '--hm-overlay-ground',
  player1: '--hm-player-1',
  player2: '--hm-player-2',
};

/** Settings in the address of an overlay (formats: RELAY.md, Pages). */
export interface OverlayAddress {
  readonly table: string;
  readonly token: string;
  /** undefined: the address names an unknown view, which is in `askedView`. */
  readonly view: View | undefined;
  readonly askedView: string;
  /** A relay other than that of this page's server. */
  readonly broker: string | undefined;
  /** Whether a corner shows why nothing is drawn: for whoever sets the stream up, never on air. */
  readonly isDebug: boolean;
  /** Delay of everything shown, for a stream whose picture is late. */
  readonly delayMs: number;
  /** 1: as large as the page; 0.5: half of that. */
  readonly scale: number;
  readonly align: Alignment;
  /** undefined: that of the browser. */
  readonly language: Language | undefined;
  /** CSS variables with their colours. */
  readonly theme: Readonly<Record<string, string>>;
}

const LONGEST_DELAY_S = 3600;
const HEX_COLOUR = /^#?([\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Reads `?table=…&view=map&delay=…&scale=…&align=…&language=…&accent=…#token=…`; a value that makes no sense counts as left out, since nobody reads messages in a
 * broadcast. An unknown view is refused: another one in its place would be on air unasked.
 */
export function readOverlayAddress(href: string): OverlayAddress {
  const url = new URL(href);
  const { searchParams } = url;
  const number = (name: string, least: number, most: number, otherwise: number) => {
    const value = Number(searchParams.get(name) ?? Number.NaN);
    return value >= least && value <= most ? value : otherwise;
  };
  const align = ALIGNMENTS.find((known) => known === searchParams.get('align'));
  const askedView = searchParams.get('view') ?? 'map';
  const colours = Object.entries(THEME).flatMap(([name, variable]) => {
    const colour = HEX_COLOUR.exec(searchParams.get(name) ?? '')?.[1];
    return colour === undefined ? [] : [[variable, `#${colour}`]];
  });
  return {
    table: searchParams.get('table') ?? '',
    token: tokenOf(url),
    view: VIEWS.find((known) => known === askedView),
    askedView,
    broker: brokerOf(searchParams),
    isDebug: searchParams.has('debug'),
    delayMs: 1000 * number('delay', 0, LONGEST_DELAY_S, 0),
    scale: number('scale', 0.1, 4, 1),
    align: align ?? (askedView === 'caption' ? 'bottom' : 'center'),
    language: LANGUAGES.find((known) => known === searchParams.get('language')),
    theme: Object.fromEntries(colours),
  };
}

/** The WebSocket address after `broker=`, for an event whose tables share one; undefined: absent, or not reachable for a page. */
export function brokerOf(params: URLSearchParams): string | undefined {
  const broker = params.get('broker') ?? '';
  return /^wss?:\/\//.test(broker) && isAddress(broker) ? broker : undefined;
}

/** Whether a text is an address: `URL.canParse` is not in the browser of OBS 28 to 30. */
function isAddress(text: string): boolean {
  try {
    return new URL(text) !== undefined;
  } catch {
    return false;
  }
}
