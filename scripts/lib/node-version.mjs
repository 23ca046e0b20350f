/** What package.json asks for in `engines`; read here without it, because this must run on any Node that can say so. */
const OLDEST = [20, 19];

/** Why this Node is too old for the project; undefined when it is not. */
export function tooOldNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `Hashmark needs Node ${OLDEST.join('.')} or newer, this is ${version}: install a newer one from https://nodejs.org.`;
}
