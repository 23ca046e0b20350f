/** Time to listen for another sender, ms: longer than the interval between statuses while a camera's page is open, plus travel. */
const LISTEN_MS = 2600;
/** Silence after which the other sender has gone, ms. */
const GONE_MS = 5000;

export interface TableClaim {
  /** There is a link to the broker: listens first whether another one sends the table. */
  linked(): void;
  /** Another one has said the table's status. */
  heardOther(isOnline: boolean): void;
  /** Whether the table may be sent now. */
  isOurs(): boolean;
  close(): void;
}

/**
 * Decides who sends a table to a broker of many: whoever came first, for as long as it is heard. MQTT would disconnect the first for the
 * second, and the second for the first, for ever, and Mosquitto 2.0 gives neither a reason. `onChange` is called when the table becomes
 * ours, or another's.
 */
export function claimTable(onChange: (isOurs: boolean) => void, random: () => number = Math.random): TableClaim {
  let holder: 'unknown' | 'us' | 'other' = 'unknown';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const takeAfter = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      holder = 'us';
      onChange(true);
    }, ms);
  };
  return {
    linked() {
      holder = 'unknown';
      takeAfter(LISTEN_MS);
    },
    heardOther(isOnline) {
      const before = holder;
      // The farewell of one that never sent.
      if (before === 'us' && !isOnline) return;
      holder = isOnline ? 'other' : 'unknown';
      // Two that began in the same moment both stand back; they must not come back in the same moment too.
      takeAfter(isOnline ? GONE_MS * (1 + (before === 'us' ? random() : 0)) : LISTEN_MS * random());
      if (isOnline && before !== 'other') onChange(false);
    },
    isOurs: () => holder === 'us',
    close: () => clearTimeout(timer),
  };
}
