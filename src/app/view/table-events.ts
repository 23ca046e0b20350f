import type { PageTools } from '../page-tools.js';
import type { TableSession } from '../table-session.js';
import type { PageEvents } from './emit.js';

type TableEvent = 'hm-choose' | 'hm-tool' | 'hm-rule' | 'hm-choose-none' | 'hm-swap' | 'hm-edit' | 'hm-undo' | 'hm-redo';

/** What asks about the table, or sets it right. `table`: that of the page, which is there once it is connected. */
export function tableEvents(table: () => TableSession, tools: PageTools): { readonly [K in TableEvent]: (detail: PageEvents[K]) => void } {
  return {
    'hm-choose': ({ shipId }) => {
      // Who taps a ship asks about that one: a tool that stands in the answer's place has had its say.
      if (tools.tool?.kind !== 'check') tools.take(undefined);
      table().choose(shipId);
    },
    'hm-tool': ({ tool }) => {
      if (tool?.kind === 'ruler') table().chooseNone();
      if (tool?.kind === 'survey' || tool?.kind === 'try') table().chooseOnly(tool.shipId);
      tools.take(tool);
    },
    'hm-rule': ({ thing }) => tools.rule(thing),
    'hm-choose-none': () => table().chooseNone(),
    'hm-swap': () => table().swap(),
    'hm-edit': ({ edit }) => table().edit(edit),
    'hm-undo': () => table().undo(),
    'hm-redo': () => table().redo(),
  };
}
