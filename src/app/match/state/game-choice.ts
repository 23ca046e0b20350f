import { html, nothing, type TemplateResult } from 'lit';
import type { Choice } from '../../../game/choices.js';
import { translate } from '../../locales/language.js';
import type { GameSession } from './game-session.js';

/**
 * A button for something that could be done next. A forbidden one stays reachable, says why and by which rule, and asks the rules again
 * when it is pressed: so keyboard and screen reader can reach it too.
 */
export function choiceButton(choice: Choice & { readonly more?: string }, play: GameSession, isFirst = false): TemplateResult {
  const { label, event, refusal, more } = choice;
  const take = () => void play.do(event);
  // Too close to call is not forbidden: pressed, it asks for a judge.
  if (refusal?.code === 'too-close')
    return html`<button class="do open" @click=${take}>${translate(label)}<span class="why">${translate(refusal.message)}</span></button>`;
  if (!refusal)
    return html`<button class="do ${isFirst ? 'first' : ''}" @click=${take}>${translate(label)}${more ? html`<span class="why">${more}</span>` : nothing}</button>`;
  return html`<button class="do" aria-disabled="true" data-rule=${refusal.code} @click=${take}>${translate(label)}${more ? html`<span class="why">${more}</span>` : nothing}
    <span class="why">${translate(refusal.message)}</span></button>`;
}
