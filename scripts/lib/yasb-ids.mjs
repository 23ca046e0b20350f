/** A name as an id of XWS: small letters and digits. */
export const canonical = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The XWS id of a pilot or card of YASB's list, as YASB exports it. `suffix` is put behind a name that has something in brackets: a pilot's ship, a card's slot. */
export function yasbId({ name, xws, xwsaddon }, suffix) {
  const [first, second] = name.split('(');
  return xws ?? canonical(first) + (xwsaddon ? `-${xwsaddon}` : second === undefined ? '' : `-${canonical(suffix)}`);
}
