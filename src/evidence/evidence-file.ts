import type { Camera } from '../geometry/camera.js';
import type { Report } from '../judge/report/report-file.js';
import { parseScene, sceneOf } from '../table/documents/scene-file.js';
import { refuse, validate } from '../table/documents/validate.js';
import { parseSetup, setupFile } from '../table/setup/setup-file.js';
import type { Table } from '../table/table.js';
import type { Evidence } from './evidence.js';
import { type CheckedEvidence, EVIDENCE_SCHEMA } from './evidence-schema.js';

/** The document of what is frozen; `parseEvidence` reads it back the same. The picture comes last, so that people find the rest. */
export function evidenceFile(evidence: Evidence): unknown {
  const { kind, frozenAt, versions, table, camera, setup, picture, report, matSigmaMm, ...words } = evidence;
  const { asked, answer, problem, said, state, log } = words;
  const tokens = table.obstacles.flatMap(({ id, token }) => (token ? [{ obstacle: id, token }] : []));
  return {
    format: 'hashmark-evidence',
    version: 1,
    ...{ kind, frozenAt, versions },
    ...(asked && { asked }),
    ...(answer !== undefined && { answer }),
    ...(problem !== undefined && { problem }),
    ...(said !== undefined && { said }),
    ...(state && { state }),
    ...(log && { log }),
    ...(camera && { camera: cameraFile(camera) }),
    ...(matSigmaMm !== undefined && { matSigmaMm }),
    scene: sceneOf(table),
    ...(tokens.length > 0 && { tokens }),
    report,
    ...(setup && { setup: setupFile(setup) }),
    ...(picture && { picture }),
  };
}

/**
 * Reads what was frozen, ignoring unknown fields. Throws an Error that says where, what was got, what was expected and what to do: no evidence, a
 * newer version, a field that is missing or wrong, ships asked about that are not there.
 */
export function parseEvidence(json: unknown): Evidence {
  const found = validate(EVIDENCE_SCHEMA, json, 'evidence');
  const { kind, frozenAt, versions, asked, answer, problem, said, state, log, matSigmaMm, picture } = found;
  if (Number.isNaN(Date.parse(frozenAt)))
    refuse('frozenAt', frozenAt, 'a time such as 2026-11-23T09:20:00.000Z', 'Open the file as it was saved.');
  const bare = parseScene(found.scene);
  for (const id of asked ? [asked.from, asked.to] : []) {
    if (!bare.ships.some((ship) => ship.id === id)) refuse('asked', id, 'the id of a ship of the scene', 'Open the file as it was saved.');
  }
  const tokens = new Map((found.tokens ?? []).map(({ obstacle, token }) => [obstacle, token]));
  const table: Table = {
    ...bare,
    obstacles: bare.obstacles.map((one) => {
      const token = tokens.get(one.id);
      return token ? { ...one, token } : one;
    }),
  };
  return {
    ...{ kind, frozenAt, versions, table },
    // Checked against its schema above; it is shown, and never judged by.
    report: found.report as unknown as Report,
    ...(asked && { asked }),
    ...(answer !== undefined && { answer }),
    ...(problem !== undefined && { problem }),
    ...(said !== undefined && { said }),
    ...(state && { state }),
    ...(log && { log }),
    ...(found.camera && { camera: cameraFrom(found.camera) }),
    ...(matSigmaMm !== undefined && { matSigmaMm }),
    ...(found.setup && { setup: parseSetup(found.setup) }),
    ...(picture && { picture }),
  };
}

function cameraFile({ t, widthPx, heightPx, fx, fy, cx, cy, distortion, r }: Camera): unknown {
  return { widthPx, heightPx, fx, fy, cx, cy, distortion, r, tMm: t };
}

function cameraFrom({ tMm, r, distortion, ...pixels }: NonNullable<CheckedEvidence['camera']>): Camera {
  return {
    ...pixels,
    // As many numbers as these have, by the schema.
    distortion: distortion as unknown as Camera['distortion'],
    r: r as unknown as Camera['r'],
    t: tMm as unknown as Camera['t'],
  };
}
