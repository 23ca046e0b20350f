import type { Measuring } from '../../game/table/may-measure.js';
import type { Point } from '../../geometry/point.js';
import { askedByRuler, askedByTool } from '../match-mode/asked-by-tool.js';
import type { FairPlay } from '../match-mode/fair-play.js';
import type { PageTools } from '../session/page-tools.js';
import { placeThere } from '../state/placing.js';
import type { TableSession } from '../state/table-session.js';
import { type FoundThere, ruledWith, type Tool, tried } from '../state/tool.js';
import type { PageEvents } from '../ui/page-events.js';

type TableEvent =
  | 'hm-choose'
  | 'hm-ask-there'
  | 'hm-there'
  | 'hm-tool'
  | 'hm-rule'
  | 'hm-choose-none'
  | 'hm-swap'
  | 'hm-edit'
  | 'hm-undo'
  | 'hm-redo';

/** What asks about the table, or sets it right. `table`: that of the page, which is there once it is connected. */
export function tableEvents(
  table: () => TableSession,
  tools: PageTools,
  there: (at: Point) => Promise<FoundThere>,
  fair: () => FairPlay | undefined,
): {
  readonly [K in TableEvent]: (detail: PageEvents[K]) => void | Promise<void>;
} {
  const mayAsk = (asked: Measuring | undefined) => asked === undefined || (fair()?.mayAsk(asked, table().known.table) ?? true);
  return {
    'hm-choose': ({ shipId }) => {
      const { chosen } = table().known;
      const [from] = chosen;
      if (from !== undefined && !chosen.includes(shipId) && !mayAsk({ what: 'pair', from, to: shipId })) return;
      const { tool } = tools;
      // While a ghost is shown the other ship is asked about from there; in a match only what the moment allows is.
      if (tool?.kind === 'try' && tool.shipId !== shipId && !fair()?.state.isOn && tried(table().known, tool.shipId, tool.attempt)?.ghost) {
        tools.take({ ...tool, toId: shipId });
        return;
      }
      // Who taps a ship asks about that one: a tool that stands in the answer's place has had its say.
      if (tools.tool?.kind !== 'check') tools.take(undefined);
      table().choose(shipId);
    },
    'hm-tool': ({ tool: wished }) => {
      const match = fair();
      const tool = wished && match ? match.asAllowed(wished) : wished;
      if (tool && !mayAsk(askedByTool(tool))) return;
      if (tool?.kind === 'ruler') table().chooseNone();
      if (tool?.kind === 'survey' || tool?.kind === 'try') table().chooseOnly(tool.shipId);
      tools.take(tool);
    },
    'hm-rule': ({ thing }) => {
      const things = tools.tool?.kind === 'ruler' ? ruledWith(tools.tool.things, thing) : [];
      if (mayAsk(askedByRuler(things))) tools.rule(thing);
    },
    'hm-ask-there': async ({ at, nearId }) => {
      const asked: Tool = { kind: 'there', at, nearId };
      tools.take(asked);
      const found = await there(at);
      if (tools.tool === asked) tools.take({ ...asked, found });
    },
    'hm-there': (said) => {
      tools.take(undefined);
      placeThere(table(), said);
    },
    'hm-choose-none': () => table().chooseNone(),
    'hm-swap': () => {
      const [to, from] = table().known.chosen;
      if (from === undefined || to === undefined || mayAsk({ what: 'pair', from, to })) table().swap();
    },
    'hm-edit': ({ edit }) => table().edit(edit),
    'hm-undo': () => table().undo(),
    'hm-redo': () => table().redo(),
  };
}
