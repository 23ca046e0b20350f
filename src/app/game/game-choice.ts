import { html, type TemplateResult } from 'lit';
import type { Choice } from '../../game/choices.js';
import type { GameSession } from './game-session.js';

/**
 * A button for something that could be done next. One that the rules forbid stays in reach, says why and which rule, and asks the rules
 * again when it is pressed: so it can be found out by keyboard and screen reader too.
 */
export function choiceButton({ label, event, refusal }: Choice, play: GameSession, isFirst = false): TemplateResult {
  const take = () => void play.do(event);
  if (!refusal) return html`<button class="do ${isFirst ? 'first' : ''}" @click=${take}>${label}</button>`;
  return html`<button class="do" aria-disabled="true" @click=${take}>${label}
    <span class="why">${refusal.message} <span class="rule">${refusal.code}</span></span></button>`;
}
