import { msg } from '@lit/localize';
import { html, nothing } from 'lit';
import { BASIC_DIAL } from '../../scene/ask/dials.js';
import type { TableView } from '../state/table-session.js';
import type { Tool } from '../state/tool.js';
import { emit } from '../ui/page-events.js';

/** Buttons for all other questions that can be asked now. */
export function toolButtons({ chosen, pair, state, ships }: TableView, host: EventTarget) {
  if (ships.length === 0) return nothing;
  const [shipId] = chosen;
  const button = (title: string, tool: Tool) =>
    html`<button class="tool" data-tool=${tool.kind} @click=${() => emit(host, 'hm-tool', { tool })}>${title}</button>`;
  return html`<div class="tools" role="group" aria-label=${msg('More to ask')}>
    ${shipId === undefined ? nothing : button(msg('All ranges'), { kind: 'survey', shipId })}
    ${pair && state.camera ? button(msg('Closer look'), { kind: 'closeup' }) : nothing}
    ${shipId === undefined ? nothing : button(msg('Try a move'), { kind: 'try', shipId, attempt: { kind: 'maneuver', dial: BASIC_DIAL } })}
    ${button(msg('Ruler'), { kind: 'ruler', things: [] })}
    ${button(msg('What moved?'), { kind: 'check', at: Number.MAX_SAFE_INTEGER })}
  </div>`;
}
