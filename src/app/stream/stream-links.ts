/** The tokens of a table, as `/relay/tokens` gives them to whoever has the camera's. */
export interface TableTokens {
  readonly table: string;
  readonly tokens: { readonly camera: string; readonly console: string; readonly viewer: string };
}

/** A page of the stream: where it is, and what it is for. */
export interface StreamLink {
  readonly name: string;
  readonly purpose: string;
  readonly href: string;
}

/** The pages of one table for a camera, a streaming program and a commentator. `origin` ends without a slash. */
export function streamLinks(origin: string, { table, tokens }: TableTokens): readonly StreamLink[] {
  const overlay = (view: string) => `${origin}/overlay?table=${table}&view=${view}#token=${tokens.viewer}`;
  return [
    {
      name: 'Camera',
      purpose: 'Open it on the device whose camera sees the table: it measures, and sends millimetres, never pictures.',
      href: `${origin}/?camera=device&publish=${table}#token=${tokens.camera}`,
    },
    {
      name: 'Map',
      purpose: 'Browser source, 1920 × 1080: the table from above with ships, arcs and what is measured.',
      href: overlay('map'),
    },
    {
      name: 'Over the camera',
      purpose: 'Browser source as large as the camera’s picture, right over it: ranges and arcs lie on the real table.',
      href: overlay('camera'),
    },
    {
      name: 'Panel',
      purpose: 'Browser source, 800 × 600: round, clock, score, hull, shields and tokens of a match that is played by the rules.',
      href: overlay('panel'),
    },
    {
      name: 'Console',
      purpose: 'For the commentator: chooses what is on screen, draws on the table, switches scenes.',
      href: `${origin}/console?table=${table}#token=${tokens.console}`,
    },
  ];
}

/** Asks the server of this page for its table's tokens. Rejects, with what to do, when it does not give them. */
export async function askTokens(cameraToken: string): Promise<TableTokens> {
  const response = await fetch('/relay/tokens', { headers: { Authorization: `Bearer ${cameraToken}` } }).catch(() => undefined);
  if (!response) throw new Error('The computer that serves this page cannot be reached. Check that npm start is still running there.');
  if (response.status === 429) throw new Error('Too many wrong links were tried. Wait a minute, then try again.');
  if (!response.ok) throw new Error('This link is old or of another table. Open the page again with the link that npm start opened.');
  return response.json() as Promise<TableTokens>;
}
