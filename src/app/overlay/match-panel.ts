import { msg, str } from '@lit/localize';
import { html, nothing } from 'lit';
import type { ShowMessage } from '../../relay/wire/messages.js';
import { isPhrase } from '../../texts/english.js';
import { phrase } from '../../texts/phrase.js';
import { nowMs } from '../capture/frame-source.js';
import { translate } from '../locales/language.js';
import { maneuverWords } from '../ui/maneuver-words.js';
import { shipName } from '../ui/ship-name.js';
import { attackCard } from './attack-card.js';
import type { ShownMatch, ShownShip } from './match-by-hand.js';

const PLAYERS = [1, 2] as const;

/**
 * The match in words and numbers: clock, score, squads with hull, shields and tokens, and who is next; empty while there is none of these.
 */
export function matchPanel(match: ShownMatch | undefined, show: ShowMessage | undefined, clockEndsAtMs: number | undefined) {
  const { names, score, clock } = show?.panel ?? {};
  if (!match && !score && !clock) return nothing;
  const clockText =
    clock && secondsText(clock.isRunning && clockEndsAtMs !== undefined ? (clockEndsAtMs - nowMs()) / 1000 : clock.remainingSeconds);
  // A match that no page plays has only the values set by hand.
  const { round = 0, phase } = match ?? {};
  const title = [...(round > 0 ? [msg(str`Round ${round}`)] : []), ...(phase ? [translate(phrase(phase))] : [])].join(' · ');
  const side = (player: 1 | 2) =>
    html`<span class="player-${player}"><i>${names?.[player - 1] || msg(str`Player ${player}`)}</i> ${score ? html`<b>${score[player - 1]}</b>` : nothing}</span>`;
  return html`<section class="match">
    <header><b>${title}</b>${show?.byHand ? html`<small>${msg('by hand')}</small>` : nothing}${clockText ? html`<span class="clock">${clockText}</span>` : nothing}</header>
    ${score || names ? html`<div class="score">${PLAYERS.map(side)}</div>` : nothing}
    ${match ? squads(match) : nothing}
    ${match ? order(match) : nothing}
    ${show?.attack ? attackCard(match) : nothing}
  </section>`;
}

function squads({ ships, active }: ShownMatch) {
  const names = ships.map((ship) => shipName(ship, ships));
  const named = (ship: ShownShip) => {
    const { head, end } = distinctEnd(shipName(ship, ships), names);
    return html`<span class="name"><span>${head}</span>${end ? html`<span class="end">${end}</span>` : nothing}</span>`;
  };
  const line = (
    ship: ShownShip,
  ) => html`<li class="ship player-${ship.owner} ${ship.id === active ? 'active' : ''} ${ship.isDestroyed ? 'destroyed' : ''}">
    <b>${ship.initiative}</b>${named(ship)}<span>${points('hull', '◆', ship.hull)} ${points('shields', '◈', ship.shields)}</span>
    ${marks(ship)}</li>`;
  return html`<div class="squads">${PLAYERS.map((player) => html`<ul>${ships.filter(({ owner }) => owner === player).map(line)}</ul>`)}</div>`;
}

function points(kind: 'hull' | 'shields', sign: string, count: number | undefined) {
  return count === undefined ? nothing : html`<span class=${kind} role="img" aria-label=${translate(phrase(kind))}>${sign}${count}</span>`;
}

/** Tokens in the colours that they have on the table. */
const COLOURS: ReadonlyMap<string, string> = new Map([
  ...['focus', 'evade', 'calculate', 'reinforce'].map((kind) => [kind, 'green'] as const),
  ...['stress', 'strain', 'deplete', 'ion', 'jam', 'tractor', 'disarm'].map((kind) => [kind, 'red'] as const),
  ['cloak', 'blue'],
  ['force', 'purple'],
]);

/** A token of a kind that this program does not know keeps the name that it was sent with. */
function kindWords(kind: string): string {
  const said = { key: kind, values: [] };
  return isPhrase(said) ? translate(said) : kind;
}

/** A ship's maneuver, tokens and faceup damage cards; empty where it has none. */
function marks({ tokens, crits, maneuver }: ShownShip) {
  const mark = (text: string, colour: string) => html`<span class="mark ${colour}">${text}</span> `;
  const all = [
    ...(maneuver === undefined ? [] : [mark(maneuverWords(maneuver), 'plain')]),
    ...tokens.map(({ kind, count }) => mark(count > 1 ? `${count} ${kindWords(kind)}` : kindWords(kind), COLOURS.get(kind) ?? 'plain')),
    ...(crits ? [mark(translate(phrase('crits-faceup', crits)), 'red')] : []),
  ];
  return all.length > 0 ? html`<small>${all}</small>` : nothing;
}

/** The next ships, in the order of the rules. */
function order({ ships, order: ids }: ShownMatch) {
  const due = ids.flatMap((id) => ships.find((ship) => ship.id === id) ?? []);
  if (due.length === 0) return nothing;
  return html`<ol class="order" aria-label=${msg('Next')}><li class="next">${msg('Next')}</li>${due.map((ship) => html`<li class="player-${ship.owner}">${ship.initiative} ${shipName(ship, ships)}</li>`)}</ol>`;
}

/** "12:05"; "0:00" once it is over. */
function secondsText(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** A name as its beginning, which may be cut off, and the short last word that distinguishes it from others that begin alike; an empty end: none does. */
export function distinctEnd(name: string, all: readonly string[]): { readonly head: string; readonly end: string } {
  const [, head = name, end = ''] = /^(.*\S)(\s+\S{1,4})$/.exec(name) ?? [];
  const isOneOfAlike = all.some((other) => other !== name && other.startsWith(`${head} `));
  return end && isOneOfAlike ? { head, end } : { head: name, end: '' };
}
