import { css } from 'lit';
import { onUprightPhone } from '../ui/app.styles.js';

/** On an upright phone the answer is over the lower edge: focused elements are scrolled to above it. */
export const aboveAnswerStyles = css`
  @media ${onUprightPhone} { * { scroll-margin-bottom: 18.5rem; } }
`;
