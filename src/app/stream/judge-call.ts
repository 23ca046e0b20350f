import type { Problem } from '../../table/measurement.js';
import { phrase } from '../../texts/phrase.js';

export const JUDGE_CALLED: Problem = {
  code: 'judge-called',
  message: phrase('judge-called'),
  hint: phrase('call-stands-until-judge'),
};

export const JUDGE_NOT_CALLED: Problem = {
  code: 'judge-not-called',
  message: phrase('judge-not-called'),
  hint: phrase('check-page-sending-above'),
};
