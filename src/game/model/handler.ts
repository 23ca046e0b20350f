import type { EventOf, GameEvent } from './event.js';
import type { GameState } from './game-state.js';
import type { Refusal } from './refusal.js';

export type Handler<K extends GameEvent['kind']> = (state: GameState, event: EventOf<K>) => GameState | Refusal;
export type Handlers<K extends GameEvent['kind']> = { readonly [Kind in K]: Handler<Kind> };
