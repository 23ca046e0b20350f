import { proofFile } from '../../evidence/proof-file.js';
import type { Proof } from '../../table/setup/proof.js';
import type { Setup } from '../../table/setup/setup.js';
import { setupFile } from '../../table/setup/setup-file.js';
import { encodedPicture } from '../evidence/frozen-evidence.js';
import type { PageState } from '../state/page-state.js';
import { saveBytes } from '../ui/save-file.js';

/** Hands the setup to the player as a file, with the map of the mat's print. */
export function saveSetup(setup: Setup, at: Date): void {
  const name = `hashmark-setup-${at.toISOString().slice(0, 10)}.json`;
  const file = { ...setupFile(setup), ...(setup.print && { print: setup.print }) };
  saveBytes(`${JSON.stringify(file, null, 1)}\n`, 'application/json', name);
}

/** Hands what was proved to the player as a file, with a picture where one is given. */
export async function saveProof(proof: Proof, { known, setup }: PageState, picture: HTMLCanvasElement | undefined): Promise<void> {
  const { table, state } = known;
  const { camera, matSigmaMm } = state;
  const file = proofFile(proof, { table, matSigmaMm, camera, setup, picture: picture && (await encodedPicture(picture)) });
  saveBytes(`${JSON.stringify(file, null, 1)}\n`, 'application/json', `hashmark-proof-${proof.provedAt.slice(0, 10)}.json`);
}
