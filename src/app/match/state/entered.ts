/** What stands in the field that an event comes from. */
export function entered(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

/** A whole number of at least `least` from a field; an empty or other one is `least`. */
export function wholeEntered(event: Event, least = 0): number {
  const value = Math.round(Number(entered(event)));
  return Number.isFinite(value) ? Math.max(least, value) : least;
}
