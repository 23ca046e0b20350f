import type { Measuring } from '../../game/table/may-measure.js';
import { phrase } from '../../texts/phrase.js';
import { askedByRuler, askedByTool } from '../match-mode/asked-by-tool.js';
import type { PageSession } from '../session/page-session.js';
import { placeThere } from '../state/placing.js';
import { ruledWith, type Tool } from '../state/tool.js';
import { loadPart, missingPart } from '../ui/chunk-error.js';
import type { PageListeners } from './page-listeners.js';
import type { PageParts } from './page-parts.js';

type AskEvents = 'hm-choose' | 'hm-choose-none' | 'hm-remeasure' | 'hm-swap' | 'hm-tool' | 'hm-rule' | 'hm-ask-there' | 'hm-there';

/** The effect of each event that asks something of the table: of ships that are chosen, or by a tool. */
export function askEffects(parts: PageParts): Pick<PageListeners, AskEvents> {
  const { tools, fairPlay, session } = parts;
  const table = () => session().table;
  return {
    'hm-choose': ({ shipId }) => {
      const { chosen } = table().known;
      const [from] = chosen;
      if (from !== undefined && !chosen.includes(shipId) && !mayAsk(parts, { what: 'pair', from, to: shipId })) return;
      const { tool } = tools;
      // While a ghost is shown the other ship is asked about from there; in a match only what the moment allows is.
      const isFromGhost = tool?.kind === 'try' && tool.shipId !== shipId && !fairPlay.fair?.state.isOn;
      if (isFromGhost && tools.hasGhost(table().known)) {
        tools.take({ ...tool, toId: shipId });
        return;
      }
      // A tap on a ship asks about that ship: a tool in the answer's place is done.
      if (tool?.kind !== 'check' && tool?.kind !== 'prove') tools.take(undefined);
      table().choose(shipId);
    },
    'hm-choose-none': () => table().chooseNone(),
    'hm-remeasure': ({ of }) => void remeasure(session(), of),
    'hm-swap': () => {
      const [to, from] = table().known.chosen;
      if (from === undefined || to === undefined || mayAsk(parts, { what: 'pair', from, to })) table().swap();
    },
    'hm-tool': ({ tool: wished }) => {
      const tool = wished && fairPlay.fair ? fairPlay.fair.asAllowed(wished) : wished;
      if (tool && !mayAsk(parts, askedByTool(tool))) return;
      if (tool?.kind === 'ruler') table().chooseNone();
      if (tool?.kind === 'survey' || tool?.kind === 'try') {
        const pair = pairBehind(table().known.chosen, tools.tool);
        table().chooseOnly(tool.shipId);
        take(parts, { ...tool, ...(pair && { pair }) });
        return;
      }
      if (!tool) giveBack(parts);
      take(parts, tool);
    },
    'hm-rule': ({ thing }) => {
      const { tool } = tools;
      if (tool?.kind !== 'ruler') return;
      const things = ruledWith(tool.things, thing);
      if (mayAsk(parts, askedByRuler(things))) tools.take({ kind: 'ruler', things });
    },
    'hm-ask-there': async ({ at, nearId }) => {
      const asked: Tool = { kind: 'there', at, nearId };
      take(parts, asked);
      const found = await session().fits.there(at);
      if (tools.tool === asked) tools.take({ ...asked, found });
    },
    'hm-there': (said) => {
      tools.take(undefined);
      placeThere(table(), said);
    },
  };
}

/** Shows a tool in the answer's place, where the panel of match mode stands too. */
export function take(parts: PageParts, tool: Tool | undefined): void {
  if (tool) closeMatchMode(parts);
  parts.tools.take(tool);
}

export function closeMatchMode({ fairPlay, session }: PageParts): void {
  fairPlay.fair?.take({ kind: 'close' }, session().table.known.table);
}

/** Restores the pair that was chosen when a question about one ship was asked. In match mode that would be another question. */
export function giveBack({ tools, fairPlay, session }: PageParts): void {
  const { table } = session();
  const [from, to] = pairBehind([], tools.tool) ?? [];
  const isThere = [from, to].every((id) => table.known.table.ships.some((ship) => ship.id === id));
  if (from === undefined || to === undefined || !isThere || fairPlay.fair?.state.isOn) return;
  table.chooseOnly(from);
  table.choose(to);
}

/** Whether match mode, where it is on, allows a question at this moment. */
function mayAsk({ fairPlay, session }: PageParts, asked: Measuring | undefined): boolean {
  return asked === undefined || (fairPlay.fair?.mayAsk(asked, session().table.known.table) ?? true);
}

/** Remeasures two ships, or one; without any, ends the present remeasuring. */
async function remeasure(session: PageSession, of: readonly string[] | undefined): Promise<void> {
  if (!of) {
    session.endRemeasuring();
    return;
  }
  let part: Awaited<typeof import('../session/remeasure.js')> | undefined;
  const isLoaded = await loadPart(async () => {
    part = await import('../session/remeasure.js');
  });
  if (isLoaded) part?.remeasure(session, of);
  else session.showProblem(missingPart(phrase('looks-again')));
}

/** The chosen pair, or the one that was chosen when the present question about one ship was asked. */
function pairBehind(chosen: readonly string[], tool: Tool | undefined): readonly string[] | undefined {
  if (chosen.length === 2) return chosen;
  return tool?.kind === 'survey' || tool?.kind === 'try' ? tool.pair : undefined;
}
