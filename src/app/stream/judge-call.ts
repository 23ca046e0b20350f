import type { Problem } from '../../table/measurement.js';

export const JUDGE_CALLED: Problem = {
  code: 'judge-called',
  message: 'A judge was called.',
  hint: 'The call stands until a judge answers it.',
};

export const JUDGE_NOT_CALLED: Problem = {
  code: 'judge-not-called',
  message: 'The call did not get out.',
  hint: 'Check that this page is sending (above, beside the menu), then call again or raise your hand.',
};
