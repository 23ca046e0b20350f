import { MATCH } from './english/match.js';
import { RULES } from './english/rules.js';
import { addEnglish } from './english.js';

addEnglish({ ...RULES, ...MATCH });
