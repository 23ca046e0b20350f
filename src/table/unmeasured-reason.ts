import { english } from '../texts/english.js';
import { type Phrase, phrase } from '../texts/phrase.js';

/**
 * Largest uncertainty of a base's place relative to the others, mm, with which it is placed: with more, no range or arc could be
 * determined.
 */
export const MAX_PLACE_SIGMA_MM = 8;

/** Distance beside a base within which anything seen is that base, mm; farther out it may be an obstacle that the base is on. */
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

/** Why something that is seen is not measured, in English, as tables and files hold it. */
export const UNMEASURED = Object.fromEntries(texts) as Readonly<Record<keyof typeof PHRASES, string>>;

/** Whether an unrecognised thing may be an obstacle and is not a base. */
export const isOfObstacle = ({ reason }: { readonly reason: string }) =>
  reason === UNMEASURED.perhapsObstacle || reason === UNMEASURED.obstacleWasThere;

/** Whether a thing is no obstacle if a person said which there are: it is not a known one that is out of sight. */
export const isUnrecognised = ({ reason }: { readonly reason: string }) => reason !== UNMEASURED.obstacleWasThere;

const BY_TEXT: ReadonlyMap<string, Phrase> = new Map(Object.values(PHRASES).map((one) => [english(one), one]));

/** A reason in the reader's language; one that this program does not give is left unchanged. */
export const unmeasuredReason = (text: string): Phrase | string => BY_TEXT.get(text) ?? text;
