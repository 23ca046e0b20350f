import { msg, str } from '@lit/localize';
import { html } from 'lit';
import type { Player } from '../../../table/table.js';

/** Text of the field that an event comes from. */
export function entered(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

/**
 * A whole number from a field, at least `least` and at most the field's maximum; an empty or other one is `least`, or `before`, which
 * stands in the field again.
 */
export function wholeEntered(event: Event, least = 0, before?: number): number {
  const field = event.target as HTMLInputElement;
  if (before !== undefined && entered(event) === '') field.value = String(before);
  const value = Math.round(Number(entered(event)));
  const { max = '' } = field;
  return Number.isFinite(value) ? Math.max(least, Math.min(value, max === '' ? value : Number(max))) : least;
}

/** The players as options of a field. */
export function playerOptions(selected: Player) {
  return ([1, 2] as const).map(
    (player) => html`<option value=${player} ?selected=${player === selected}>${msg(str`Player ${player}`)}</option>`,
  );
}
