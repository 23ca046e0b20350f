import { english } from '../texts/english.js';
import { type Phrase, phrase } from '../texts/phrase.js';

/** A base whose place beside the others is less sure is not placed: no range and no arc could be determined by it, mm. */
export const MAX_PLACE_SIGMA_MM = 8;

/** What is seen within a base, or this far beside it, is that base, mm; what lies farther out may be an obstacle that it stands on. */
export const BESIDE_BASE_MM = 8;

const PHRASES = {
  hidden: phrase('hidden-too-much'),
  unsure: phrase('place-unsure', MAX_PLACE_SIGMA_MM),
  perhapsBase: phrase('perhaps-base'),
  perhapsObstacle: phrase('perhaps-obstacle'),
  obstacleWasThere: phrase('obstacle-was-there'),
  baseWasThere: phrase('base-was-there'),
} as const;

const texts = Object.entries(PHRASES).map(([name, one]) => [name, english(one)]);

/** Why something that is seen is not measured, as tables and files hold it: in English. */
export const UNMEASURED = Object.fromEntries(texts) as Readonly<Record<keyof typeof PHRASES, string>>;

/** Whether what was not made out may be an obstacle, and no base. */
export const isOfObstacle = ({ reason }: { readonly reason: string }) =>
  reason === UNMEASURED.perhapsObstacle || reason === UNMEASURED.obstacleWasThere;

const BY_TEXT: ReadonlyMap<string, Phrase> = new Map(Object.values(PHRASES).map((one) => [english(one), one]));

/** Such a reason in the language of whoever reads it; one that this program does not give stays as it is. */
export const unmeasuredReason = (text: string): Phrase | string => BY_TEXT.get(text) ?? text;
