import { tokenOf } from '../page-address.js';

/** Where on the page the map stands: the first word up or down, the second left or right. */
export const ALIGNMENTS = ['top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** What the address of an overlay asks for (formats: RELAY.md, Pages). */
export interface OverlayAddress {
  readonly table: string;
  readonly token: string;
  /** Seconds that everything is shown later, for a stream whose picture is late. */
  readonly delayMs: number;
  /** 1: as large as the page; 0.5: half of that. */
  readonly scale: number;
  readonly align: Alignment;
}

const LONGEST_DELAY_S = 3600;

/** Reads `?table=…&view=map&delay=…&scale=…&align=…#token=…`; a value that makes no sense counts as left out, since nobody reads messages in a broadcast. */
export function readOverlayAddress(href: string): OverlayAddress {
  const url = new URL(href);
  const number = (name: string, least: number, most: number, otherwise: number) => {
    const value = Number(url.searchParams.get(name) ?? Number.NaN);
    return value >= least && value <= most ? value : otherwise;
  };
  const align = ALIGNMENTS.find((known) => known === url.searchParams.get('align'));
  return {
    table: url.searchParams.get('table') ?? '',
    token: tokenOf(url),
    delayMs: 1000 * number('delay', 0, LONGEST_DELAY_S, 0),
    scale: number('scale', 0.1, 4, 1),
    align: align ?? 'center',
  };
}
