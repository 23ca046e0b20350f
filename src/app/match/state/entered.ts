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
