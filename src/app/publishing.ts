import { isTableName, relayUrlFor } from '../relay/topics.js';
import type { Problem } from '../table/measurement.js';
import { sceneOf } from '../table/scene-file.js';
import type { Known } from './table-session.js';

export interface Publishing {
  send(known: Known, framesPerSecond: number, problem: Problem | undefined): void;
  close(): Promise<void>;
}

/**
 * Sends the table's state to the relay beside the page, until it is closed. `onLink`: undefined while the link holds, else what is wrong.
 * The MQTT library is loaded only here: most players never send.
 */
export async function startPublishing(
  { table, token }: { readonly table: string; readonly token: string },
  onLink: (problem: Problem | undefined) => void,
): Promise<Publishing | undefined> {
  if (!isTableName(table)) {
    onLink({
      code: 'table-name',
      message: `"${table}" cannot be the name of a table.`,
      hint: 'Expected 1 to 32 of a–z, 0–9 and -. Correct ?publish= in the address.',
    });
    return undefined;
  }
  const { createPublisher } = await import('../relay/publisher.js');
  const publisher = createPublisher({ url: relayUrlFor(location.href), table, token, onLink });
  let sent: Known | undefined;
  let saidProblem: Problem | undefined;
  return {
    send(known, framesPerSecond, problem) {
      // The page changes for many reasons; readers care about the table, and about what is wrong.
      if (known === sent && problem === saidProblem) return;
      const sigmaMm = typicalSigmaMm(known);
      const status = { framesPerSecond, ...(sigmaMm === undefined ? {} : { sigmaMm }), ...(problem ? { problem } : {}) };
      saidProblem = problem;
      if (known === sent) {
        publisher.publishStatus(status);
        return;
      }
      sent = known;
      const [from, to] = known.chosen;
      // The pair that the player asks about rides along; a reader that does not know the field ignores it.
      const report = { ...known.report, ...(from && to ? { measured: { from, to } } : {}) };
      publisher.publish(sceneOf(known.table), report, status, known.state.capturedAtMs);
    },
    close: () => publisher.close(),
  };
}

/** The middle one of all pairs' sigmas, mm: what a distance is worth now. */
export function typicalSigmaMm({ report: { pairs } }: Known): number | undefined {
  const sigmas = pairs.flatMap(({ closest }) => (closest.sigmaMm ? [closest.sigmaMm] : [])).sort((a, b) => a - b);
  return sigmas[Math.floor(sigmas.length / 2)];
}
